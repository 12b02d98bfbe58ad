package catalog_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
)

// TestGrowthOfStorage follows the storage on exp-mem3(n), which has 2·n!
// executions: optimal, pop-naive and pop-lazy store about n times as much for
// n as for n-1, POP hardly more (appendix B of its paper).
func TestGrowthOfStorage(t *testing.T) {
	const from, to = 3, 8
	for _, c := range []struct {
		algorithm string
		store     func(algos.Stored) int64
		explodes  bool
	}{
		{"optimal", func(s algos.Stored) int64 { return s.WakeupNodes }, true},
		{"pop-naive", func(s algos.Stored) int64 { return s.Schedules }, true},
		{"pop-naive", func(s algos.Stored) int64 { return s.ScheduleEvents }, true},
		{"pop-lazy", func(s algos.Stored) int64 { return s.Schedules }, true},
		{"pop-lazy", func(s algos.Stored) int64 { return s.ScheduleEvents }, true},
		{"pop", func(s algos.Stored) int64 { return s.Events }, false},
		{"pop", func(s algos.Stored) int64 { return s.Frames }, false},
	} {
		previous := int64(0)
		for n := from; n <= to; n++ {
			if testing.Short() && n == to {
				break
			}
			x, err := catalog.New(c.algorithm, algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := x.Explore(context.Background(), program(t, "exp-mem3", []int{n}), nil)
			if err != nil {
				t.Fatal(err)
			}
			stored := c.store(stats.Peak)
			growth := float64(stored) / float64(previous)
			// A polynomial of degree 3 at most grows by (n/(n-1))³.
			polynomial := float64(n*n*n) / float64((n-1)*(n-1)*(n-1))
			switch {
			case n == from:
			case c.explodes && (growth < float64(n)-1 || growth > float64(n)+1.5):
				t.Errorf("%s, n = %d: %d stored, %.1f times as much as before, want about %d times", c.algorithm, n, stored, growth, n)
			case !c.explodes && growth > polynomial:
				t.Errorf("%s, n = %d: %d stored, %.1f times as much as before, want at most %.1f times", c.algorithm, n, stored, growth, polynomial)
			}
			previous = stored
		}
	}
}
