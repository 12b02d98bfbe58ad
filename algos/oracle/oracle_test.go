package oracle

import (
	"errors"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/pop"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

func TestDifference(t *testing.T) {
	oracle := Classes{"a": 1, "b": 3, "c": 1}
	for _, c := range []struct {
		got         Classes
		want, first string
	}{
		{Classes{"a": 1, "b": 1, "c": 1}, "", ""},
		{Classes{"c": 1}, "of 3 classes: 2 missing", "a"},
		{Classes{"a": 1, "b": 4, "c": 1}, "of 3 classes: 3 repeated", "b"},
		{Classes{"a": 1, "b": 1, "c": 2, "d": 2}, "of 3 classes: 1 unknown, 2 repeated", "d"},
		{Classes{"b": 2, "d": 1}, "of 3 classes: 2 missing, 1 unknown, 1 repeated", "a"},
		{Classes{}, "of 3 classes: 3 missing", "a"},
	} {
		d := c.got.Compare(oracle)
		if d.String() != c.want || c.got.Difference(oracle) != c.want || d.First() != c.first {
			t.Errorf("%v: %q, first %q, want %q, %q", c.got, d, d.First(), c.want, c.first)
		}
	}
}

// TestCollect: classes are counted and announced by the equivalence of the keyer, up to an error.
func TestCollect(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: a=x; b=y | r: y=1")
	keyer := equivalence.Mazurkiewicz.NewKeyer(p, memory.SC)
	defer keyer.Close()
	want, _, err := Collect(t.Context(), keyer, exhaustive.New(algos.Options{}), p, nil)
	if err != nil || len(want) != 4 {
		t.Fatalf("%d classes, error %v, want 4", len(want), err)
	}
	var announced []string
	got, stats, err := Collect(t.Context(), keyer, pop.New(algos.Options{}), p, func(_ *model.Execution, key string, visits int) error {
		if visits != 1 {
			t.Errorf("visited %d times", visits)
		}
		announced = append(announced, key)
		return nil
	})
	if d := got.Difference(want); d != "" || err != nil || stats.Executions != 4 || len(announced) != 4 {
		t.Errorf("%s, %d executions, %d announced, error %v", d, stats.Executions, len(announced), err)
	}
	enough := errors.New("enough")
	got, _, err = Collect(t.Context(), keyer, pop.New(algos.Options{}), p, func(*model.Execution, string, int) error { return enough })
	if len(got) != 1 || !errors.Is(err, enough) {
		t.Errorf("%d classes, error %v", len(got), err)
	}
}
