// Package algos holds what every exploration algorithm has in common: the
// interface it implements, its options and what it counts. Each algorithm is a
// package of its own below this one, listed in algos/catalog. Whoever explores
// takes an Explorer from there and calls Explore; whoever writes one begins with
// NewExplorer, and tests it with algos/algostest.
package algos

import (
	"context"
	"errors"

	"dporbench/internal/counters"
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

// Stats is what an exploration counts: how much it has done, and how much it
// stored at most. All of it is exact, and the same on every machine.
type Stats struct {
	Counts
	Peak Stored
}

// Counts and Stored are the counters. Results files have a column for each.
type (
	Counts = counters.Counts
	Stored = counters.Stored
)
