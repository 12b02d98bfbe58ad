package campaign

import (
	"fmt"
	"io"
	"iter"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

// Display is two bars: one for all the runs, one for the current one.
type Display struct {
	container *mpb.Progress
	all       *mpb.Bar
	run       *mpb.Bar
	running   results.Run
	sizes     *Sizes
	ended     func() // to be called at the end of the current run
	forecast  *forecast
	end       atomic.Pointer[time.Time] // when the plan is expected to be done
}

// newDisplay starts showing the progress of a plan on w, which must be a terminal.
// repeat says which repetitions of the plan there will be.
func newDisplay(w io.Writer, plan iter.Seq[results.Run], sizes *Sizes, repeat Repeat) *Display {
	d := &Display{sizes: sizes, forecast: newForecast(plan, sizes.expected, repeat)}
	d.expect()
	d.container = mpb.New(mpb.WithOutput(w), mpb.WithWidth(24), mpb.WithRefreshRate(500*time.Millisecond))
	d.all = d.container.AddBar(int64(d.forecast.count()),
		mpb.BarPriority(1),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name("all runs", decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(d.text, decor.WCSyncSpaceR), decor.Elapsed(decor.ET_STYLE_GO)),
	)
	return d
}

func (d *Display) expect() {
	end := time.Now().Add(d.forecast.remaining())
	d.end.Store(&end)
}

func (d *Display) text(now decor.Statistics) string {
	left := max(time.Until(*d.end.Load()), 0).Round(time.Second)
	return fmt.Sprintf("%d done, %d left, ends in about %v,", now.Current, now.Total-now.Current, left)
}

func (d *Display) Begin(run results.Run) {
	d.forecast.begin(run)
	d.expect()
	d.running = run
	d.ended = d.sizes.begin(run)
	state := &state{started: time.Now(), run: run, sizes: d.sizes}
	d.run = d.container.AddBar(d.sizes.expected(run),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(run.Name()+" "+run.Algorithm, decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(state.text, decor.WCSyncSpaceR)),
	)
}

func (d *Display) Progress(p job.Progress) {
	d.forecast.progress(d.running, p)
	d.expect()
	if n := d.sizes.expected(d.running); n > 0 && d.sizes.Published(d.running) == 0 {
		d.run.SetTotal(max(n, p.Executions+1), false)
	}
	d.run.SetCurrent(p.Executions)
}

func (d *Display) End(row results.Row) {
	d.ended()
	d.forecast.end(row)
	d.expect()
	d.run.Abort(true)
	d.all.Increment()
}

func (d *Display) Skip(run results.Run) {
	d.forecast.skip(run)
	d.expect()
	d.all.Increment()
}

func (d *Display) Close() {
	d.all.Abort(true)
	d.container.Wait()
}

type state struct {
	started time.Time
	run     results.Run
	sizes   *Sizes
}

func (s *state) text(now decor.Statistics) string {
	return s.after(time.Since(s.started), now.Current)
}

// after shows the number of executions, the expected number, their rate, and when the
// run will end: as its rate suggests if the expected number is known, at the time limit
// at the latest.
func (s *state) after(elapsed time.Duration, executions int64) string {
	rate := float64(executions) / elapsed.Seconds()
	return fmt.Sprintf("%d%s executions, %.0f/s, %v, %s", executions, s.sizes.text(s.run, executions), rate, elapsed.Round(time.Second), s.end(elapsed, executions, rate))
}

func (s *state) end(elapsed time.Duration, executions int64, rate float64) string {
	limit := (s.run.Timeout - elapsed).Round(time.Second)
	if expected := s.sizes.expected(s.run); expected > 0 && rate > 0 {
		left := value.Seconds(float64(expected-executions) / rate).Round(time.Second)
		if left < limit {
			about := ""
			if s.sizes.Published(s.run) == 0 {
				about = "about "
			}
			return fmt.Sprintf("ends in %s%v", about, max(left, 0))
		}
	}
	return fmt.Sprintf("time limit in %v", max(limit, 0))
}

// quiet is how long a plan must take before it gets lines: a short one needs none.
const quiet = 10 * time.Second

// lineInterval is the time between lines about a run, and before the first one.
const lineInterval = time.Minute

// Lines shows the progress of a plan where there is no terminal: a line for each run
// that has ended, and one every minute for the current run.
type Lines struct {
	w        io.Writer
	started  time.Time
	forecast *forecast
	sizes    *Sizes
	state    state // of the current run
	told     time.Time
	ended    func() // to be called at the end of the current run
	done     int
	all      int
}

// newLines starts writing such lines to w. The other arguments are as in newDisplay.
func newLines(w io.Writer, plan iter.Seq[results.Run], sizes *Sizes, repeat Repeat) *Lines {
	f := newForecast(plan, sizes.expected, repeat)
	return &Lines{w: w, started: time.Now(), forecast: f, sizes: sizes, all: f.count()}
}

func (l *Lines) Begin(run results.Run) {
	l.forecast.begin(run)
	l.ended = l.sizes.begin(run)
	l.state, l.told = state{started: time.Now(), run: run, sizes: l.sizes}, time.Now()
}

// Progress writes how far a long run has got.
func (l *Lines) Progress(p job.Progress) {
	if time.Since(l.told) < lineInterval {
		return
	}
	l.told = time.Now()
	fmt.Fprintf(l.w, "dporbench: run %d of %d: %s, %s: %s\n", l.done+1, l.all, l.state.run.Name(), l.state.run.Algorithm,
		l.state.after(p.Elapsed, p.Executions))
}

// End writes how the run ended, and when all runs will have ended.
func (l *Lines) End(row results.Row) {
	l.ended()
	l.done++
	l.forecast.end(row)
	if time.Since(l.started) < quiet {
		return
	}
	fmt.Fprintf(l.w, "dporbench: run %d of %d: %s, %s: %s, %d executions in %v; all end in about %v\n", l.done, l.all, row.Name(), row.Algorithm,
		row.Status, row.Reached, row.Elapsed.Round(time.Millisecond), l.forecast.remaining().Round(time.Second))
}

func (l *Lines) Skip(run results.Run) {
	l.done++
	l.forecast.skip(run)
}
