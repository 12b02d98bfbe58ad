package step

import (
	"bytes"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/internal/steps"
)

// TestText: the text names races, schedules and tails, and fits a terminal.
func TestText(t *testing.T) {
	var b bytes.Buffer
	a, _ := catalog.Lookup("pop")
	r, err := steps.Record(t.Context(), smallprog.MustBuild("p: x=1 | q: a=x"), a, algos.Options{}, 0)
	if err != nil || !r.Complete {
		t.Fatal(err)
	}
	writeListing(&b, r)
	writeSteps(&b, r, func(n int) bool { return n > 1 })
	for _, part := range []string{"p: x = 1 races with q: x → 1", "⟨q: x → 0*⟩", "tail", "execution 2, complete"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%q is not in\n%s", part, b.String())
		}
	}
	for row := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimRight(row, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, row)
		}
	}
}
