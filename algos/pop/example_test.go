package pop_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/model"
)

// asleep prints the sleep set expressions that block a read after five events.
type asleep struct{}

func (asleep) Asleep(e []model.Event, read model.Event, reason func() string) {
	if len(e) == 5 {
		fmt.Println(reason())
	}
}
func (asleep) Found(algos.Reversal)           {}
func (asleep) Begun(_, _ []model.Event)       {}
func (asleep) Ended([]model.Event, algos.End) {}

// The worked example of package characterization: after c=y · d=z · e=x · g=1 · a=y of
// the paper's Fig. 2, a sleep set expression keeps b=x from being executed.
func Example() {
	_, err := pop.New(algos.Options{Observer: asleep{}}).Explore(context.Background(), benchmarks.Fig1(), nil)
	fmt.Println("error", err)
	// Output:
	// by the schedule of s.3 read x: ⟨⟩[q.2 write z · r.3 read x ▷ y^{s.1 read y, r.2 read y}]^{r.2 read y} ▷ x^{s.3 read x}
	// error <nil>
}
