package trace_test

import (
	"context"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/smallprog"
	"dporbench/trace"
)

// TestFewestPreemptions: the numbers can be worked out by hand, the order that is
// returned is one of the same class, and the algorithm's own one is not better.
func TestFewestPreemptions(t *testing.T) {
	for _, c := range []struct {
		program string
		want    []int // for the classes, sorted
	}{
		{"p: x=1 | q: x=2", []int{0, 0}},
		{"p: x=1; a=y | q: y=1; b=x", []int{0, 0, 1}}, // store buffering: only both reads of 1 need a switch in between
		{"p: x=1; x=2 | q: a=x; b=x", []int{0, 0, 1, 1, 2, 2}},
		{"p: a=choose(2); x=a | q: b=x", []int{0, 0, 0, 0}},
		{"p: lock m; x=1; unlock m | q: lock m; a=x; unlock m", []int{0, 0}},
	} {
		small, err := smallprog.Parse(c.program)
		if err != nil {
			t.Fatal(err)
		}
		p := small.Build()
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		_, err = pop.Explore(context.Background(), p, func(e *model.Execution) error {
			order, n, ok, err := trace.FewestPreemptions(p, e.Events())
			if err != nil || !ok {
				t.Fatalf("%s: ok %v, error %v", c.program, ok, err)
			}
			if model.ClassKey(order) != e.Key() {
				t.Errorf("%s: another class", c.program)
			}
			if _, err := trace.Of(p, order); err != nil {
				t.Errorf("%s: %v", c.program, err)
			}
			got = append(got, n)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.program, got, c.want)
		}
	}
}
