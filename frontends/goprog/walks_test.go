package goprog_test

import (
	"maps"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/frontends/goprog/testdata/walks"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/trace"
)

// TestWalks: a range over a sync.Map that changes meanwhile visits, in some execution, each sequence of keys that it may visit; a
// compiled program visits one of these. In the order in which keys are stored it visits one of them, and notes that there are others.
func TestWalks(t *testing.T) {
	for name, c := range map[string]struct {
		compiled func() string
		want     []string
	}{
		"Stored":      {walks.Stored, []string{"1", "12"}},
		"Replaced":    {walks.Replaced, []string{"1", "13", "2", "23"}},
		"Restored":    {walks.Restored, []string{"12", "21"}},
		"Anew":        {walks.Anew, []string{"1", "12", "2", "21"}},
		"Cleared":     {walks.Cleared, []string{"12", "21"}},
		"Set":         {walks.Set, []string{"12", "123", "13", "132", "21", "213", "23", "231", "31", "312", "32", "321"}},
		"Twice":       {walks.Twice, []string{"1", "11", "112", "12", "121"}},
		"Interrupted": {walks.Interrupted, []string{"1", "12", "21"}},
		"Concurrent":  {walks.Concurrent, []string{"", "1", "12", "2", "21"}},
		"Moved":       {walks.Moved, []string{"", "1", "12", "2", "21"}},
	} {
		for _, algorithm := range []string{"pop", "exhaustive"} {
			if got := visitedKeys(t, name, algorithm, true); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: %q, want %q", name, algorithm, got, c.want)
			}
		}
		for range 2000 {
			if keys := c.compiled(); !slices.Contains(c.want, keys) {
				t.Errorf("%s: the compiled program visits %q", name, keys)
			}
		}
		for _, keys := range visitedKeys(t, name, "pop", false) {
			if !slices.Contains(c.want, keys) {
				t.Errorf("%s, keys as they are stored: %q", name, keys)
			}
		}
	}
}

// visitedKeys returns the texts that the executions of a function print.
func visitedKeys(t *testing.T, name, algorithm string, anyOrder bool) []string {
	t.Helper()
	p := programWith(t, "./testdata/walks", "Explore"+name, goprog.Options{AnyOrder: anyOrder, Settle: 500})
	a, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	if _, err := a.Explore(t.Context(), p, func(e *model.Execution) error {
		found, err := trace.Of(p, memory.SC, e.Events())
		text, _ := found.Output()
		all[text] = true
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !anyOrder && !(*front.Program)(p).HasOrders() {
		t.Errorf("%s: no other orders are noted", name)
	}
	return slices.Sorted(maps.Keys(all))
}
