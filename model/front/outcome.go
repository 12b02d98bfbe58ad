package front

import "dporbench/model/event"

// Outcome says how a maximal execution ended.
type Outcome int

// The outcomes. An execution has the first one that applies, in this order: failed, not linearizable, stuck (deadlocked,
// starved or livelocked), raced, assume-blocked, leaked, complete. Only a [Judge] finds leaks and operations that are not
// linearizable. The judge of Go programs also finds races, and has the order raced, failed, not linearizable,
// assume-blocked, leaked, stuck, complete.
const (
	Complete        Outcome = iota // every thread has ended
	Failed                         // a thread failed: a false Assert, a panic, a bad Unlock
	AssumeBlocked                  // a thread stopped at a false Assume
	Deadlocked                     // no thread can go on: none has ended, or some wait in a cycle for mutexes and the ends of threads
	Leaked                         // a thread other than the first waits forever, or memory is lost
	Raced                          // two threads access a variable and nothing orders that: see [Thread.With]
	NotLinearizable                // an object's operations have no order that its specification allows
	Starved                        // some threads have ended and all others wait forever, but not in a cycle
	Livelocked                     // threads that have not ended wait forever, and one of them loops
)

var outcomeNames = [...]string{"complete", "failed", "assume-blocked", "deadlocked", "leaked", "raced", "nonlinearizable", "starved", "livelocked"}

// IsStuck reports whether o means that nothing more can happen although some threads have not ended.
func (o Outcome) IsStuck() bool { return o == Deadlocked || o == Starved || o == Livelocked }

// Judge decides what the events of a maximal execution alone do not show: its outcome, and what went wrong if
// something did. It is for programs made by a translator, and is called from several goroutines.
type Judge func(events []event.Event, o Outcome, failure string) (Outcome, string)

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

// AfterRaces returns the outcome of an execution with data races that would otherwise have outcome o: Raced, unless o is worse.
func (o Outcome) AfterRaces() Outcome {
	if o == Complete || o == AssumeBlocked || o == Leaked {
		return Raced
	}
	return o
}
