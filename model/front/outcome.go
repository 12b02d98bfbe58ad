package front

// Outcome says how a maximal execution ended.
type Outcome int

// The outcomes. Which one an execution has, if several apply, is decided by [Outcome.Or].
const (
	Complete        Outcome = iota // every thread has ended
	Failed                         // a thread failed: a false Assert, a panic, a bad Unlock
	AssumeBlocked                  // a thread stopped at a false Assume
	Deadlocked                     // no thread can move: none has ended, or some wait in a cycle for mutexes and the ends of threads
	Leaked                         // a thread other than the first waits forever, or memory is lost
	Raced                          // two threads access a variable and nothing orders that: see [Thread.With]
	NotLinearizable                // an object's operations have no order that its specification allows
	Starved                        // some threads have ended and all others wait forever, but not in a cycle
	Livelocked                     // threads that have not ended wait forever, and one of them loops
)

var outcomeNames = [...]string{"complete", "failed", "assume-blocked", "deadlocked", "leaked", "raced", "nonlinearizable", "starved", "livelocked"}

// IsStuck reports whether o means that nothing more can happen although some threads have not ended.
func (o Outcome) IsStuck() bool { return o == Deadlocked || o == Starved || o == Livelocked }

func (o Outcome) String() string { return outcomeNames[o] }

// Verb completes "n executions ..." for outcome o: "failed", "deadlocked", "are not linearizable".
func (o Outcome) Verb(n int64) string {
	switch {
	case o != NotLinearizable:
		return o.String()
	case n == 1:
		return "is not linearizable"
	}
	return "are not linearizable"
}

// precedence is the order of outcomes for all languages: an execution has the first one that applies. Only a [Verdict] finds
// leaks and operations that are not linearizable.
//
// The Verdict of Go programs also finds races, before anything else is decided, so Raced comes first there: after a race the
// other findings need not be real, and go test -race reports it even if the test fails. A wait that it calls a leak is never
// also one that the events show as stuck: the first goroutine has ended, and so would the process.
var precedence = [...]Outcome{Failed, NotLinearizable, Deadlocked, Starved, Livelocked, Raced, AssumeBlocked, Leaked, Complete}

// Or returns the outcome of an execution to which both o and other apply.
func (o Outcome) Or(other Outcome) Outcome {
	for _, first := range precedence {
		if first == o || first == other {
			return first
		}
	}
	return o
}
