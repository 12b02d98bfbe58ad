package plots

import (
	"os"
	"testing"

	"dporbench/results"
)

// TestCoverage: there is a panel for each program, the even draw is first in the legend, and percentages are shown only
// if the number of classes is known.
func TestCoverage(t *testing.T) {
	rows := []results.Coverage{
		{Program: "b 2", Classes: 4, Sampler: "rff", Samples: 1, Seen: 1},
		{Program: "b 2", Classes: 4, Sampler: "rff", Samples: 10, Seen: 3},
		{Program: "b 2", Classes: 4, Sampler: "even", Exact: true, Samples: 1, Seen: 1},
		{Program: "a", Sampler: "pct-7", Samples: 5, Seen: 3},
	}
	f := coverage(rows)
	if len(f.panels) != 2 || f.panels[0].title != "b 2" || f.panels[1].title != "a" {
		t.Fatalf("panels %+v", f.panels)
	}
	first, second := f.panels[0], f.panels[1]
	if c := first.curves; len(c) != 2 || c[0].algorithm != "even" || c[1].points[1] != (point{x: 10, y: 75}) {
		t.Errorf("curves %+v", c)
	}
	if !first.y.percent || second.y.percent || second.curves[0].points[0].y != 3 {
		t.Errorf("axes %+v and %+v", first.y, second.y)
	}
	if page := f.paginate()[0]; page.panels[0].y.min != 0 || page.panels[0].y.max != 100 {
		t.Errorf("percentages from %v to %v", page.panels[0].y.min, page.panels[0].y.max)
	}
	files, err := DrawCoverage(t.TempDir(), rows, Formats()[:1])
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, error %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Size() == 0 {
		t.Errorf("%s: error %v", files[0], err)
	}
	if _, err := DrawCoverage(t.TempDir(), nil, Formats()[:1]); err != ErrNothing {
		t.Errorf("of nothing: error %v", err)
	}
}
