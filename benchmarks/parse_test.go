package benchmarks

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The embedded files have the columns by which they are read.
func TestEmbedded(t *testing.T) {
	if len(PaperTable()) != 30 || len(Counts()) <= 30 {
		t.Errorf("%d rows of Table 1, %d counts", len(PaperTable()), len(Counts()))
	}
	for _, c := range Counts() {
		if c.Executions < 1 {
			t.Errorf("%s%v: %d executions", c.Benchmark, c.Params, c.Executions)
		}
	}
	want := PaperRow{
		Benchmark:  "indexer",
		Params:     []int{15},
		Executions: 4096,
		TruSt:      PaperFigures{Seconds: 11.07, MB: 89},
		Optimal:    PaperFigures{Seconds: 8.58, MB: 116},
		POP:        PaperFigures{Seconds: 5.65, MB: 90},
	}
	for _, r := range PaperTable() {
		if r.Benchmark == want.Benchmark && r.Params[0] == want.Params[0] {
			if d := cmp.Diff(want, r); d != "" {
				t.Error(d)
			}
		}
	}
}
