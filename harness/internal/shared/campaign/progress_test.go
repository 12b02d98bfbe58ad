package campaign

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8/decor"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/job"
	"dporbench/results"
)

var _ Watcher = (*Display)(nil)

// known returns Sizes of runs that all have n executions, or an unknown number if n is 0.
func known(n int64) *Sizes { return &Sizes{Published: func(results.Run) int64 { return n }} }

func TestTextPromisesAnEnd(t *testing.T) {
	run := results.Run{Benchmark: "poke", Timeout: time.Minute}
	short := run
	short.Timeout = 20 * time.Second
	about, bounded, counted, agreed := known(0), known(0), known(0), known(0)
	about.Estimate = func(context.Context, results.Run, time.Duration) (sampling.Estimate, error) {
		return sampling.Estimate{Executions: 310.4, Passes: 3}, nil
	}
	bounded.Estimate = func(context.Context, results.Run, time.Duration) (sampling.Estimate, error) {
		return sampling.Estimate{Executions: 310.4, Low: 290, High: 331, Passes: 12}, nil
	}
	counted.Estimate = func(context.Context, results.Run, time.Duration) (sampling.Estimate, error) {
		return sampling.Estimate{Executions: 12345, Low: 12345, High: 12345, Exact: true, Passes: 1}, nil
	}
	agreed.Estimate = func(context.Context, results.Run, time.Duration) (sampling.Estimate, error) {
		return sampling.Estimate{Executions: 12345, Low: 12345, High: 12345, Passes: 8}, nil
	}
	for _, s := range []*Sizes{about, bounded, counted, agreed} {
		if !s.estimate(t.Context(), run, time.Second) {
			t.Error("no estimate")
		}
	}
	for _, test := range []struct {
		state state
		want  string
	}{
		{state{run: run, sizes: known(300)}, "100 of 300 executions, 10/s, 10s, ends in 20s"},
		{state{run: short, sizes: known(300)}, "100 of 300 executions, 10/s, 10s, time limit in 10s"},
		{state{run: run, sizes: known(0)}, "100 executions, 10/s, 10s, time limit in 50s"},
		{state{run: run, sizes: about}, "100 of about 310 executions, 10/s, 10s, ends in about 21s"},
		{state{run: run, sizes: bounded}, "100 of 290 to 331 executions, 10/s, 10s, ends in about 21s"},
		{state{run: run, sizes: counted}, "100 of 12345 executions, 10/s, 10s, time limit in 50s"},
		{state{run: run, sizes: agreed}, "100 of about 12300 executions, 10/s, 10s, time limit in 50s"},
	} {
		if got := test.state.after(10*time.Second, 100); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestTextBeforeTheFirstExecution(t *testing.T) {
	s := state{run: results.Run{Timeout: time.Minute}, sizes: known(3)}
	if got, want := s.after(time.Second, 0), "0 of 3 executions, 0/s, 1s, time limit in 59s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDisplayEnds goes through the life of a display, including a run that visits more
// than it should.
func TestDisplayEnds(t *testing.T) {
	d := newDisplay(io.Discard, slices.Values(plan()[:2]), known(5), Repeat{})
	d.Begin(plan()[0])
	d.Progress(job.Progress{Executions: 3})
	d.Progress(job.Progress{Executions: 7})
	d.End(results.Row{})
	d.Skip(plan()[1])
	d.Close()
}

func TestTextOfThePlan(t *testing.T) {
	d := &Display{}
	end := time.Now().Add(90*time.Second + 200*time.Millisecond)
	d.end.Store(&end)
	if got, want := d.text(decor.Statistics{Total: 30, Current: 12}), "12 done, 18 left, ends in about 1m30s,"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	end = time.Now().Add(-time.Minute)
	d.end.Store(&end)
	if got, want := d.text(decor.Statistics{Total: 30, Current: 30}), "30 done, 0 left, ends in about 0s,"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
