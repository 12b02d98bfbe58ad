package judging

import (
	"cmp"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/guarded"
	"dporbench/model/races"
)

// detector finds the first data race of each of successive executions, by Go's memory model. Synchronisation is the start of a
// goroutine, the operations of [guarded.SyncOp], and atomic operations whose effects other ones observe. Events kept from the
// previous execution are not examined again.
type detector struct {
	races.FastTrack
	effects  *machine.Effects
	numbers  *numbers           // of clocks and variables, or nil if they are its own
	ops      [][]guarded.SyncOp // of effects, as far as they have been requested
	objects  []object           // by variable of the model
	moves    []move
	marks    []int32       // of the new events, as far as they are needed
	events   []event.Event // of the execution
	forgets  bool          // clocks that are not needed any more release nothing
	examined int           // how many of the first events have been examined
	raced    bool          // the last of them is part of a race
	with     access        // the access that races
	channel  int64         // the channel that it sends to or closes, if it does
}

// object is a variable of the model.
type object struct {
	number   int32
	memory   int32 // as a variable of FastTrack
	atomics  int32 // the clock that atomic accesses acquire and release
	counting int32 // the variable accessed where a WaitGroup begins to count, and where it has been waited for; 0 if there is none
	clocks   []keyed
	buffers  []buffer
	channels []channel
}

// keyed is the clock of a lock, or one of the two of a ticket: the parked goroutine has released one, and acquires the other when it
// resumes.
type keyed struct {
	clock int32
	kind  guarded.SyncKind // Acquire, Park or Resume
	key   int64
}

// buffer is the buffer of a channel, with a clock for each slot.
type buffer struct {
	key, size             int64
	slots, received, sent int64 // the first clock, and how many elements have been received and sent
}

// channel is the variable accessed by sends to a channel and by its close.
type channel struct {
	key      int64
	variable int32
}

// move is a change of a buffer by the event at a position.
type move struct {
	at, object int32
	key        int64
	sends      bool
}

func newDetector(g *machine.Generation) detector { return detector{effects: &g.Effects} }

// takeBack is called when only the first n events of the last execution remain.
func (d *detector) takeBack(n int) {
	if n >= d.examined {
		return
	}
	for last := len(d.moves) - 1; last >= 0 && int(d.moves[last].at) >= n; last-- {
		m := &d.moves[last]
		*d.buffer(&d.objects[m.object], m.key, 0).count(m.sends)--
		d.moves = d.moves[:last]
	}
	d.TakeBack(int32(n))
	d.examined, d.raced = n, false
}

// race reports whether an execution, whose examined events are unchanged, has a data race. The last examined event is then part
// of the first one.
func (d *detector) race(r front.Run) bool {
	events := r.Events()
	d.events = events
	if d.raced || d.examined == len(events) {
		return d.raced
	}
	if threads := r.Threads(); threads > d.Threads() {
		d.takeBack(0)
		d.Fit(threads+threads/16, 0, 0)
	}
	d.marks = r.AppendMarks(d.marks[:0], d.examined)
	switch d.examine(events[d.examined:]) {
	case races.Raced:
		d.raced = true
	case races.Restart:
		d.takeBack(0)
		return d.race(r)
	}
	return d.raced
}

// examine examines the events that marks are of, up to the first one that is part of a race or needs a restart.
func (d *detector) examine(more []event.Event) races.Verdict {
	for i := range more {
		d.examined++
		if v := d.push(&more[i], machine.Effect(d.marks[i])); v != races.Ordered {
			return v
		}
	}
	return races.Ordered
}

// push examines the next event.
func (d *detector) push(e *event.Event, effect machine.Effect) races.Verdict {
	d.Begin(e.Thread, int32(d.examined-1))
	switch {
	case e.Kind == event.Spawn:
		d.Start(e.Object)
		return races.Ordered
	case e.Kind == event.Join:
		d.Join(e.Object)
		return races.Ordered
	case !e.Kind.OnVariable() || effect == machine.NoEffect:
		return races.Ordered
	}
	x := d.object(e.Object)
	switch effect {
	case machine.AllOthers:
		d.acquireAll(e, x)
		d.Release(x.atomics) // for others that wait for it
		return races.Ordered
	case machine.PlainRead:
		d.with = plainRead
		return d.Plain(x.memory, false)
	case machine.PlainWrite:
		d.with = plainWrite
		return d.Plain(x.memory, true)
	case machine.AtomicLoad:
		d.with = load
		d.Acquire(x.atomics)
		return d.Atomic(x.memory, false)
	case machine.AtomicUpdate:
		d.Acquire(x.atomics)
		d.Release(x.atomics)
	case machine.AtomicStore:
		d.Release(x.atomics)
	default:
		ops := d.opsOf(effect)
		for i := range ops {
			if v := d.synchronise(e, x, &ops[i]); v != races.Ordered {
				return v
			}
		}
	}
	d.with = store
	return d.Atomic(x.memory, true)
}

// acquireAll makes the thread of e acquire from all others that have been started.
func (d *detector) acquireAll(e *event.Event, x *object) {
	at := int32(d.examined - 1)
	release := func(t event.ThreadID) {
		if t == e.Thread {
			return
		}
		clock := d.clock(x, guarded.Acquire, int64(t))
		d.Begin(t, at)
		d.Release(clock)
		d.Begin(e.Thread, at)
		d.Acquire(clock)
	}
	release(0)
	for _, started := range d.events[:at] {
		if started.Kind == event.Spawn {
			release(event.ThreadID(started.Object))
		}
	}
}

// object returns a variable's object, valid until the next call.
func (d *detector) object(x int32) *object {
	if int(x) >= len(d.objects) {
		d.makeObjects(int(x) + 1)
	}
	return &d.objects[x]
}

func (d *detector) makeObjects(n int) {
	for len(d.objects) < n {
		x := object{number: int32(len(d.objects))}
		x.memory, x.atomics = d.newVariable(&x, ofMemory, 0), d.newClocks(&x, ofAtomics, 0, 1)
		d.objects = append(d.objects, x)
	}
}

func (d *detector) opsOf(n machine.Effect) []guarded.SyncOp {
	for len(d.ops) <= int(n) {
		d.ops = append(d.ops, d.effects.Ops(machine.Effect(len(d.ops))))
	}
	return d.ops[n]
}

// synchronise applies an operation of e.
func (d *detector) synchronise(e *event.Event, x *object, op *guarded.SyncOp) races.Verdict {
	switch op.Kind {
	case guarded.Acquire:
		d.Acquire(d.clock(x, guarded.Acquire, op.Key))
	case guarded.Release:
		d.Merge(d.clock(x, guarded.Acquire, op.Key))
	case guarded.Park:
		d.Release(d.clock(x, guarded.Park, op.Key))
	case guarded.Resume:
		d.Acquire(d.clock(x, guarded.Resume, op.Key))
		d.forget(x, guarded.Resume, op.Key)
	case guarded.Rendezvous:
		d.Acquire(d.clock(x, guarded.Park, op.Key))
		d.forget(x, guarded.Park, op.Key)
		d.Release(d.clock(x, guarded.Resume, op.Key))
	case guarded.Ready:
		d.Release(d.clock(x, guarded.Resume, op.Key))
	case guarded.Send, guarded.Receive:
		slot := d.slot(e, x, op.Key, op.N, op.Kind == guarded.Send)
		d.Acquire(slot)
		d.Release(slot)
	case guarded.SendFor, guarded.ReceiveFor:
		slot := d.slot(e, x, op.Key, 0, op.Kind == guarded.SendFor)
		d.MergeFrom(slot, d.clock(x, guarded.Park, op.N))
		d.Copy(d.clock(x, guarded.Resume, op.N), slot)
		d.forget(x, guarded.Park, op.N)
	default:
		return d.misuse(x, op)
	}
	return races.Ordered
}

func (d *detector) clock(x *object, kind guarded.SyncKind, key int64) int32 {
	for i := range x.clocks {
		if k := &x.clocks[i]; k.key == key && k.kind == kind {
			return k.clock
		}
	}
	made := d.newClocks(x, int(kind), key, 1)
	x.clocks = append(x.clocks, keyed{made, kind, key})
	return made
}

// slot returns the clock of the slot of a buffer next sent to or received from, and advances to the slot after it.
func (d *detector) slot(e *event.Event, x *object, key, size int64, sends bool) int32 {
	b := d.buffer(x, key, size)
	n := b.count(sends)
	slot := b.slots + *n%b.size
	*n++
	d.moves = append(d.moves, move{int32(d.examined - 1), e.Object, key, sends})
	return int32(slot)
}

// buffer returns the buffer of a channel, of that capacity, valid until the next call.
func (d *detector) buffer(x *object, key, size int64) *buffer {
	for i := range x.buffers {
		if b := &x.buffers[i]; b.key == key {
			return b
		}
	}
	x.buffers = append(x.buffers, buffer{key: key, size: size, slots: int64(d.newClocks(x, ofSlots, key, int(size)))})
	return &x.buffers[len(x.buffers)-1]
}

// count returns the number of elements sent to b, or received from it.
func (b *buffer) count(sends bool) *int64 {
	if sends {
		return &b.sent
	}
	return &b.received
}

// misuse is an access that is none of memory, but must not be concurrent with others.
func (d *detector) misuse(x *object, op *guarded.SyncOp) races.Verdict {
	d.with, d.channel = misuseOf(op.Kind), op.Key
	if d.with == began || d.with == waited {
		if x.counting == 0 {
			x.counting = d.newVariable(x, ofCounting, 0)
		}
		return d.either(x.counting, d.with == began)
	}
	return d.either(d.variableOf(x, op.Key), d.with == sent)
}

// either is an access of a variable that has two kinds of accesses: one of each kind must not be concurrent, two of the same
// kind may be. It is a plain read or an atomic write.
func (d *detector) either(x int32, first bool) races.Verdict {
	if first {
		return d.Plain(x, false)
	}
	return d.Atomic(x, true)
}

func (d *detector) variableOf(x *object, key int64) int32 {
	for _, c := range x.channels {
		if c.key == key {
			return c.variable
		}
	}
	made := channel{key, d.newVariable(x, ofChannel, key)}
	at, _ := slices.BinarySearchFunc(x.channels, made, func(a, b channel) int { return cmp.Compare(a.variable, b.variable) })
	x.channels = slices.Insert(x.channels, at, made)
	return made.variable
}
