package algostest

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestQuickCheck checks that rapid makes the same choices each time, as many as
// requested, and leaves its flags as they were.
func TestQuickCheck(t *testing.T) {
	before := flag.Lookup("rapid.checks").Value.String()
	choices := func() []int {
		var made []int
		if err := quickCheck(100, func(t *rapid.T) { made = append(made, drawn{t}.IntN(1000)) }); err != nil {
			t.Error(err)
		}
		return made
	}
	first, second := choices(), choices()
	want := 100
	if testing.Short() {
		want = 10
	}
	if len(first) != want || !slices.Equal(first, second) {
		t.Errorf("%d and %d choices, want %d that are the same: %v, %v", len(first), len(second), want, first, second)
	}
	if after := flag.Lookup("rapid.checks").Value.String(); after != before {
		t.Errorf("-rapid.checks is %s, was %s", after, before)
	}
}

func TestQuickCheckOfNothing(t *testing.T) {
	err := quickCheck(100, func(t *rapid.T) { t.Skip("too large") })
	if err == nil || !strings.Contains(err.Error(), "only generated 0 valid tests") {
		t.Errorf("got %v, want an error about no valid tests", err)
	}
}

// TestQuickCheckShrinks checks that the last choice that fails is the smallest.
func TestQuickCheckShrinks(t *testing.T) {
	smallest := -1
	err := quickCheck(1000, func(t *rapid.T) {
		if n := (drawn{t}).IntN(1000); n >= 17 {
			smallest = n
			t.FailNow()
		}
	})
	if err == nil || smallest != 17 {
		t.Errorf("%d fails, error %v, want 17", smallest, err)
	}
}
