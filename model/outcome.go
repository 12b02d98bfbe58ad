package model

// Outcome says how a maximal execution ended.
type Outcome int

// The outcomes. An execution has the first one that applies, in this order: failed, not linearizable, stuck (deadlocked,
// starved or livelocked), raced, assume-blocked, leaked, complete. Only a [Judge] finds leaks and what is not linearizable.
// That of Go programs finds races as well, and has the order raced, failed, not linearizable, assume-blocked, leaked, stuck,
// complete.
const (
	Complete        Outcome = iota // every thread has ended
	Failed                         // a thread failed: a false Assert, a panic, a bad Unlock
	AssumeBlocked                  // a thread stopped at a false Assume
	Deadlocked                     // no thread goes on: none has ended, or some wait in a circle for mutexes and the ends of threads
	Leaked                         // a thread waits forever, but not the first one; or memory is lost
	Raced                          // two threads access a variable and nothing orders that: see [Thread.With]
	NotLinearizable                // the operations of an object have no order that its specification allows
	Starved                        // threads have ended, and those that have not wait forever, though not in a circle
	Livelocked                     // threads that have not ended wait forever, and one of them goes round a loop
)

var outcomeNames = [...]string{"complete", "failed", "assume-blocked", "deadlocked", "leaked", "raced", "nonlinearizable", "starved", "livelocked"}

// IsStuck reports whether o says that nothing more will ever happen though threads have not ended.
func (o Outcome) IsStuck() bool { return o == Deadlocked || o == Starved || o == Livelocked }

// Judge says more about a maximal execution than is to be seen from its events alone: its outcome, and what went wrong
// if something did. It is for programs that a translator has made, and is called from several goroutines.
type Judge func(events []Event, o Outcome, failure string) (Outcome, string)

func (o Outcome) String() string { return outcomeNames[o] }

// Verb says what an execution with outcome o does or is, after "that": "failed", "deadlocked", "is not linearizable".
func (o Outcome) Verb() string {
	if o == NotLinearizable {
		return "is not linearizable"
	}
	return o.String()
}

// AfterRaces is how an execution ends that has data races and otherwise this outcome: what is worse is not hidden.
func (o Outcome) AfterRaces() Outcome {
	if o == Complete || o == AssumeBlocked || o == Leaked {
		return Raced
	}
	return o
}
