package pop_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/model/event"
)

// asleep prints why a read is asleep after five events.
type asleep struct{}

func (asleep) Asleep(e []event.Event, read event.Event, reason func() string) {
	if len(e) == 5 {
		fmt.Println(reason())
	}
}
func (asleep) Found(algos.Reversal)           {}
func (asleep) Begun(_, _ []event.Event)       {}
func (asleep) Ended([]event.Event, algos.End) {}

// After c=y · d=z · e=x · g=1 · a=y of the paper's Fig. 2, b=x is asleep: it would complete a schedule
// already explored in place of x=1.
func Example() {
	_, err := pop.New(algos.Options{Observer: asleep{}}).Explore(context.Background(), benchmarks.Fig1(), nil)
	fmt.Println("error", err)
	// Output:
	// ⟨r.1 write g · r.2 read y · r.3 read x⟩ comes before ⟨s.1 read y · s.2 read z · s.3 read x⟩ in place of p.1 write x, since ⟨r.1 write g · r.2 read y⟩ comes before ⟨s.1 read y⟩ in place of q.1 write y, on the way to which it is executed (A)
	// error <nil>
}
