package goprog_test

import (
	"strings"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

// TestOrders: ranges over maps take entries in one order or, on request, in each.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		function         string
		any              bool
		complete, failed int
	}{
		{"Orders", false, 1, 0}, {"Orders", true, 5, 1},
		// The key is deleted before the range, after the first entry, after the second, or after the range: except for the first case,
		// in each of two orders.
		{"Deleted", false, 4, 0}, {"Deleted", true, 7, 0},
		// The range ends after one, two or three keys, or takes all.
		{"Grows", false, 1, 0}, {"Grows", true, 3, 1},
		{"Reflected", false, 1, 0}, {"Reflected", true, 5, 1}, {"ReflectedKeys", false, 1, 0}, {"ReflectedKeys", true, 5, 1},
		// The keys are sorted.
		{"Encoded", false, 1, 0}, {"Encoded", true, 1, 0},
	} {
		folder := "./testdata/programs"
		if strings.HasPrefix(c.function, "Reflected") || c.function == "Encoded" {
			folder = "./testdata/walks"
		}
		p := programWith(t, folder, c.function, goprog.Options{AnyOrder: c.any, Settle: 500})
		seen, all := explore(t, p, "pop"), explore(t, p, "exhaustive")
		if seen.outcomes[model.Complete] != c.complete || seen.outcomes[model.Failed] != c.failed || seen.executions != c.complete+c.failed || len(all.classes) != seen.executions {
			t.Errorf("%s, any order %t: %v, want %d complete and %d failed; %d classes", c.function, c.any, seen.outcomes, c.complete, c.failed, len(all.classes))
		}
		if noted := (*front.Program)(p).HasOrders(); !c.any && noted != (c.function != "Encoded") {
			t.Errorf("%s: that there are other orders is noted: %t", c.function, noted)
		}
	}
}
