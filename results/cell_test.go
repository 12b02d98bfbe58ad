package results

import (
	"testing"
	"time"
)

// repetitions are rows of one run; a positive number is the time in seconds of a
// repetition that finished.
func repetitions(outcomes ...any) []Row {
	var rows []Row
	for i, outcome := range outcomes {
		row := Row{Run: Run{Benchmark: "b", Repetition: i + 1}, Status: OK}
		switch o := outcome.(type) {
		case int:
			row.Wall = time.Duration(o) * time.Second
		case Status:
			row.Status = o
		}
		rows = append(rows, row)
	}
	return rows
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		rows []Row
		want int // repetition
	}{
		{repetitions(5), 1},
		{repetitions(3, 1, 2), 3},
		{repetitions(4, 1, 3, 2), 4},
		{repetitions(1, Timeout, 2), 2},
		{repetitions(7, Interrupted), 1},
		{repetitions(Interrupted), 1},
		{repetitions(1, Failed, OutOfMemory), 2},
	} {
		if got := (Cell{test.rows}).Median().Repetition; got != test.want {
			t.Errorf("median of %v is repetition %d, want %d", test.rows, got, test.want)
		}
	}
}

func TestSpread(t *testing.T) {
	shortest, longest := Cell{repetitions(3, 1, Timeout, 2)}.Spread()
	if shortest != time.Second || longest != 3*time.Second {
		t.Errorf("from %v to %v", shortest, longest)
	}
}

func TestMiddleHalf(t *testing.T) {
	for _, test := range []struct {
		rows      []Row
		low, high time.Duration
	}{
		{repetitions(Timeout), 0, 0},
		{repetitions(4), 4, 4},
		{repetitions(4, 2, Timeout, 9), 2, 9},
		{repetitions(5, 1, 3, 99, 2), 2, 5},
		{repetitions(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), 3, 9},
	} {
		low, high := (Cell{test.rows}).MiddleHalf()
		if low != test.low*time.Second || high != test.high*time.Second {
			t.Errorf("%d samples: from %v to %v, want %d to %d s", len(test.rows), low, high, test.low, test.high)
		}
	}
}

func TestSamples(t *testing.T) {
	if n := (Cell{repetitions(1, Timeout, 2, Interrupted)}).Samples(); n != 2 {
		t.Errorf("%d samples", n)
	}
}

func TestCellsGatherRepetitions(t *testing.T) {
	a, b := repetitions(1, 2), repetitions(3)
	b[0].Algorithm = "other"
	again := a[0]
	again.Wall = time.Minute
	cells := Cells([]Row{a[1], b[0], a[0], again})
	if len(cells) != 2 || len(cells[0].Rows) != 2 || len(cells[1].Rows) != 1 {
		t.Fatalf("cells %v", cells)
	}
	if first := cells[0].Rows[0]; first.Repetition != 1 || first.Wall != time.Minute {
		t.Errorf("the later row of a repetition does not count: %v", first)
	}
}

func TestConsistent(t *testing.T) {
	rows := repetitions(1, Timeout, 2)
	rows[1].Executions = 5 // of a run that did not finish: means nothing
	if !(Cell{rows}).Consistent() {
		t.Error("equal counts are not consistent")
	}
	rows[2].Events++
	if (Cell{rows}).Consistent() {
		t.Error("different counts are consistent")
	}
}

func TestSatisfies(t *testing.T) {
	now := Run{Timeout: time.Minute, MemLimit: 100}
	for _, test := range []struct {
		row  Row
		want bool
	}{
		{Row{Status: OK}, true},
		{Row{Status: Failed, Run: now}, false},
		{Row{Status: Interrupted, Run: now}, false},
		{Row{Status: Timeout, Run: now}, true},
		{Row{Status: Timeout, Run: Run{Timeout: time.Second}}, false},
		{Row{Status: OutOfMemory, Run: now}, true},
		{Row{Status: OutOfMemory, Run: Run{Timeout: time.Hour, MemLimit: 99}}, false},
	} {
		if got := test.row.Satisfies(now); got != test.want {
			t.Errorf("%s with limits %v, %d: answers %v", test.row.Status, test.row.Timeout, test.row.MemLimit, got)
		}
	}
}

// TestMedianMemory: the memory of a cell is the median of its runs' memories, whichever of them has the median time.
func TestMedianMemory(t *testing.T) {
	var c Cell
	for i, rss := range []int64{50, 10, 30} {
		c.Rows = append(c.Rows, Row{Status: OK, Wall: time.Duration(i + 1), PeakRSS: rss})
	}
	if m := c.Median(); m.Wall != 2 || m.PeakRSS != 30 {
		t.Errorf("time %v and memory %d, want 2 and 30", m.Wall, m.PeakRSS)
	}
	if c.Rows[1].PeakRSS != 10 {
		t.Error("a row was changed")
	}
}
