// Package algos holds what every exploration algorithm has in common: the
// interface it implements, its options and what it counts. Each algorithm is a
// package of its own below this one, listed in algos/catalog. Whoever explores
// takes an Explorer from there and calls Explore; whoever writes one begins with
// NewExplorer, and tests it with algos/algostest.
package algos

import (
	"context"
	"errors"

	"dporbench/model"
)

// ErrStop, returned by visit, ends an exploration without an error.
var ErrStop = errors.New("stop exploring")

// Explorer enumerates the maximal executions of a program.
//
// The caller calls Explore any number of times, also from several goroutines:
// an Explorer is its options and holds nothing between two calls. Explore calls
// visit, which may be nil, once for each maximal execution it reaches, before
// it goes on; the execution is valid until visit returns. It returns when
// nothing is left to explore (nil), when visit returns ErrStop (nil), when
// visit returns another error (that error), when ctx is done (its cause), or
// when the program cannot be explored: it runs past the step bound, or is not
// deterministic. The Stats are right up to that moment in every case. When it
// returns, no goroutine is left.
type Explorer interface {
	Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (Stats, error)
}

// Options are the same for all algorithms. The zero value is a sensible
// default.
type Options struct {
	// Order says which of the threads that may go on does. It changes the
	// order of exploration and the representative of each class, not the
	// classes.
	Order Order
	// Seed seeds RandomThread.
	Seed uint64
	// MaxSteps bounds the length of one execution, in events; 0 is
	// model.DefaultMaxSteps. A longer execution is an error.
	MaxSteps int
	// Progress, if not nil, is called after each maximal execution, by the
	// goroutine that explores, with what has been counted so far. The Stats
	// are the exploration's own: read them, and copy what is to be kept.
	Progress func(*Stats)
	// Observer, if not nil, is told how the exploration goes.
	Observer Observer
}

// Order is a scheduling order.
type Order int

// The scheduling orders.
const (
	FirstThread  Order = iota // the thread with the lowest number first
	LastThread                // the thread with the highest number first
	RandomThread              // any, from a seeded generator
)

var orderNames = [...]string{"first", "last", "random"}

func (o Order) String() string { return orderNames[o] }

// Orders are all scheduling orders, as the command line names them.
func Orders() []Order { return []Order{FirstThread, LastThread, RandomThread} }

// Stats is what an exploration counts. All of it is exact, and the same on
// every machine.
type Stats struct {
	Executions    int64 // maximal executions visited, of any outcome
	Failed        int64 // those of them that failed,
	AssumeBlocked int64 // that stopped at a false Assume,
	Deadlocked    int64 // that deadlocked
	Redundant     int64 // explorations given up because a sleep set blocked them
	Events        int64 // events executed, without those executed again to return to an earlier prefix
	Replayed      int64 // events executed again to return to an earlier prefix

	Peak Stored // what was stored at most
}

// Stored counts what an explorer keeps in memory, each as the largest number
// at any one time. A counter that means nothing to an algorithm stays 0.
type Stored struct {
	Events         int64 // events of the executions and schedules held: the current one and all that is kept to be gone on with
	Frames         int64 // explorations begun and not ended (depth of recursion)
	SleepEntries   int64 // threads, schedules or expressions in the sleep sets in force
	Configurations int64 // configurations remembered as seen (exhaustive)
	WakeupNodes    int64 // nodes of wakeup trees
	Schedules      int64 // schedules collected and not yet explored, or explored and kept in sleep sets
	ScheduleEvents int64 // the events kept with those schedules
	GraphNodes     int64 // nodes of execution graphs
	BehaviourNodes int64 // nodes of the model's own cache of the threads' behaviour; bounded, see model.Machine
}
