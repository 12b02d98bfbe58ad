package judging

import (
	"math/bits"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model/event"
)

// access says how a variable is accessed.
type access int

const (
	plainRead access = iota
	plainWrite
	load
	store
	began  // a WaitGroup that counted nothing
	waited // for one
	sent   // to a channel, or tried to
	closed
	accesses
)

// kinds is a set of accesses, as bits.
type kinds uint16

// conflicts are the accesses that must not be concurrent with each access.
var conflicts = [accesses]kinds{
	plainRead: 1<<plainWrite | 1<<store, plainWrite: 1<<plainRead | 1<<plainWrite | 1<<load | 1<<store,
	load: 1 << plainWrite, store: 1<<plainRead | 1<<plainWrite,
	began: 1 << waited, waited: 1 << began, sent: 1 << closed, closed: 1 << sent,
}

// races finds the first data race of an execution. The order by which it judges has only the edges of
// Go's memory model: from starting goroutines, from synchronisation, and from atomic operations to those that
// observe their effects. It can go back to an earlier event.
type races struct {
	clocks
	of      *machine.Effects
	steps   [][]machine.SyncOp // of effects, as far as they have been requested
	objects []object
	found   race // the last one
	again   bool // something required is not known: the execution must be examined again
}

// object is the knowledge about a variable after part of an execution.
type object struct {
	variable
	plain    bool // it has been accessed plainly, in any execution: until then, its other accesses need not be known,
	skipped  bool // and some are not
	clocks   []keyed
	buffers  []buffer
	channels []channel
}

// variable is something accessed. It has a clock for each kind of access, with each thread's last one, and one more for what the last
// atomic write has released.
type variable struct {
	first cell
	had   kinds // in any execution
}

const wrote = accesses

// keyed is the clock of a lock, of a ticket that has come, or of one that has been served.
type keyed struct {
	clock cell
	what  machine.SyncKind // Acquire, Park or Resume
	key   int64
}

// buffer is the clocks of the slots of a channel's buffer. The numbers of elements received and sent are words.
type buffer struct {
	key, size             int64
	slots, received, sent cell
}

// channel is the variable accessed by sends to a channel and by its close.
type channel struct {
	variable
	key int64
}

// race is two unordered accesses: own is the clock of the second one's thread; all has the first access, which own
// does not know.
type race struct {
	own, all      cell
	first, second access
}

// has reports whether e may be the first access.
func (r *races) has(e *event.Event) bool {
	return e.Index == r.number(r.found.all, e.Thread) && e.Index > r.number(r.found.own, e.Thread)
}

// widen forgets everything except which variables are accessed plainly, and makes room for that many threads.
func (r *races) widen(threads int) {
	r.clocks.widen(threads)
	for x := range r.objects {
		known := &r.objects[x]
		*known = object{variable: r.newVariable(), plain: known.plain, skipped: known.skipped}
	}
}

func (r *races) newVariable() variable { return variable{first: r.make(int(accesses) + 1)} }

func (r *races) clockOf(v *variable, a access) cell { return v.first + cell(a)*cell(r.width) }

// object returns a variable's object, valid until the next call.
func (r *races) object(x int32) *object {
	if int(x) >= len(r.objects) {
		r.makeObjects(int(x) + 1)
	}
	return &r.objects[x]
}

func (r *races) makeObjects(n int) {
	for len(r.objects) < n {
		r.objects = append(r.objects, object{variable: r.newVariable()})
	}
}

// push adds an event with its effect, and reports whether the event is part of a race.
func (r *races) push(e *event.Event, effect machine.Effect) bool {
	own := r.begin(e)
	switch {
	case e.Kind == event.Spawn:
		r.copy(r.thread(event.ThreadID(e.Object)), own)
		return false
	case e.Kind == event.Join:
		r.join(own, r.thread(event.ThreadID(e.Object)))
		return false
	case !e.Kind.OnVariable() || effect == machine.NoEffect:
		return false
	}
	x := r.object(e.Object)
	switch effect {
	case machine.PlainRead:
		return r.plainly(x, e, plainRead, own)
	case machine.PlainWrite:
		return r.plainly(x, e, plainWrite, own)
	case machine.AtomicLoad:
		r.join(own, r.clockOf(&x.variable, wrote))
		return r.atomically(x, e, load, own)
	case machine.AtomicStore:
		r.copy(r.clockOf(&x.variable, wrote), own)
		return r.atomically(x, e, store, own)
	case machine.AtomicUpdate:
		wrote := r.clockOf(&x.variable, wrote)
		r.join(own, wrote)
		r.copy(wrote, own)
		return r.atomically(x, e, store, own)
	}
	return r.synchronise(e, x, own, r.stepsOf(effect)) || r.atomically(x, e, store, own)
}

func (r *races) plainly(x *object, e *event.Event, a access, own cell) bool {
	if !x.plain {
		x.plain, r.again = true, r.again || x.skipped
	}
	return r.access(&x.variable, e, a, own)
}

func (r *races) atomically(x *object, e *event.Event, a access, own cell) bool {
	if !x.plain {
		x.skipped = true
		return false
	}
	return r.access(&x.variable, e, a, own)
}

// access notes an access, and reports whether it is part of a race.
func (r *races) access(v *variable, e *event.Event, a access, own cell) bool {
	for others := conflicts[a] & v.had; others != 0; others &= others - 1 {
		other := access(bits.TrailingZeros16(uint16(others)))
		if all := r.clockOf(v, other); !r.knows(own, all) {
			r.found = race{own, all, other, a}
			return true
		}
	}
	v.had |= 1 << a
	r.put(r.clockOf(v, a), e.Thread, e.Index)
	return false
}

func (r *races) clock(x *object, what machine.SyncKind, key int64) cell {
	for i := range x.clocks {
		if k := &x.clocks[i]; k.key == key && k.what == what {
			return k.clock
		}
	}
	made := r.make(1)
	x.clocks = append(x.clocks, keyed{made, what, key})
	return made
}

// slot returns the clock of the slot of a buffer next sent to or received from, and advances to the slot after it.
func (r *races) slot(x *object, key, size int64, sends bool) cell {
	b := r.buffer(x, key, size)
	moved := b.received
	if sends {
		moved = b.sent
	}
	n := r.words[moved]
	r.set(moved, n+1)
	return b.slots + cell(n%uint64(b.size))*cell(r.width)
}

func (r *races) buffer(x *object, key, size int64) *buffer {
	for i := range x.buffers {
		if b := &x.buffers[i]; b.key == key {
			return b
		}
	}
	x.buffers = append(x.buffers, buffer{key, size, r.make(int(size)), r.make(1), r.make(1)})
	return &x.buffers[len(x.buffers)-1]
}

// channel returns a channel's variable, valid until the next call.
func (r *races) channel(x *object, key int64) *variable {
	for i := range x.channels {
		if c := &x.channels[i]; c.key == key {
			return &c.variable
		}
	}
	x.channels = append(x.channels, channel{r.newVariable(), key})
	return &x.channels[len(x.channels)-1].variable
}

func (r *races) stepsOf(n machine.Effect) []machine.SyncOp {
	for len(r.steps) <= int(n) {
		r.steps = append(r.steps, r.of.Ops(machine.Effect(len(r.steps))))
	}
	return r.steps[n]
}

func (r *races) synchronise(e *event.Event, x *object, own cell, steps []machine.SyncOp) bool {
	for i := range steps {
		switch s := &steps[i]; s.Kind {
		case machine.Acquire:
			r.join(own, r.clock(x, machine.Acquire, s.Key))
		case machine.Release:
			r.join(r.clock(x, machine.Acquire, s.Key), own)
		case machine.Park:
			r.copy(r.clock(x, machine.Park, s.Key), own)
		case machine.Resume:
			r.join(own, r.clock(x, machine.Resume, s.Key))
		case machine.Rendezvous:
			r.join(own, r.clock(x, machine.Park, s.Key))
			r.copy(r.clock(x, machine.Resume, s.Key), own)
		case machine.Ready:
			r.copy(r.clock(x, machine.Resume, s.Key), own)
		case machine.Send, machine.Receive:
			slot := r.slot(x, s.Key, s.N, s.Kind == machine.Send)
			r.join(own, slot)
			r.copy(slot, own)
		case machine.SendFor, machine.ReceiveFor:
			slot := r.slot(x, s.Key, 0, s.Kind == machine.SendFor)
			r.join(slot, r.clock(x, machine.Park, s.N))
			r.copy(r.clock(x, machine.Resume, s.N), slot)
		default:
			if r.misuse(e, x, own, s) {
				return true
			}
		}
	}
	return false
}

// misuse notes an access that is none of memory but must not be concurrent with others, and reports whether it is part of a race.
func (r *races) misuse(e *event.Event, x *object, own cell, s *machine.SyncOp) bool {
	switch s.Kind {
	case machine.FirstAdd:
		return r.access(&x.variable, e, began, own)
	case machine.Wait:
		return r.access(&x.variable, e, waited, own)
	case machine.Close:
		return r.access(r.channel(x, s.Key), e, closed, own)
	}
	return r.access(r.channel(x, s.Key), e, sent, own)
}
