// Package bugs holds small programs with the classical mistakes of concurrent Go: each
// goes wrong under some schedules, and well under others. They are not for measurements,
// and so are not in the list of package benchmarks, but the commands find them by name.
package bugs

import (
	"dporbench/benchmarks"
	"dporbench/model"
)

// All returns the programs. The slice is the caller's.
func All() []benchmarks.Benchmark {
	return []benchmarks.Benchmark{
		bug("leaked-sender", "the caller gives up waiting, and the worker cannot send its answer", model.Starved, leakedSender),
		bug("unclosed-range", "the consumer ranges over a channel that is never closed", model.Starved, unclosedRange),
		bug("double-close", "two workers both close the channel when they see that all is done", model.Failed, doubleClose),
		bug("send-on-closed", "the owner closes a channel while a producer may still send", model.Failed, sendOnClosed),
		bug("lock-and-send", "a mutex is held during a send to a thread that needs the mutex", model.Deadlocked, lockAndSend),
		bug("lock-order", "two threads take two locks in opposite orders", model.Deadlocked, lockOrder),
		bug("recursive-rlock", "a reader locks again while a writer waits", model.Deadlocked, recursiveRLock),
		bug("upgrade", "a read lock is given up for a write lock, and what was read is not read again", model.Failed, upgrade),
		bug("leaked-permit", "a permit of a semaphore is not returned when the work fails", model.Starved, leakedPermit),
		bug("lost-wakeup", "the flag is set and signalled between its check and the wait", model.Starved, lostWakeup),
		bug("wait-with-if", "a waiter does not check again after it has been woken", model.Failed, waitWithIf),
		bug("late-add", "the worker adds itself to the WaitGroup, perhaps after Wait", model.Failed, lateAdd),
		bug("missing-done", "a worker that gives up early does not call Done", model.Starved, missingDone),
		bug("lost-update", "two increments are each a load and a store", model.Failed, lostUpdate),
		bug("double-checked", "the flag is set before what it guards", model.Failed, doubleChecked),
		bug("aba", "a compare-and-swap finds the old head again, with another successor", model.Failed, aba),
		bug("swarm-numbers", "totals are believed if there are as many records as tasks", model.Failed, swarmNumbers),
	}
}

// Lookup finds a program by its name.
func Lookup(name string) (benchmarks.Benchmark, bool) { return benchmarks.Find(All(), name) }

// bug returns a program that ends with that outcome when it goes wrong.
func bug(name, doc string, outcome model.Outcome, build func(p *model.Program)) benchmarks.Benchmark {
	return benchmarks.Benchmark{
		Name: name, Doc: doc, Source: "a classical mistake", Outcomes: []model.Outcome{outcome},
		Build: func([]int) *model.Program {
			p := model.NewProgram(name)
			build(p)
			return p
		},
	}
}
