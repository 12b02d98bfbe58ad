package campaign

import (
	"slices"
	"testing"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/results"
)

// plan has one benchmark twice and another once, with two algorithms.
func plan() []results.Run {
	var runs []results.Run
	for _, name := range []string{"a", "a", "b"} {
		for _, algorithm := range []string{"x", "y"} {
			runs = append(runs, results.Run{Benchmark: name, Algorithm: algorithm, Timeout: time.Minute})
		}
	}
	return runs
}

func ended(run results.Run, executions int64, elapsed time.Duration) results.Row {
	return results.Row{Run: run, Reached: executions, Elapsed: elapsed}
}

func TestForecastOfNothingIsTheLimits(t *testing.T) {
	f := newForecast(slices.Values(plan()), func(results.Run) int64 { return 0 }, Repeat{})
	if got := f.remaining(); got != 6*time.Minute {
		t.Errorf("%v", got)
	}
	f.skip(plan()[0])
	if got := f.remaining(); got != 5*time.Minute {
		t.Errorf("%v without the run that is left out", got)
	}
}

// TestForecastFollowsSimilarRuns: the same algorithm on the same benchmark, then
// the same algorithm, then any.
func TestForecastFollowsSimilarRuns(t *testing.T) {
	f, runs := newForecast(slices.Values(plan()), func(results.Run) int64 { return 10 }, Repeat{}), plan()
	f.begin(runs[0])
	f.end(ended(runs[0], 10, 2*time.Second))
	if got := f.remaining(); got != 5*2*time.Second {
		t.Errorf("%v after one run", got)
	}
	f.begin(runs[1])
	f.end(ended(runs[1], 5, 2*time.Second)) // half of it in 2s
	if got := f.remaining(); got != 2*(2+4)*time.Second {
		t.Errorf("%v after two runs", got)
	}
}

func TestForecastWithoutExpectation(t *testing.T) {
	f, runs := newForecast(slices.Values(plan()), func(results.Run) int64 { return 0 }, Repeat{}), plan()
	f.begin(runs[0])
	f.end(ended(runs[0], 10, 2*time.Second))
	if got := f.remaining(); got != 5*2*time.Second {
		t.Errorf("%v", got)
	}
}

func TestForecastIsBoundedByTheLimits(t *testing.T) {
	f, runs := newForecast(slices.Values(plan()), func(results.Run) int64 { return 1000 }, Repeat{}), plan()
	f.begin(runs[0])
	f.end(ended(runs[0], 1, time.Minute))
	if got := f.remaining(); got != 5*time.Minute {
		t.Errorf("%v", got)
	}
}

func TestForecastOfTheRunThatGoesOn(t *testing.T) {
	f := newForecast(slices.Values(plan()[:1]), func(results.Run) int64 { return 100 }, Repeat{})
	f.begin(plan()[0])
	f.progress(plan()[0], job.Progress{Executions: 0, Elapsed: time.Second})
	if got := f.remaining(); got != 59*time.Second {
		t.Errorf("%v before the first execution", got)
	}
	f.progress(plan()[0], job.Progress{Executions: 50, Elapsed: 10 * time.Second})
	if got := f.remaining(); got != 10*time.Second {
		t.Errorf("%v at half of them", got)
	}
	f.progress(plan()[0], job.Progress{Executions: 1, Elapsed: 10 * time.Second})
	if got := f.remaining(); got != 50*time.Second {
		t.Errorf("%v near the limit", got)
	}
}

// TestForecastLeavesOutWhatHasNoTime: of three repetitions of ten seconds a
// budget of twenty seconds has time for two.
func TestForecastLeavesOutWhatHasNoTime(t *testing.T) {
	var runs []results.Run
	for n := 1; n <= 3; n++ {
		runs = append(runs, results.Run{Benchmark: "a", Algorithm: "x", Repetition: n, Timeout: time.Minute})
	}
	f := newForecast(slices.Values(runs), func(results.Run) int64 { return 0 }, Repeat{Rounds: 3, Budget: 20 * time.Second})
	f.begin(runs[0])
	f.end(ended(runs[0], 10, 10*time.Second))
	if got := f.remaining(); got != 10*time.Second {
		t.Errorf("%v", got)
	}
}

// TestForecastOfYears: a run too long for a time.Duration ends at its limit.
func TestForecastOfYears(t *testing.T) {
	f, runs := newForecast(slices.Values(plan()), func(results.Run) int64 { return 1 << 62 }, Repeat{}), plan()
	f.begin(runs[0])
	f.end(ended(runs[0], 10, time.Minute))
	if got := f.remaining(); got != 5*time.Minute {
		t.Errorf("%v left", got)
	}
}
