package table

import (
	"fmt"
	"slices"
	"time"

	"dporbench/results"
)

// Ratio is the figure of one cell divided by the figure of another. The zero Ratio is unknown.
type Ratio struct {
	Value float64
	// Most says that Value is only an upper bound, since the run compared with was stopped
	// at a limit.
	Most bool
	// Clear says that the difference is significant; TooFew that there are too few samples
	// for any difference to be significant. See [results.Significant].
	Clear, TooFew bool
}

func (r Ratio) Known() bool { return r.Value > 0 }

// String is "0.45", "≤ 0.45" or "–"; an insignificant ratio ends in "~".
func (r Ratio) String() string {
	if !r.Known() {
		return "–"
	}
	text := fmt.Sprintf("%.2f", r.Value)
	if r.Value >= 100 {
		text = fmt.Sprintf("%.0f", r.Value)
	}
	if r.Most {
		text = "≤ " + text
	}
	if !r.Clear {
		text += "~"
	}
	return text
}

// TimeRatio is the time of a divided by the time of b. A time limit that b exceeded is a
// lower bound of its time.
func TimeRatio(a, b results.Cell) Ratio {
	if !Finished(a) || len(b.Rows) == 0 {
		return Ratio{}
	}
	of, to := a.Median(), b.Median()
	switch to.Status {
	case results.OK:
		return ratio(results.WallTime, a, b, of.Wall.Seconds()/to.Wall.Seconds())
	case results.Timeout:
		_, longest := a.Spread()
		return Ratio{Value: of.Wall.Seconds() / to.Timeout.Seconds(), Most: true, Clear: longest < to.Timeout}
	}
	return Ratio{}
}

// TimePerExecution is the time per execution of a divided by the time per execution of b. Both must have finished.
func TimePerExecution(a, b results.Cell) Ratio {
	if !Finished(a) || !Finished(b) {
		return Ratio{}
	}
	more := float64(a.Median().Executions) / float64(max(b.Median().Executions, 1))
	scaled := results.Cell{Rows: slices.Clone(b.Rows)} // as if b had as many executions
	for i := range scaled.Rows {
		scaled.Rows[i].Wall = time.Duration(float64(scaled.Rows[i].Wall) * more)
	}
	return TimeRatio(a, scaled)
}

// MemoryRatio is the peak resident memory of a divided by the peak of b. If b exceeded a
// limit, its peak until then is a lower bound.
func MemoryRatio(a, b results.Cell) Ratio {
	if !Finished(a) || len(b.Rows) == 0 {
		return Ratio{}
	}
	to := b.Median()
	value := float64(a.Median().PeakRSS) / float64(max(to.PeakRSS, 1))
	switch to.Status {
	case results.OK:
		return ratio(results.PeakMemory, a, b, value)
	case results.OutOfMemory, results.Timeout:
		return Ratio{Value: value, Most: true, Clear: value < 1}
	}
	return Ratio{}
}

func ratio(f results.Figure, a, b results.Cell, value float64) Ratio {
	r := Ratio{Value: value}
	r.Clear, r.TooFew = results.Significant(f, a, b)
	return r
}

// Finished reports whether the run with the median time finished.
func Finished(c results.Cell) bool { return len(c.Rows) > 0 && c.Median().Status == results.OK }

// Floor is the smallest peak of resident memory among the cells that finished, in
// bytes: the needs of a process with next to no work. It is 0 if none finished.
func Floor(cells []results.Cell) int64 {
	least := int64(0)
	for _, c := range cells {
		if r := c.Median(); r.Status == results.OK && (least == 0 || r.PeakRSS < least) {
			least = r.PeakRSS
		}
	}
	return least
}
