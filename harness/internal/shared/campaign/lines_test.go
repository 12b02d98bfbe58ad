package campaign

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/results"
)

// TestLines: a line for each run that has ended, once the plan has taken a while.
func TestLines(t *testing.T) {
	var b strings.Builder
	run := results.Run{Benchmark: "poke", Params: []int{10}, Algorithm: "pop", Repetition: 1, Timeout: time.Minute}
	l := newLines(&b, slices.Values([]results.Run{run, run, run}), known(0), Repeat{Rounds: 1})
	row := results.Row{Run: run, Status: results.OK, Reached: 7, Elapsed: time.Second}
	l.Begin(run)
	l.End(row)
	l.started = l.started.Add(-quiet)
	l.Skip(run)
	l.Begin(run)
	l.Progress(job.Progress{Executions: 3, Elapsed: time.Second})
	l.told = l.told.Add(-lineInterval)
	l.Progress(job.Progress{Executions: 30, Elapsed: 3 * time.Second})
	l.End(row)
	if got, want := b.String(), "dporbench: run 3 of 3: poke 10, pop: 30 executions, 10/s, 3s, time limit in 57s\n"+
		"dporbench: run 3 of 3: poke 10, pop: ok, 7 executions in 1s; all end in about 0s\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
