package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/waiting"
	"dporbench/model/event"
)

// The local state of a thread is everything that its future depends on besides the values that operations will return: where its calls are,
// the registers that may still be read, the memory that no other thread reaches, and counters that name the memory and keys that it will
// make. How many threads it has started is no part of it. An instruction that consists of several operations, above all a call of the
// library, is described by the local state when it began, and by the results of its operations. Loops are not stopped where an iteration has changed nothing: their states form a cycle then.

// locality is the part of a thread from which its local state is found.
type locality struct {
	describes bool    // an explorer asks for local states
	since     uint64  // a hash of the values returned since the current instruction began, and of the thread's own changes on which later operations depend
	given     uint64  // the local state when it began, or when it asked for its first operation; 0 before
	calls     []place // of the active calls, by depth
}

// place is where a call is.
type place struct {
	*liveness
	registers    []int64
	at           int // the instruction
	loops        []waiting.Iteration
	since, given uint64 // of the caller, whose instruction continues after the call
}

// liveness says which registers of a function may still be read.
type liveness struct {
	function *code.Function
	number   int               // of the function
	live     [][]code.Register // by instruction; nil if the function is too long
}

func (th *thread) livenessOf(f *code.Function) *liveness {
	known, ok := th.shared.live.Load(f)
	if !ok {
		live, _ := waiting.Live(f)
		known, _ = th.shared.live.LoadOrStore(f, &liveness{f, slices.Index(th.Functions, f), live})
	}
	return known.(*liveness)
}

// called notes that a call has begun.
func (th *thread) called(f *code.Function, registers []int64, loops []waiting.Iteration) {
	th.calls = append(th.calls[:th.depth-1], place{th.livenessOf(f), registers, 0, loops, th.since, th.given})
	th.since, th.given = 0, 0
}

// returned notes that the innermost call is about to return.
func (th *thread) returned(f *code.Function, result int64) {
	p := &th.calls[th.depth-1]
	given := p.given
	if f.Shared > 0 {
		given = th.localState() // an operation may still follow
	}
	th.since, th.given = event.Mix(p.since+1, uint64(result)), given
}

// began notes that the innermost call executes the next instruction. Some change the thread's own memory before they ask for their first operation.
func (th *thread) began(at int, op code.Opcode) {
	th.calls[th.depth-1].at = at
	th.since, th.given = 0, 0
	switch op {
	case code.OpLibrary, code.OpCopy, code.OpZero, code.OpBegin, code.OpEnd:
		th.given = th.localState()
	}
}

// changes notes a change of the thread's own before an operation, on which the operations after it depend.
func (l *locality) changes(n int64) { l.since = event.Mix(l.since+2, uint64(n)) }

// localState returns a hash of the local state, or 0 if it is not described; see [front.Thread.Local].
func (th *thread) localState() uint64 {
	if len(th.points) > 0 {
		return 0
	}
	if th.given == 0 {
		th.given = th.describe()
	}
	if th.given == 0 || th.since == 0 {
		return th.given
	}
	return event.Mix(th.given, th.since) | 1
}

// describe returns a hash of everything but since and given.
func (th *thread) describe() uint64 {
	h := &event.Hash{}
	for k := range th.depth {
		if !th.describeCall(h, k) {
			return 0
		}
	}
	th.describeMemory(h)
	th.describeThreads(h)
	th.describeLibrary(h)
	th.describeSection(h)
	return h.Sum | 1
}

// describeCall adds the call at a depth. Of a caller, the instruction it executes has read its registers already, and will write its result.
func (th *thread) describeCall(h *event.Hash, depth int) (ok bool) {
	p := &th.calls[depth]
	if p.live == nil {
		return false
	}
	h.Numbers(int64(p.number), int64(p.at))
	live, written := p.live[p.at], code.NoRegister
	if depth+1 < th.depth {
		live, written = p.live[p.at+1], p.function.Code[p.at].Writes()
	}
	for _, r := range live {
		if r != written {
			h.Numbers(p.registers[r])
		}
	}
	if th.Options.Unroll > 0 && !p.function.Unbounded { // otherwise nothing depends on how often a loop has begun, and states close circles
		for k := range p.loops {
			h.Numbers(int64(p.loops[k].Times()))
		}
	}
	h.Put(p.since)
	h.Put(p.given)
	return true
}

// describeMemory adds the memory that no other thread reaches, and notes about the rest of its own memory.
func (th *thread) describeMemory(h *event.Hash) {
	h.Bytes(th.private[:th.top])
	h.Bytes(th.inside[:th.top])
	for _, at := range slices.Sorted(maps.Keys(th.bits)) {
		h.Numbers(at, int64(th.bits[at]))
	}
	for _, base := range slices.Sorted(maps.Keys(th.frames)) {
		f := th.frames[base]
		h.Numbers(base, f.taken)
		h.List(f.live)
		h.List(f.block)
		h.List(f.free)
		h.List(slices.Sorted(maps.Keys(f.known)))
	}
	th.heap.Describe(h)
	for _, a := range th.automatic {
		h.Numbers(a.address, int64(a.depth))
	}
	h.List(slices.Sorted(maps.Keys(th.gone)))
	h.Numbers(code.Truth(th.localsKnown))
	h.Numbers(th.unit.address, int64(th.unit.bits))
	h.Numbers(int64(len(th.bits)), int64(len(th.frames)), int64(len(th.automatic)))
}

// describeThreads adds the number of the thread, so that accesses of other threads below their local states do not count for it, and the threads
// that it has joined or detached.
func (th *thread) describeThreads(h *event.Hash) {
	h.Numbers(th.segment)
	h.Map(th.claimed)
}

// describeLibrary adds the values that the library keeps in a thread.
func (th *thread) describeLibrary(h *event.Hash) {
	h.Map(th.rounds)
	h.Map(th.specific)
	h.Numbers(int64(len(th.robust)))
	for _, c := range th.robust {
		h.Numbers(c.Address)
	}
	h.Numbers(int64(len(th.handlers)))
	for _, x := range th.handlers {
		h.Numbers(x.function, x.argument)
	}
	h.Numbers(int64(th.keys))
	h.Numbers(code.Truth(th.joinsLate))
	h.Numbers(code.Truth(th.keeps))
	h.Numbers(int64(th.ordering))
}

// describeSection adds the atomic section in which the thread is.
func (th *thread) describeSection(h *event.Hash) {
	s := &th.section
	h.Numbers(int64(s.depth), code.Truth(s.locked), code.Truth(s.known), code.Truth(s.done))
	h.Numbers(int64(len(s.held)))
	for _, x := range s.held {
		h.Numbers(x.cell.Address, x.seen, x.now)
	}
}
