package front

import (
	"sync"
	"sync/atomic"

	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
	"dporbench/model/origin"
)

// Program is a concurrent program. It is built once, by one goroutine, before
// the first exploration begins, and never changed afterwards: any number of
// explorations may run it in parallel. A later declaration panics with a
// [operation.UsageError], which an exploration returns if a thread made it.
type Program struct {
	name       string
	vars       []variable
	mutexes    []string
	threads    []Declared
	sealed     atomic.Bool                          // an exploration has begun
	known      atomic.Int32                         // an Isolated
	repeatable bool                                 // see RepeatBodies
	passes     bool                                 // see LetsTimePass
	survey     func(State) int64                    // see SurveyBy; or nil
	posts      bool                                 // see CommutePosts
	library    bool                                 // see LibraryAcquires
	weakOrders bool                                 // see NoteWeakOrders
	timers     atomic.Bool                          // see NoteTimer
	ticks      atomic.Bool                          // see NoteTicks
	readings   atomic.Bool                          // see NoteReading
	bounds     sync.Map                             // see NoteBound
	orders     atomic.Bool                          // see NoteOrder
	sampled    atomic.Bool                          // see NoteSample
	symmetric  bool                                 // see DeclareSymmetry
	told       atomic.Bool                          // see TellThreadsApart
	leftOut    bool                                 // see LeaveOutRaces
	refused    atomic.Pointer[operation.UsageError] // the first misuse, or nil
	stronger   map[Site]Strengthening               // see Strengthen; or nil
	made       madeVariables                        // at run time
	entered    atomic.Int32                         // the thread that ran last; see Running
	remarking  sync.Mutex                           // of remarks
	remarks    []string
	verdict    Verdict                                  // or nil
	clock      *Var                                     // or nil; see TimeCalls
	show       func(variable int32, value int64) string // or nil
	noted      func(variable int32, result int64) bool  // or nil
	origin     origin.Files                             // see MadeFrom
}

// State is the state after an execution, for surveys.
type State interface {
	// AppendBegun appends the threads that have been started and have not ended.
	AppendBegun(threads []event.ThreadID) []event.ThreadID
	// Revealed returns what such a thread holds: see [Thread.Reveal].
	Revealed(t event.ThreadID) (any, error)
	// Value returns what a variable holds, if HasSeen.
	Value(x int32) int64
	HasSeen(x int32) bool
}

type variable struct {
	name    string
	initial int64
}

// Var is a shared variable of one program, declared or made by a thread with [Thread.New].
type Var struct {
	program *Program
	id      int32
}

// Mutex is a mutex of one program, free at first.
type Mutex struct {
	program *Program
	id      int32
}

// Child is a thread started by another one; see [Thread.Go].
type Child struct {
	program *Program
	id      event.ThreadID
}

// Declared is a thread's name and body.
type Declared struct {
	Name string
	Body Body
}

// Body is the code of a thread. A function as a Body, like any pointer, costs no memory.
type Body interface{ Run(*Thread) }

// BodyFunc is a Body that is a function.
type BodyFunc func(*Thread)

// Run calls f.
func (f BodyFunc) Run(t *Thread) { f(t) }

// bodyOf returns the Body that calls f; nil if f is nil.
func bodyOf(f func(*Thread)) Body {
	if f == nil {
		return nil
	}
	return BodyFunc(f)
}

// Thread is the handle through which the body of a thread acts. Every call of Load, Store, Add,
// Swap, CompareAndSwap, CompareExchange, Fetch, Choose, Await, When, Lock, Unlock, Go and Join
// is one event; New, Assert, Assume, Return, Invoke and Respond are not events. A Fence is one where Stores are
// buffered; there, the event of a Store is its flush. A Thread belongs to the body it was
// passed to: using it in another body is a [operation.UsageError].
type Thread struct {
	program *Program
	id      event.ThreadID
	names   ThreadNames
	remarks
	// running is true while the body has control, so that any other user of the
	// Thread is noticed.
	running bool
	// asked holds the operations that the thread has reached since it was resumed: it
	// continues by itself after one that returns nothing, for up to ahead operations.
	asked []operation.Operation
	ahead int
	// yield hands them to the caller of the coroutine and returns true once
	// result holds what the last one returned, or false when the coroutine is
	// stopped.
	yield  func() bool
	result int64
	// While again has the results of its operations, the thread is being replayed to where it
	// was, and need not yield.
	again      Replay
	held       []int32        // the mutexes this thread holds
	note       operation.Note // of the next Await or When
	memory     memory.Model
	applied    *Applied
	order      operation.Ordering // of the next operation; see With
	stronger   map[Site]Strengthening
	ordered    bool  // by Ordered, perhaps as sequentially consistent
	operations int64 // asked for in all
	spawned    int32 // threads it has asked to start
	made       makings
	local      local
	// The body is to be abandoned, for another one or for good.
	abandoned, stopped bool
	exits              bool  // the body has called runtime.Goexit
	coarse             error // the Refine with which the body has ended; or nil
	unsupported        bool  // the body has ended with something that its translator does not support
}

// remarks holds what a body says in addition to its operations, for readers of executions. Remarks are not events, and nothing
// that is explored depends on them.
type remarks struct {
	places   bool             // operations record their places
	place    string           // given by the body, or ""
	printed  operation.Output // since the last operation, if places is set
	mark     int32            // see Mark
	reveal   func() any       // see Reveal; or nil
	calls    bool             // Invoke and Respond are recorded
	lastCall *operation.Call  // the last of those
	inside   bool             // an operation of an object; see Invoke
}

// local is the part of a Thread that describes its local state, for explorers that ask for it.
type local struct {
	wanted bool
	state  func() uint64 // see Local; nil if the body does not describe itself
	since  *uint64       // a hash of the values returned, which the body resets
	at     []uint64      // the hashes at the operations asked for
}

// SpawnPath identifies a thread: the N-th one, counted from 1, that Parent started. For a
// declared thread, N is 0 and Parent its own number. For the actor of Parent that flushes
// variable x, N is -1-x; x is 0 where a thread has one buffer.
type SpawnPath struct {
	Parent event.ThreadID
	N      int32
}

// ThreadNames gives the names of an execution's threads, and what started them.
type ThreadNames interface {
	ThreadName(t event.ThreadID) string
	SpawnPath(t event.ThreadID) SpawnPath
	ChildOf(p SpawnPath) (t event.ThreadID, known bool)
}

// Replay takes a body through operations that its thread has done before.
type Replay interface {
	// Returned returns the result of op; ok is false at the end of the path, and where op
	// differs from what the thread did there before. spawned is the number of threads it
	// has started.
	Returned(op operation.Operation, spawned int32) (result int64, ok bool)
}

// makings records what a thread has made so far.
type makings struct {
	path                   int64 // of the thread, or 0 if not yet known
	text                   string
	allocations, variables int64
	most                   int // variables that it may make; 0 means DefaultMaxMade
}

// Site selects operations of the declared threads named Thread, or of all spawned threads if Thread is empty: at that Place
// in the source or, if it is not known, with that Text, as in "x = 1".
type Site struct{ Thread, Place, Text string }

// Strengthening puts a Fence after each operation at a Site, or makes them have at least a memory order.
type Strengthening struct {
	Site
	Fence bool
	Order operation.MemoryOrder // unless Fence; of atomic accesses and of fences
}
