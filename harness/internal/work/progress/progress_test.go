package progress

import (
	"io"
	"slices"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8/decor"

	"dporbench/harness/internal/work/measure"
	"dporbench/harness/internal/work/runner"
	"dporbench/results"
)

var _ runner.Watcher = (*Display)(nil)

func TestTextPromisesAnEnd(t *testing.T) {
	for _, test := range []struct {
		state state
		want  string
	}{
		{state{timeout: time.Minute, expected: 300}, "100 executions, 10/s, 10s, ends in 20s"},
		{state{timeout: 20 * time.Second, expected: 300}, "100 executions, 10/s, 10s, time limit in 10s"},
		{state{timeout: time.Minute}, "100 executions, 10/s, 10s, time limit in 50s"},
	} {
		if got := test.state.after(10*time.Second, 100); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestTextBeforeTheFirstExecution(t *testing.T) {
	s := state{timeout: time.Minute, expected: 3}
	if got, want := s.after(time.Second, 0), "0 executions, 0/s, 1s, time limit in 59s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDisplayEnds goes through the life of a display, also with a run that
// visits more than it should.
func TestDisplayEnds(t *testing.T) {
	d := New(io.Discard, slices.Values(plan()[:2]), func(results.Run) int64 { return 5 }, runner.Repeat{})
	d.Begin(plan()[0])
	d.Progress(measure.Progress{Executions: 3})
	d.Progress(measure.Progress{Executions: 7})
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
