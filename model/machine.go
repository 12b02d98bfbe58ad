package model

import (
	"cmp"

	"dporbench/model/stack"
)

// DefaultMaxSteps bounds the length of an execution, in events, unless a
// machine is told otherwise. An explorer needs some 400 bytes for each of them.
const DefaultMaxSteps = 5_000_000

// Machine runs a program one event at a time, forwards and backwards. Its
// state is a prefix E of an execution: at first the empty one, one event longer
// after Step, one shorter after Undo. Both are a few memory accesses, and
// allocate nothing once the machine is warm: a thread's body runs only where it
// has not been before (see [Behaviour]).
//
// A machine belongs to one goroutine. It must be closed.
type Machine struct {
	program *Program
	tree    *Behaviour
	limits  Limits
	bound   int   // the length at which Step looks at the limits
	steps   int64 // of all executions

	events    []Event
	undo      []undoRecord    // beside events
	objects   []int64         // first of the declared variables, then of the mutexes, then of the variables that threads make:
	values    []int64         // of all up to those, or up to the mutexes if threads make none
	holders   []int64         // of the mutexes: 1 + the thread that holds it, or 0
	threads   []machineThread // by ThreadID
	active    ThreadSet       // the threads that are at an operation, blocked or not
	lowest    ThreadID        // no thread below it is enabled: one that waits for all others, as main does, is not asked each time
	reordered bool            // threads are not tried in the order of their numbers
	guarded   bool            // an Await or a When has been met
	ends      []Position      // scratch of Ending
	choice    int32           // the value of the next Choice
	chosen    bool            // Choose has been called with another value than 0
	choices   bool            // a Choice had other values
	buffers   *storeBuffers   // nil under SC
	cuts      machineCuts
	kept      []*States      // that positions are in
	order     *HappensBefore // see Inform
}

type undoRecord struct {
	value int64    // of the event's variable before
	node  Position // of the event's thread before
	code  opcode   // of that node
}

type machineThread struct {
	node   Position // where the thread is in its tree; noNode before it is started
	steps  int32    // how many events it has done
	object int32    // of the operation at node,
	code   opcode   // and its code, both here to be at hand
}

// Limits bound a machine. A zero field means the default.
type Limits struct {
	MaxSteps   int  // events in an execution
	TreeBudget int  // nodes of the behaviour tree; see DefaultTreeBudget
	Places     bool // operations know their lines in the source; see Machine.PlaceAt
	Memory     Memory
	MaxMade    int // variables that a thread makes in an execution; by default DefaultMaxMade
	// Interrupt, if not nil, is asked whenever an execution has become InterruptInterval
	// events longer than any before. Its error is returned by Step.
	Interrupt func() error
}

// InterruptInterval is how many events an execution may grow before Limits.Interrupt
// is asked, which takes some ten microseconds.
const InterruptInterval = 256

func (l Limits) orDefault() Limits {
	l.MaxSteps = cmp.Or(l.MaxSteps, DefaultMaxSteps)
	l.TreeBudget = cmp.Or(l.TreeBudget, DefaultTreeBudget)
	return l
}

// NewMachine returns a machine at the start of p. The first operation of each
// declared thread is found out by running its body up to there.
func NewMachine(p *Program, l Limits) (*Machine, error) {
	objects := make([]int64, len(p.vars)+len(p.mutexes))
	m := &Machine{
		program: p,
		objects: objects,
		values:  objects[:len(p.vars)],
		holders: objects[len(p.vars):],
	}
	for i, v := range p.vars {
		m.values[i] = v.initial
	}
	var err error
	if m.tree, err = NewBehaviour(p, l, machineMemory{m}, m.markNodes); err != nil {
		return nil, err
	}
	m.tree.Inform(m.growObjects)
	m.limits = m.tree.limits
	m.raiseBound()
	m.growThreads()
	for t, root := range m.tree.roots {
		m.place(ThreadID(t), root)
	}
	if l.Memory.Buffers() {
		if err := m.newStoreBuffers(); err != nil {
			m.Close()
			return nil, err
		}
	}
	return m, nil
}

// Close ends the coroutines that the machine still has. The machine must not
// be used afterwards.
func (m *Machine) Close() { m.tree.Close() }

// growThreads makes room for the threads that have become known: a thread is
// from the moment when another is found to be about to spawn it.
func (m *Machine) growThreads() {
	m.reordered = m.tree.order.threads != nil
	for len(m.threads) < len(m.tree.threads) {
		m.threads = append(m.threads, machineThread{})
	}
	m.active.Grow(len(m.threads))
	if m.buffers != nil {
		m.buffers.grow(len(m.threads))
	}
}

// meetThreads is growThreads if there are threads to be met.
func (m *Machine) meetThreads() {
	if len(m.threads) < len(m.tree.threads) {
		m.growThreads()
	}
}

func (m *Machine) markNodes(mark func(Position)) {
	for _, t := range m.threads {
		mark(t.node)
	}
	for _, t := range m.cuts.threads {
		mark(t.node)
	}
	for _, s := range m.kept {
		for _, t := range s.threads {
			mark(t.node)
		}
	}
}

// Threads is the number of threads known so far: the declared ones and all
// that any execution has come to spawn. Threads are numbered from 0 to
// Threads()-1.
func (m *Machine) Threads() int { return len(m.threads) }

// Steps is the number of events that have been executed, in all executions
// together.
func (m *Machine) Steps() int64 { return m.steps }

// ForgetSteps lets Steps begin with 0 again.
func (m *Machine) ForgetSteps() { m.steps = 0 }

// Len is the number of events of E.
func (m *Machine) Len() int { return len(m.events) }

// Events is E itself: valid, and to be left unchanged, until the next Step or
// Undo.
func (m *Machine) Events() []Event { return m.events }

// Value is the value of variable x after E.
func (m *Machine) Value(x int32) int64 { return m.values[x] }

// Enabled reports whether thread t has an event in enabled(E).
func (m *Machine) Enabled(t ThreadID) bool {
	thread := &m.threads[t]
	return thread.code > opJoin || m.waitIsOver(t, thread)
}

// waitIsOver is Enabled for a thread that may have to wait; few have.
func (m *Machine) waitIsOver(t ThreadID, thread *machineThread) bool {
	if m.buffers != nil {
		return m.waitIsOverBuffered(t, thread)
	}
	switch thread.code {
	case opLock:
		return m.holders[thread.object] == 0
	case opAwait, opWhen:
		m.guarded = true
		return m.tree.guardAt(thread.node).Holds(m.values[thread.object])
	case opJoin:
		return m.ended(ThreadID(thread.object))
	}
	return false // so is noNode's
}

// NextEnabled is the enabled thread that comes first after t, or NoThread;
// NextEnabled(NoThread) is the first of all. The order does not depend on what the
// machine has run before: declared threads come first, by number, then those they
// start, and so on. Spawned threads may be numbered otherwise.
func (m *Machine) NextEnabled(t ThreadID) ThreadID {
	switch {
	case m.reordered:
		return m.nextInOrder(t, 1)
	case t >= m.lowest:
		return m.enabledAbove(t)
	case int(m.lowest) < len(m.threads) && m.threads[m.lowest].code > opJoin:
		return m.lowest
	}
	return m.firstEnabled()
}

// firstEnabled is the first enabled thread, or NoThread, and raises lowest to it.
func (m *Machine) firstEnabled() ThreadID {
	t := m.enabledAbove(m.lowest - 1)
	if t != NoThread && !m.guarded { // where threads await values, any write may let one continue
		m.lowest = t
	}
	return t
}

func (m *Machine) enabledAbove(t ThreadID) ThreadID {
	for t = m.active.Above(t); t != NoThread && !m.Enabled(t); {
		t = m.active.Above(t)
	}
	return t
}

// NextActive is the thread that comes first after t of those that have been started
// and have neither ended nor failed nor stopped at a false Assume, or NoThread.
// At a maximal E, these are the threads that stay blocked.
func (m *Machine) NextActive(t ThreadID) ThreadID { return m.tree.order.above(m.active, t) }

// PreviousEnabled is the enabled thread that comes last before t, or NoThread;
// PreviousEnabled(Threads()) is the last of all.
func (m *Machine) PreviousEnabled(t ThreadID) ThreadID {
	if m.reordered {
		return m.nextInOrder(t, -1)
	}
	for t--; t >= 0 && !m.Enabled(t); {
		t--
	}
	return t
}

func (m *Machine) nextInOrder(t ThreadID, n int) ThreadID {
	for t = m.tree.order.step(t, n); t != NoThread && !(m.active.Has(t) && m.Enabled(t)); {
		t = m.tree.order.step(t, n)
	}
	return t
}

// Progress is a number made of how far each thread is after E, the same however
// threads happen to be numbered.
func (m *Machine) Progress() (sum uint64) {
	for t := range m.threads {
		if n := m.threads[t].steps; n > 0 {
			sum += Mix(m.tree.Identity(ThreadID(t)), uint64(n))
		}
	}
	return sum
}

// Reset takes E back to the empty execution and forgets all that has been cut.
func (m *Machine) Reset() {
	m.cuts.reset()
	if m.buffers != nil {
		m.buffers.cuts.reset()
	}
	m.undoTo(0)
}

// ended reports whether t has been started and has ended or failed.
func (m *Machine) ended(t ThreadID) bool {
	return int(t) < len(m.threads) && m.threads[t].node != noNode && m.threads[t].code <= opFail
}

// Next is the event that thread t does when it is stepped now; ok is false if
// it has none: it has not been started, has ended, failed, or stopped at a
// false Assume. The event of a thread that waits at a Lock or a Join is
// returned as well, with ok true.
func (m *Machine) Next(t ThreadID) (e Event, ok bool) {
	if m.buffers != nil {
		return m.nextBuffered(t)
	}
	thread := &m.threads[t]
	n := &m.tree.nodes[thread.node]
	if n.code <= opAssume {
		return Event{}, false
	}
	e = Event{Thread: t, Index: thread.steps + 1, Kind: m.kind(n), Access: Access{Object: n.object}}
	if n.code == opChoose {
		e.Object = m.choice
	}
	return e, true
}

// Values is how many values the next event of thread t may have: n if it is at a
// Choose(n), otherwise 1. An explorer must explore all of them; see Choose.
func (m *Machine) Values(t ThreadID) int32 {
	if thread := &m.threads[t]; thread.code == opChoose {
		return int32(m.tree.nodes[thread.node].a)
	}
	return 1
}

// ValuesAt is Values for the i-th event of E, where that was executed.
func (m *Machine) ValuesAt(i int) int32 { return m.tree.Step(m.undo[i].node).Values() }

// Choose lets the next Step of a thread that is at a Choose return value, which must be
// one of its Values, from 0. Without it, such a Step returns 0.
func (m *Machine) Choose(value int32) {
	m.choice = value
	m.chosen = m.chosen || value > 0
}

// IgnoresChoices reports whether there were several Values, and only the first was ever
// chosen: by an explorer that does not know of them.
func (m *Machine) IgnoresChoices() bool { return m.choices && !m.chosen }

// HasChoices reports whether there have been several Values so far, in any execution.
func (m *Machine) HasChoices() bool { return m.choices }

// CompareAndSwapAt reports whether the i-th event of E is a CompareAndSwap or a
// CompareExchange, and the value it compares with: its kind depends on where it stands.
func (m *Machine) CompareAndSwapAt(i int) (expected int64, ok bool) {
	n := &m.tree.nodes[m.undo[i].node]
	return n.a, n.code.compares()
}

// AppliedAt is the operation of the i-th event of E, the event of an Apply, and its operand.
func (m *Machine) AppliedAt(i int) (op FetchOp, v int64) {
	n := &m.tree.nodes[m.undo[i].node]
	return FetchOp(n.b), n.a
}

// WaitsForApplied reports whether some variable has been found both to be waited for and to be
// the object of an Apply, under [CommutingSC].
func (m *Machine) WaitsForApplied() bool { return m.tree.applied != nil && m.tree.applied.waited }

// Overwritten is the value that the i-th event of E, a Write or an Update,
// replaced.
func (m *Machine) Overwritten(i int) int64 { return m.undo[i].value }

// AtCompareAndSwap reports whether the next operation of thread t is a
// CompareAndSwap or a CompareExchange.
func (m *Machine) AtCompareAndSwap(t ThreadID) bool {
	return m.tree.nodes[m.threads[t].node].code.compares()
}

// WaitsForLock reports whether thread t is at a Lock of a mutex that is not
// free, and which.
func (m *Machine) WaitsForLock(t ThreadID) (mutex int32, ok bool) {
	thread := &m.threads[t]
	return thread.object, thread.code == opLock && m.holders[thread.object] != 0
}

// Guarded reports whether an Await or a When has been looked at or executed so far, or an operation
// that waits for a value under the memory model: a CompareAndSwap under GenMCTSO.
func (m *Machine) Guarded() bool { return m.guarded }

// GuardAt is what the i-th event of E waited for, if it is that of an Await or a
// When, or nil.
func (m *Machine) GuardAt(i int) *Guard { return m.tree.guardOf(m.undo[i].node) }

// NextGuard is what thread t waits for, if it is at an Await or a When, or nil.
func (m *Machine) NextGuard(t ThreadID) *Guard { return m.tree.guardOf(m.threads[t].node) }

var kinds = [...]Kind{opLoad: Read, opStore: Write, opAdd: Update, opSwap: Update, opFetch: Update, opCAS: Update, opCompareExchange: Update, opApplyAdd: ApplyAdd, opApplyAnd: ApplyAnd, opApplyOr: ApplyOr, opApplyXor: ApplyXor, opApplyMax: ApplyMax, opApplyMin: ApplyMin, opAwait: Read, opWhen: Update, opLock: Lock, opUnlock: Unlock, opSpawn: Spawn, opJoin: Join, opChoose: Choice, opFence: Fence}

func (m *Machine) kind(n *node) Kind {
	if n.code.compares() && m.values[n.object] != n.a {
		return Read
	}
	return kinds[n.code]
}

// Step lets thread t, which must be enabled, do its next event. An error means
// that the program cannot be explored (it goes past the step bound, or is not
// deterministic); E is then unchanged.
func (m *Machine) Step(t ThreadID) (Event, error) {
	if m.buffers != nil {
		return m.stepBuffered(t)
	}
	thread := &m.threads[t]
	at := thread.node
	n := &m.tree.nodes[at]
	e := Event{Thread: t, Index: thread.steps + 1, Kind: m.kind(n), Access: Access{Object: n.object}}
	if len(m.events) >= m.bound {
		if err := m.checkLimits(t, at); err != nil {
			return e, err
		}
	}
	m.steps++
	record := undoRecord{node: at, code: n.code}
	var result int64 // of the operation
	switch n.code {
	case opLoad:
		result = m.values[e.Object]
	case opStore:
		record.value = m.swap(e.Object, n.a)
	case opAdd:
		record.value = m.swap(e.Object, m.values[e.Object]+n.a)
		result = record.value
	case opSwap:
		record.value = m.swap(e.Object, n.a)
		result = record.value
	case opCAS:
		if e.Kind == Update {
			record.value = m.swap(e.Object, n.b)
			result = 1
		}
	case opFetch:
		record.value = m.swap(e.Object, FetchOp(n.b).Apply(m.values[e.Object], n.a))
		result = record.value
	case opCompareExchange:
		result = m.values[e.Object]
		if e.Kind == Update {
			record.value = m.swap(e.Object, n.b)
		}
	case opAwait:
		m.guarded = true
		result = m.values[e.Object]
	case opWhen:
		m.guarded = true
		result = m.values[e.Object]
		record.value = m.swap(e.Object, m.tree.guardAt(at).written(result))
	case opLock:
		m.holders[e.Object] = 1 + int64(t)
	case opUnlock:
		m.holders[e.Object] = 0
		m.lowest = 0
	case opChoose:
		e.Object, result = m.choice, int64(m.choice)
		m.choice, m.choices = 0, m.choices || n.a > 1
	case opJoin:
		result = m.tree.resultAt(m.threads[e.Object].node)
	case opApplyAdd, opApplyAnd, opApplyOr, opApplyXor, opApplyMax, opApplyMin:
		record.value = m.swap(e.Object, FetchOp(n.b).Apply(m.values[e.Object], n.a))
	}
	thread.steps++
	stack.Push(&m.events, e)
	stack.Push(&m.undo, record)
	if err := m.advance(e, at, result); err != nil {
		m.Undo()
		return e, err
	}
	return e, nil
}

// checkLimits returns an error if E must not be longer, and raises the bound.
func (m *Machine) checkLimits(t ThreadID, at Position) error {
	if err := m.tree.Within(len(m.events), t, at); err != nil {
		return err
	}
	m.raiseBound()
	return m.limits.Interrupt()
}

func (m *Machine) raiseBound() {
	m.bound = m.limits.MaxSteps
	if m.limits.Interrupt != nil {
		m.bound = min(m.bound, len(m.events)+InterruptInterval)
	}
}

// machineMemory is the View after E, for all threads.
type machineMemory struct{ *Machine }

func (m machineMemory) Locked(_ ThreadID, mutex int32) bool { return m.holders[mutex] != 0 }

func (m machineMemory) Value(t ThreadID, x int32) int64 {
	if m.buffers == nil {
		return m.values[x]
	}
	value, _, _, _ := m.read(t, x)
	return value
}

func (m *Machine) swap(x int32, v int64) int64 {
	old := m.values[x]
	m.values[x] = v
	return old
}

// advance moves the thread of e, whose operation at node `at` has returned
// result, to its next operation, and starts the thread that e spawns.
func (m *Machine) advance(e Event, at Position, result int64) error {
	next := m.tree.known(at, result)
	if next == noNode {
		var err error
		if next, err = m.tree.After(e.Thread, at, result); err != nil {
			return err
		}
		m.growThreads()
	}
	m.place(e.Thread, next)
	if e.Kind == Spawn {
		return m.start(ThreadID(e.Object), at)
	}
	return nil
}

// start starts thread t, which the Spawn at that node spawns.
func (m *Machine) start(t ThreadID, spawn Position) error {
	root, err := m.tree.Start(t, spawn)
	if err != nil {
		return err
	}
	m.growThreads()
	m.place(t, root)
	return nil
}

func (m *Machine) place(t ThreadID, n Position) {
	thread, at := &m.threads[t], &m.tree.nodes[n]
	thread.node, thread.object, thread.code = n, at.object, at.code
	if at.code > opAssume {
		m.active.Add(t)
	} else {
		m.active.Remove(t)
		m.lowest = 0 // others may join it
	}
}

// Undo takes back the last event of E.
func (m *Machine) Undo() { m.undoTo(len(m.events) - 1) }

func (m *Machine) undoTo(n int) {
	if m.buffers != nil {
		m.undoBufferedTo(n)
		return
	}
	for i := len(m.events) - 1; i >= n; i-- {
		e, record := &m.events[i], &m.undo[i]
		thread := &m.threads[e.Thread]
		thread.node, thread.object, thread.code = record.node, e.Object, record.code
		thread.steps--
		m.active.Add(e.Thread)
		m.lowest = min(m.lowest, e.Thread)
		if e.Kind <= Update {
			if e.Kind != Read {
				m.values[e.Object] = record.value
			}
			continue
		}
		switch e.Kind {
		case Lock:
			m.holders[e.Object] = 0
			m.lowest = 0
		case Unlock:
			m.holders[e.Object] = 1 + int64(e.Thread)
		case Spawn:
			m.place(ThreadID(e.Object), noNode)
		}
	}
	m.events, m.undo = m.events[:n], m.undo[:n]
}

// Ending tells how E, which must be maximal, ended, and what the first failed
// thread failed at if that is how.
func (m *Machine) Ending() (Outcome, string) {
	if m.allEnded() {
		return Complete, "" // as most are, and it costs less to see
	}
	m.ends = m.ends[:0]
	for _, t := range m.threads {
		m.ends = append(m.ends, t.node)
	}
	return m.tree.Ending(m.ends)
}

// allEnded reports whether all threads that have been started have returned.
func (m *Machine) allEnded() bool {
	for t := range m.threads {
		if m.threads[t].code != opEnd {
			return false
		}
	}
	return true
}

// BehaviourNodes is [Behaviour.BehaviourNodes].
func (m *Machine) BehaviourNodes() int { return m.tree.peak }

// CheckDeterminism is [Behaviour.CheckDeterminism]. E must be empty.
func (m *Machine) CheckDeterminism() error { return m.tree.CheckDeterminism() }
