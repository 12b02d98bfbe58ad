package algos

import (
	"context"
	"errors"

	"dporbench/algos/counters"
	"dporbench/model"
	"dporbench/model/memory"
)

// ErrStop, returned by visit, ends an exploration without an error.
var ErrStop = errors.New("stop exploring")

// Explorer enumerates the maximal executions of a program.
//
// Explore may be called any number of times, even concurrently: an Explorer holds only its
// options, and keeps nothing between calls. Explore calls visit, which may be nil, once for
// each maximal execution, as soon as it is reached; the execution is valid until visit returns.
// Explore returns nil when nothing is left to explore or visit returns ErrStop, any other error
// of visit, the cause if ctx is done, or an error if the program cannot be explored, because it
// exceeds the step bound or is not deterministic. In every case the Stats are accurate up to
// that moment, and no goroutine is left behind.
type Explorer interface {
	Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (Stats, error)
}

// Options are the same for all algorithms. The zero value is a sensible
// default.
type Options struct {
	// Order says which of the enabled threads comes first. It changes the order of
	// exploration and the representative of each class, not the classes.
	Order Order
	// Seed seeds RandomThread.
	Seed uint64
	// Memory is the memory model, sequential consistency by default. An algorithm
	// returns an error for one that it does not support.
	Memory memory.Model
	// MaxSteps bounds the length of one execution, in events; 0 is
	// behaviour.DefaultMaxSteps. A longer execution is an error.
	MaxSteps int
	// Places makes a machine.Machine record the source lines of operations, which takes time when each is first
	// reached.
	Places bool
	// Preemptions limits the classes visited to those within a bound; it requires sequential consistency.
	Preemptions Bound
	// Progress, if not nil, is called after each maximal execution, by the goroutine that
	// explores, with the counts so far. It must neither change the Stats nor keep the
	// pointer.
	Progress func(*Stats)
	// Observer, if not nil, is notified of the exploration's steps.
	Observer Observer
}

// Order is a scheduling order.
type Order int

// The scheduling orders.
const (
	FirstThread  Order = iota // the thread with the lowest number first
	LastThread                // the thread with the highest number first
	RandomThread              // a random one, from a seeded generator
	// QuietFirst takes the thread with the lowest number among those whose next event is on a variable or mutex that no other thread
	// has accessed in a first execution, which is not counted; if there is none, the thread with the lowest number. Explorers of
	// graphs refuse it.
	QuietFirst
	// CalmFirst, RecentFirst and ShortestFirst take first the thread whose next event is on the object that the fewest threads have
	// accessed in that first execution; the thread whose next event depends on the latest event of another one; and the thread
	// with the shortest run of events that share nothing. They are for comparisons (docs/speed.md).
	CalmFirst
	RecentFirst
	ShortestFirst
)

var orderNames = [...]string{"first", "last", "random", "quiet", "calm", "recent", "shortest"}

func (o Order) String() string { return orderNames[o] }

// FollowsFirst reports whether the order depends on a first execution, which is not counted.
func (o Order) FollowsFirst() bool { return o >= QuietFirst }

// Orders returns the scheduling orders that all algorithms take.
func Orders() []Order { return []Order{FirstThread, LastThread, RandomThread} }

// AllOrders returns all scheduling orders; the command line uses their String as names.
func AllOrders() []Order { return append(Orders(), QuietFirst, CalmFirst, RecentFirst, ShortestFirst) }

// Stats holds the counts of an exploration, and the most it stored at any time. All counts are exact, and the same on
// every machine.
type Stats struct {
	Counts
	Peak Stored
	Work Work // complete once Explore has returned
	// Beyond counts the executions that a bound of preemptions has left out, and the explorations that could have led
	// only to such executions. If it is 0, nothing is beyond the bound.
	Beyond int64
}

// Counted returns the counter in c of executions with that outcome; nil if it is [model.Complete].
func Counted(c *Counts, o model.Outcome) *int64 {
	switch o {
	case model.Failed:
		return &c.Failed
	case model.AssumeBlocked:
		return &c.AssumeBlocked
	case model.Deadlocked:
		return &c.Deadlocked
	case model.Starved:
		return &c.Starved
	case model.Livelocked:
		return &c.Livelocked
	case model.Leaked:
		return &c.Leaked
	case model.Raced:
		return &c.Raced
	case model.NotLinearizable:
		return &c.NonLinearizable
	}
	return nil
}

// Add adds the counts of another part of the same exploration. Each peak becomes the larger of the two.
func (s *Stats) Add(o Stats) {
	s.Counts.Add(o.Counts)
	s.Peak.Raise(o.Peak)
	s.Work.Add(o.Work)
	s.Beyond += o.Beyond
}

// Counts, Stored and Work are the counters. Results files have a column for each.
type (
	Counts = counters.Counts
	Stored = counters.Stored
	Work   = counters.Work
)
