// Package machine runs a program one event at a time, forwards and backwards, under any memory
// model. The differences between models are in separate files: sequential.go for SC,
// buffers*.go for models where Stores wait in buffers, and graphs.go where executions are graphs; see [semantics].
package machine

import (
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Machine runs a program. Its state is a prefix E of an execution: at first the empty one, one
// event longer after Step, one shorter after Undo. Both are a few memory accesses, and
// allocate nothing once the machine is warm: a thread's body runs only where it
// has not been before (see [behaviour.Behaviour]).
//
// A machine belongs to one goroutine. It must be closed.
type Machine struct {
	program   *front.Program
	tree      *behaviour.Behaviour
	semantics semantics     // of the memory model
	own       ownState      // of the semantics, or nil
	buffers   *storeBuffers // the semantics, if Stores wait in buffers, or nil
	limits    behaviour.Limits
	bound     int   // the length at which Step checks the limits
	steps     int64 // of all executions

	events    []event.Event
	undo      []undoRecord         // for each event
	objects   []int64              // values of the declared variables, then of the mutexes, then of the variables that threads make
	values    []int64              // all objects, or only the declared variables if threads make none
	holders   []int64              // of the mutexes: 1 + the thread that holds it, or 0
	threads   []thread             // by ThreadID
	active    event.ThreadSet      // threads that are at an operation, blocked or not
	lowest    event.ThreadID       // no thread below it is enabled: one that waits for all others, as main does, is not checked each time
	reordered bool                 // threads are not tried in the order of their numbers
	guarded   bool                 // an Await or a When has been met, or
	expecting bool                 // a CompareAndSwap where a failing one does not wait for the buffers
	ends      []behaviour.Position // scratch of positions
	choice    int32                // the value of the next Choice
	chosen    bool                 // Choose has been called with a value other than 0
	choices   bool                 // a Choice had other values
	cuts      cuts
	kept      []*States // that contain positions
	watches   []*Watch
	informed  Informed
	surveyed  surveyed
}

// surveyed is the result of the last survey of the program, after so many steps and events: together these are different for different states, unless
// a state is copied.
type surveyed struct {
	steps  int64
	events int
	found  int64
}

// survey returns what the survey of the program finds; ok is false if it has none.
func (m *Machine) survey() (found int64, ok bool) {
	if s := &m.surveyed; s.steps == m.steps && s.events == len(m.events) {
		return s.found, true
	}
	if found, ok = m.program.Surveyed(m); ok {
		m.surveyed = surveyed{m.steps, len(m.events), found}
	}
	return found, ok
}

// copied says that the state is another one after as many steps and events.
func (m *Machine) copied() { m.surveyed.events = -1 }

type undoRecord struct {
	value int64              // of the event's variable before
	node  behaviour.Position // of the event's thread before
	code  operation.Code     // of that node
}

type thread struct {
	node   behaviour.Position // where the thread is in its tree; None before it is started
	steps  int32              // events it has done
	object int32              // of the operation at node, copied here for speed
	code   operation.Code     // of the operation at node, copied here for speed
}

// New returns a machine at the start of p. The first operation of each declared thread is
// found by running its body up to there. A memory model under which executions are graphs is an error; see [NewFollowing].
func New(of *model.Program, l behaviour.Limits) (*Machine, error) {
	if l.Memory.Graphs() {
		return nil, fmt.Errorf("under %v, executions are graphs, which are not explored event by event", l.Memory)
	}
	return NewFollowing(of, l)
}

// NewFollowing is New for a machine that follows given executions, of graphs as well: then Refer must be called before the Step of
// each event that accesses a variable or a mutex.
func NewFollowing(of *model.Program, l behaviour.Limits) (*Machine, error) {
	p := (*front.Program)(of)
	m := &Machine{program: p, surveyed: surveyed{events: -1}, objects: make([]int64, p.NumVars()+p.NumMutexes())}
	m.values, m.holders = m.objects[:p.NumVars()], m.objects[p.NumVars():]
	for x := range m.values {
		m.values[x] = p.Initial(int32(x))
	}
	var err error
	if m.tree, err = behaviour.New(of, l, view{m}, m.markNodes); err != nil {
		return nil, err
	}
	m.tree.Inform(m.growObjects)
	m.limits = m.tree.Limits()
	m.raiseBound()
	m.growThreads()
	for t, root := range m.tree.Declared() {
		m.place(event.ThreadID(t), root)
	}
	if err := m.begin(); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Close stops the remaining coroutines. The machine must not be used afterwards.
func (m *Machine) Close() { m.tree.Close() }

// growThreads makes room for the threads that have become known: a thread is known once
// another is found to be about to spawn it.
func (m *Machine) growThreads() {
	m.reordered = m.tree.Reordered()
	for len(m.threads) < m.tree.Threads() {
		m.threads = append(m.threads, thread{})
	}
	m.active.Grow(len(m.threads))
	if m.own != nil {
		m.own.growThreads(len(m.threads))
	}
}

// meetThreads is growThreads if there are new threads.
func (m *Machine) meetThreads() {
	if len(m.threads) < m.tree.Threads() {
		m.growThreads()
	}
}

func (m *Machine) markNodes(mark func(behaviour.Position)) {
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

// Informed is informed of the variables that threads make.
type Informed interface {
	// GrowObjects is called before the first events of new ones: objects are now numbered below n.
	GrowObjects(n int)
}

// Inform makes m inform o, until it is called with another one: o is the order of the machine's own events.
func (m *Machine) Inform(o Informed) {
	m.informed = o
	o.GrowObjects(len(m.objects))
}

// growObjects makes room for the variables that have become known. In everything that has been
// cut, they have their initial values.
func (m *Machine) growObjects(n int) {
	before := len(m.objects)
	if n <= before {
		return
	}
	for x := before; x < n; x++ {
		m.objects = append(m.objects, m.program.Initial(int32(x)))
	}
	m.values, m.holders = m.objects, m.objects[m.program.NumVars():m.program.FirstMade()]
	m.cuts.growObjects(m.objects[before:])
	if m.own != nil {
		m.own.growObjects(n, len(m.cuts.frames))
	}
	if m.informed != nil {
		m.informed.GrowObjects(n)
	}
}

// Threads returns the number of threads known so far: the declared ones and all that any
// execution has spawned. Threads are numbered from 0 to Threads()-1.
func (m *Machine) Threads() int { return len(m.threads) }

// Steps returns the number of events that have been executed, in all executions together.
func (m *Machine) Steps() int64 { return m.steps }

// ForgetSteps resets Steps to 0.
func (m *Machine) ForgetSteps() {
	m.steps = 0
	m.copied()
}

// Len returns the number of events of E.
func (m *Machine) Len() int { return len(m.events) }

// Events returns E itself, which is valid until the next Step or Undo and must not be
// changed.
func (m *Machine) Events() []event.Event { return m.events }

// Value returns the value of variable x after E.
func (m *Machine) Value(x int32) int64 { return m.values[x] }

// HasSeen reports whether Value may be called for x: some thread has reached an operation on it, in some execution of the
// machine.
func (m *Machine) HasSeen(x int32) bool { return int(x) < len(m.values) }

// Overwritten returns the value that the i-th event of E, a Write or an Update, replaced.
func (m *Machine) Overwritten(i int) int64 { return m.undo[i].value }

// Step lets thread t, which must be enabled, do its next event. An error means
// that the program cannot be explored (it exceeds the step bound, or is not
// deterministic); E is then unchanged.
func (m *Machine) Step(t event.ThreadID) (event.Event, error) { return m.semantics.step(t) }

// Undo takes back the last event of E.
func (m *Machine) Undo() { m.backTo(len(m.events) - 1) }

func (m *Machine) backTo(n int) {
	m.shorten(n)
	m.semantics.undoTo(n)
}

// Reset takes E back to the empty execution and forgets everything that has been cut.
func (m *Machine) Reset() {
	m.cuts.reset()
	if m.own != nil {
		m.own.resetCuts()
	}
	m.backTo(0)
}

// checkLimits returns an error if E must not be longer, and raises the bound.
func (m *Machine) checkLimits(t event.ThreadID, at behaviour.Position) error {
	if err := m.tree.Within(len(m.events), t, at); err != nil {
		return err
	}
	m.raiseBound()
	return m.limits.Interrupt()
}

func (m *Machine) raiseBound() {
	m.bound = m.limits.MaxSteps
	if m.limits.Interrupt != nil {
		m.bound = min(m.bound, len(m.events)+behaviour.InterruptInterval)
	}
}

// Ending returns the outcome of E, which must be maximal, and, if it failed, what the
// first failed thread failed at.
func (m *Machine) Ending() (front.Outcome, string) {
	if m.allEnded() {
		return front.Complete, "" // the most frequent outcome, and the cheapest to detect
	}
	at := m.positions()
	outcome, failure := m.tree.Ending(at)
	if m.tree.MayBeStuck(outcome) {
		outcome = m.tree.Stuck(at, m.events)
	}
	return outcome, failure
}

// positions returns where the threads are in their trees. It is valid until the next call, and may be changed.
func (m *Machine) positions() []behaviour.Position {
	m.ends = m.ends[:0]
	for t := range m.threads {
		m.ends = append(m.ends, m.threads[t].node)
	}
	return m.ends
}

// Spun reports whether a thread has been seen to stop in a loop that iterates forever unless others end it.
func (m *Machine) Spun() bool { return m.tree.Spun() }

// allEnded reports whether all threads that have been started have returned.
func (m *Machine) allEnded() bool {
	for t := range m.threads {
		if m.threads[t].code != operation.End {
			return false
		}
	}
	return true
}

// Suspect is [behaviour.Behaviour.Suspect].
func (m *Machine) Suspect(depth int32) { m.tree.Suspect(depth) }

// BehaviourNodes is [behaviour.Behaviour.BehaviourNodes].
func (m *Machine) BehaviourNodes() int { return m.tree.BehaviourNodes() }

// CheckDeterminism is [behaviour.Behaviour.CheckDeterminism]. E must be empty.
func (m *Machine) CheckDeterminism() error { return m.tree.CheckDeterminism() }
