package guarded

// A mutex is 0 while it is free; otherwise its state is its holder, a number that the client chooses.

// Lock takes a mutex for holder 1, of languages in which any thread may unlock.
var Lock = LockFor(1)

// LockFor takes a mutex for a holder, which must not be 0.
func LockFor(holder int64) Transition {
	return Transition{"lock", IsZero, func(int64) int64 { return holder }, acquireWriters}
}

// Unlock frees a mutex that is held, by whomever.
var Unlock = Transition{"unlock", IsPositive, func(int64) int64 { return 0 }, []SyncOp{Releases(byWriters)}}

// The state of a reader-writer lock counts the readers that hold it, the writers that wait, and the writer that holds it. Readers wait
// while a writer waits. A lock without waiting writers is a mutex for its writers, with any holder outside of 0 to oneWaiting-1.
const (
	oneReader  int64 = 1
	oneWaiting int64 = 1 << 20
	oneWriter  int64 = 1 << 40
)

// The clocks of a lock: for releases by writers, and by readers.
const (
	byWriters int64 = iota
	byReaders
)

// The steps of a reader-writer lock.
var (
	ReadLock   = Transition{"rlock", hasNoWriter, Plus(oneReader), acquireWriters}
	ReadUnlock = Transition{"runlock", hasReader, Plus(-oneReader), []SyncOp{Releases(byReaders)}}
	// AnnounceWriter is the first step of taking the lock as a writer, and WriteLock the second one.
	AnnounceWriter = Transition{"announce lock", Always, Plus(oneWaiting), nil}
	WriteLock      = Transition{"lock", hasNoHolder, Plus(oneWriter - oneWaiting), acquireAll}
	// WriteLockFree takes the lock as a writer, if nobody else holds it or waits for it, in one step.
	WriteLockFree = Transition{"lock", IsZero, Plus(oneWriter), acquireAll}
	WriteUnlock   = Transition{"unlock", hasWriter, Plus(-oneWriter), []SyncOp{Releases(byWriters)}}
)

var acquireWriters = []SyncOp{Acquires(byWriters)}

var acquireAll = []SyncOp{Acquires(byWriters), Acquires(byReaders)}

func hasReader(state int64) bool   { return state%oneWaiting > 0 }
func hasWriter(state int64) bool   { return state >= oneWriter }
func hasNoWriter(state int64) bool { return state >= 0 && state < oneWaiting } // neither waiting nor holding
func hasNoHolder(state int64) bool { return state >= 0 && !hasReader(state) && !hasWriter(state) }

// The steps of a semaphore, whose state is the number of its permits.
var (
	AcquirePermit = Transition{"acquire", IsPositive, Plus(-1), []SyncOp{Acquires(0)}}
	ReleasePermit = Transition{"release", Always, Plus(1), []SyncOp{Releases(0)}}
)

// The states of a once: its function has not begun, is running, or has returned.
const (
	OnceNew int64 = iota
	OnceRunning
	OnceDone
)

// The steps of a once. The thread that finds it new runs the function, and ends it; others wait until it is done.
var (
	BeginOnce = Transition{"once", Always, func(state int64) int64 { return max(state, OnceRunning) }, nil}
	EndOnce   = Transition{"once done", Always, func(int64) int64 { return OnceDone }, []SyncOp{Releases(0)}}
	AwaitOnce = Transition{"wait for once", func(state int64) bool { return state == OnceDone }, nil, []SyncOp{Acquires(0)}}
)
