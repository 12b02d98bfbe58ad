package measure

import (
	"context"
	"slices"
	"testing"

	"dporbench/harness/internal/shared/job"
	"dporbench/results"
)

// TestSamplesOfARun: their number is bounded, they go up, and the last one is
// the end of the run.
func TestSamplesOfARun(t *testing.T) {
	t.Parallel()
	r := Run(t.Context(), command("count"), ample, nil)
	if r.Status != results.OK {
		t.Fatalf("status %s, error %q", r.Status, r.Error)
	}
	if n := len(r.Samples); n < 20 || n > job.MaxSamples {
		t.Errorf("%d samples in %v", n, r.Report.Wall)
	}
	checkCurve(t, r.Samples)
	last := r.Samples[len(r.Samples)-1]
	if last.Elapsed != r.Report.Wall || last.Executions != r.Report.Stats.Executions || last.Stored.Frames != r.Report.Stats.Peak.Frames {
		t.Errorf("the last sample is %+v of %+v", last, r.Report)
	}
}

func checkCurve(t *testing.T, samples []results.Sample) {
	t.Helper()
	var before results.Sample
	for _, s := range samples {
		if s.Elapsed <= before.Elapsed || s.Executions < before.Executions || s.Stored.Frames < before.Stored.Frames {
			t.Fatalf("%+v follows %+v", s, before)
		}
		if s.LiveHeap <= 0 || s.RSS < 1<<20 {
			t.Fatalf("sample without memory: %+v", s)
		}
		before = s
	}
}

// TestSamplesDuringALongExecution: the counters stand still, the clock does not.
func TestSamplesDuringALongExecution(t *testing.T) {
	t.Parallel()
	r := Run(t.Context(), command("wander"), ample, nil)
	seen := slices.IndexFunc(r.Samples, func(s results.Sample) bool { return s.Executions != 0 }) // on a busy machine, some come before the execution
	if seen < 0 || len(r.Samples)-seen < 5 {
		t.Fatalf("%d samples, the first %d without an execution", len(r.Samples), seen)
	}
	for _, s := range r.Samples[seen:] {
		if s.Executions != someStats.Executions {
			t.Errorf("%+v", s)
		}
	}
}

// TestSamplesOfAKilledRun: the samples that the child had reported are kept.
func TestSamplesOfAKilledRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	r := Run(ctx, command("sleep"), ample, func(job.Progress) {
		if seen++; seen == 2 {
			cancel()
		}
	})
	if r.Status != results.Interrupted || len(r.Samples) < 5 {
		t.Errorf("status %s, %d samples", r.Status, len(r.Samples))
	}
	checkCurve(t, r.Samples)
}
