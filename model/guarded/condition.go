package guarded

// The state of a condition counts, in its lower half, the threads that have begun to wait and, in its upper half, how many of them
// have been woken. They are woken in the order in which they began: the n-th thread, from 0, waits until more than n are
// woken. Each waiter has a clock of its own.
const (
	oneBegan int64 = 1
	oneWoken int64 = 1 << 32
)

func began(state int64) int64 { return state % oneWoken }
func woken(state int64) int64 { return state / oneWoken }

// The steps of a condition. A thread begins to wait, unlocks, and waits until it is woken: see [WaitAs].
var (
	BeginWait = Transition{"begin to wait for", Always, Plus(oneBegan), nil}
	Signal    = Transition{"signal", func(state int64) bool { return woken(state) < began(state) }, Plus(oneWoken), nil}.Try()
	Broadcast = Transition{"broadcast", Always, func(state int64) int64 { return began(state)*oneWoken + began(state) }, nil}
)

// WaiterAfter returns the number of the thread that has begun to wait in that state.
func WaiterAfter(before int64) (waiter int64) { return began(before) }

// WaitAs is the step with which a waiter continues. It only reads the state.
func WaitAs(waiter int64) Transition {
	return Transition{"wait for", func(state int64) bool { return woken(state) > waiter }, nil, []SyncOp{Acquires(waiter)}}
}

// WakeOps are the ops of a Signal or Broadcast that has replaced a state.
func WakeOps(before, after int64) (all []SyncOp) {
	for waiter := woken(before); waiter < woken(after); waiter++ {
		all = append(all, Releases(waiter))
	}
	return all
}
