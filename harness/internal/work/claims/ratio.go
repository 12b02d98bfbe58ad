package claims

import (
	"fmt"
	"math"
	"time"

	"dporbench/results"
)

// A median is not taken to be known better than this, as parts of itself: with
// few samples the spread says little, and with many there is still what changes
// from one day to the next. Few samples may also be off by what a time slice of
// the system's scheduler is.
const (
	timeSlice  = 5 * time.Millisecond
	marginFew  = 0.10
	marginMany = 0.03
	many       = 5
)

// Ratio is how one cell compares with another. The zero Ratio is not known.
type Ratio struct {
	Value float64
	// Most says that Value is only known to be at most that, since the run it is
	// compared with was stopped at a limit.
	Most bool
	// Clear says that the difference is beyond the spread of the samples.
	Clear bool
}

// Known reports whether there is a ratio.
func (r Ratio) Known() bool { return r.Value > 0 }

// String is "0.45", "≤ 0.45" or "–"; what is within the spread ends in "~".
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

// Time is the time of a divided by that of b. A time limit that b exceeded is a
// time it takes at least.
func Time(a, b results.Cell) Ratio {
	if !finished(a) || len(b.Rows) == 0 {
		return Ratio{}
	}
	of, to := a.Median(), b.Median()
	switch {
	case to.Status == results.OK:
		return Ratio{Value: of.Wall.Seconds() / to.Wall.Seconds(), Clear: apart(a, b)}
	case to.Status == results.Timeout:
		_, longest := interval(a)
		limit := to.Timeout.Seconds()
		return Ratio{Value: of.Wall.Seconds() / limit, Most: true, Clear: longest < limit}
	}
	return Ratio{}
}

// Memory is the peak resident memory of a divided by that of b. A memory limit
// that b exceeded is memory it takes at least. Memory differs little from one
// repetition to the next.
func Memory(a, b results.Cell) Ratio {
	if !finished(a) || len(b.Rows) == 0 {
		return Ratio{}
	}
	of, to := a.Median(), b.Median()
	value := float64(of.PeakRSS) / float64(max(to.PeakRSS, 1))
	switch to.Status {
	case results.OK:
		return Ratio{Value: value, Clear: math.Abs(math.Log(value)) > math.Log1p(marginFew)}
	case results.OutOfMemory, results.Timeout: // it had this much already
		return Ratio{Value: value, Most: true, Clear: value < 1/(1+marginFew)}
	}
	return Ratio{}
}

func finished(c results.Cell) bool { return len(c.Rows) > 0 && c.Median().Status == results.OK }

// apart reports whether the times of two cells are further apart than either is
// uncertain.
func apart(a, b results.Cell) bool {
	aLow, aHigh := interval(a)
	bLow, bHigh := interval(b)
	return aHigh < bLow || bHigh < aLow
}

// interval is where the time of a finished cell is taken to lie, in seconds: its
// spread, or the margin around its median where that is wider.
func interval(c results.Cell) (low, high float64) {
	from, to := c.MiddleHalf()
	median := c.Median().Wall
	around := time.Duration(marginFew*float64(median)) + timeSlice
	if c.Samples() >= many {
		around = time.Duration(marginMany * float64(median))
	}
	return min(from, median-around).Seconds(), max(to, median+around).Seconds()
}
