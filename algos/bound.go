package algos

import (
	"fmt"
	"strconv"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/preemption"
)

// Bound limits the preemptions of the classes visited: every class within the bound is visited, and no other. The
// zero value sets no limit.
//
// A class is within the bound if one of its executions is. Every algorithm respects a bound, since a [Session] drops
// executions whose class is beyond it, and counts them as redundant. An algorithm that is Bounded also prunes much of
// what leads only to such executions.
type Bound int32

// AtMost is the bound of k preemptions.
func AtMost(k int) Bound { return Bound(k + 1) }

// Limit returns the maximum number of preemptions; any is false if there is no limit.
func (b Bound) Limit() (k int, any bool) { return int(b) - 1, b > 0 }

func (b Bound) String() string {
	if k, any := b.Limit(); any {
		return strconv.Itoa(k)
	}
	return "any"
}

// limit checks executions against a Bound.
type limit struct {
	Bound
	counter *preemption.Counter // nil without a bound
}

func newLimit(p *model.Program, b Bound) (l limit, err error) {
	l.Bound = b
	if _, any := b.Limit(); !any {
		return l, nil
	}
	l.counter, err = preemption.NewCounter(p)
	return l, err
}

func (l limit) close() {
	if l.counter != nil {
		l.counter.Close()
	}
}

// exceeds reports whether the class of an execution is beyond the bound.
func (l limit) exceeds(events []event.Event) (bool, error) {
	k, _ := l.Limit()
	f, err := l.counter.Fewest(k, events)
	if err == nil && f.TooLarge {
		err = fmt.Errorf("an execution of %d events is too large to find whether it takes more than %d preemptions", len(events), k)
	}
	return !f.Found, err
}
