package progress

import (
	"fmt"
	"io"
	"iter"
	"time"

	"dporbench/harness/internal/work/measure"
	"dporbench/harness/internal/work/runner"
	"dporbench/results"
)

// quiet is how long a plan takes before there are lines: a short one needs none.
const quiet = 10 * time.Second

// Lines is the progress of a plan where there is no terminal: a line for each run
// that has ended.
type Lines struct {
	w        io.Writer
	started  time.Time
	forecast *forecast
	done     int
	all      int
}

// NewLines begins to write such lines to w. The other arguments are those of [New].
func NewLines(w io.Writer, plan iter.Seq[results.Run], expected func(results.Run) int64, repeat runner.Repeat) *Lines {
	f := newForecast(plan, expected, repeat)
	return &Lines{w: w, started: time.Now(), forecast: f, all: f.count()}
}

// Begin is told of a run that begins.
func (l *Lines) Begin(run results.Run) { l.forecast.begin(run) }

// Progress writes nothing.
func (l *Lines) Progress(measure.Progress) {}

// End writes how the run ended, and when all will have.
func (l *Lines) End(row results.Row) {
	l.done++
	l.forecast.end(row)
	if time.Since(l.started) < quiet {
		return
	}
	fmt.Fprintf(l.w, "dporbench: run %d of %d: %s, %s: %s, %d executions in %v; all end in about %v\n", l.done, l.all, row.Name(), row.Algorithm,
		row.Status, row.Reached, row.Elapsed.Round(time.Millisecond), l.forecast.remaining().Round(time.Second))
}

// Skip counts the run as done.
func (l *Lines) Skip(run results.Run) {
	l.done++
	l.forecast.skip(run)
}
