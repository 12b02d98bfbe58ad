package front

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Verdict decides how maximal executions end where their events alone do not show it: whether memory is lost, whether the
// rules of the original language are broken. See [Program.SetVerdict].
type Verdict interface {
	// Decide returns the outcome of an execution, and a description of its defect if it has one. The events alone show
	// outcome o, and failure if a thread failed. Several goroutines may call it.
	Decide(events []event.Event, o Outcome, failure string) (Outcome, string)
	// TakesGraphs reports whether Decide takes executions that are graphs, under a memory model of these.
	TakesGraphs() bool
	// FastPath returns the fast path of one exploration, or nil if there is none.
	FastPath() FastPath
	// Release frees everything kept for later executions. It is called at the end of each exploration; others may still be
	// running.
	Release()
}

// Racing is a Verdict that finds data races, by the marks of threads; see [Thread.Mark].
type Racing interface {
	Verdict
	// MayRace reports whether an event with that mark may be part of a data race. If no event of an execution may, it has none.
	MayRace(mark int32) bool
	// Races returns a new Races.
	Races() Races
}

// Races follows the data races of one execution at a time, for searches of equal states.
type Races interface {
	// Follow reports whether the execution has a race. Its first unchanged events are as at the previous call.
	Follow(r Run, unchanged int) bool
	// AppendPast appends to a key all that decides, besides the state of the program, which later events race with events so far. There
	// must be at most 64 threads, and no race.
	AppendPast(key []byte, f Future) []byte
	// AppendAcquired appends numbers of locks, or the like, from which the last event acquires before it does anything else. From none of them anything that
	// it once released can be lost.
	AppendAcquired(locks []int32) []int32
	// Mixed grows whenever AppendPast begins to append more about an object.
	Mixed() int
	// Adopt makes AppendPast append all that another follower of the program appends, too. It follows an empty execution.
	Adopt(of Races)
}

// Future says, about the state after an execution, which of the past matters.
type Future struct {
	Accessed func(x int32) bool           // whether an object may still be accessed
	Live     uint64                       // the threads that may continue
	Rename   func(threads uint64) uint64  // the names of threads in keys, or nil if they are their numbers
	Acquires func(event.ThreadID) []int32 // from which locks the next event of a thread certainly acquires, as far as that is known; see AppendAcquired
}

// Historic is a Verdict about the operations that threads mark with [Thread.Invoke] and [Thread.Respond].
type Historic interface {
	Verdict
	// Plain returns the verdict about everything else, or nil.
	Plain() Verdict
	// Histories returns new Histories, or nil if the verdict depends on more than the order in time of operations.
	Histories() Histories
	// Describe describes the violation of an execution, or returns "" if some order of the operations explains all executions of its class.
	Describe(events []event.Event) (string, error)
}

// Histories summarise the operations of executions, for searches of equal states. Several goroutines may use them.
type Histories interface {
	// Moves returns the summary right before an event of thread t.
	Moves(s Summary, t event.ThreadID) (Summary, error)
	// Joined returns the summary when it is known that thread t has ended.
	Joined(s Summary, t event.ThreadID) (Summary, error)
	// Called returns the summary after a call that thread t has recorded since its last event.
	Called(s Summary, t event.ThreadID, c *operation.Call) (Summary, error)
	// Violated reports whether an execution with that summary violates the property, whatever follows.
	Violated(s Summary) bool
	// Begins reports whether the next event of thread t begins an operation, or ends the time in which one without events may take place.
	Begins(s Summary, t event.ThreadID) bool
	// Awaits reports whether thread t has had operations without events since its last event.
	Awaits(s Summary, t event.ThreadID) bool
	// AppendKey appends a key, of a summary in which threads have other names if rename is not nil.
	AppendKey(key []byte, s Summary, rename func(event.ThreadID) event.ThreadID) []byte
}

// Summary is all that decides, besides the state of the program, whether later operations violate a property; 0 before the first one.
type Summary int32

// FastPath reports whether Decide would return outcome o unchanged for an execution that has just been run, which is cheaper
// to find out than by Decide. The first unchanged events are the same as at its previous call.
type FastPath func(r Run, unchanged int, o Outcome) bool

// VerdictFunc is a Verdict on sequences without a fast path that keeps nothing.
type VerdictFunc func(events []event.Event, o Outcome, failure string) (Outcome, string)

// Decide calls f.
func (f VerdictFunc) Decide(events []event.Event, o Outcome, failure string) (Outcome, string) {
	return f(events, o, failure)
}

// TakesGraphs returns false.
func (f VerdictFunc) TakesGraphs() bool { return false }

// FastPath returns nil.
func (f VerdictFunc) FastPath() FastPath { return nil }

// Release does nothing.
func (f VerdictFunc) Release() {}

// Run is a maximal execution where it has been run, with the marks of its threads; see [Thread.Mark].
type Run interface {
	// Events returns the events, valid until the fast path returns. They must not be changed.
	Events() []event.Event
	// AppendMarks appends, for each event from position from on, its thread's mark at the operation after it.
	AppendMarks(marks []int32, from int) []int32
	Threads() int
	// AssumeBlocked reports whether thread t has stopped at a false Assume, but not at a [Thread.Spin].
	AssumeBlocked(t event.ThreadID) bool
}
