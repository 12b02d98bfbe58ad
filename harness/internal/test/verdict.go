package test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"dporbench/algos/samplers/coverage"
	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/process"
	"dporbench/model"
	"dporbench/results"
)

// verdict is the result of a test.
type verdict struct {
	passed     bool
	open       bool   // it neither passes nor fails: it is too large, or something in it is not supported
	outcome    string // in one line: "ok, 3 executions"
	executions int64  // visited
	elapsed    time.Duration
	stopped    *job.Stopping // the failing execution; nil if there is none
	skipped    bool          // every execution skipped the test
	bounded    bool          // it passes only up to a bound on the iterations of loops
	reads      bool          // some execution reads a clock that is slower than the original's
	printed    string        // by the execution that is shown, or by the first
	advice     string        // on a test that is too large
}

// attempt explores one test, in a process.
type attempt struct {
	*tester
	by   *measure.Worker
	left time.Duration // of the limit for the test
}

// do does a job in the process, within a time, up to the first execution that fails.
func (t *attempt) do(ctx context.Context, j job.Job, within time.Duration) measure.Result {
	j.Algorithm, j.Settings, j.GOGC, j.Within = t.Algorithm.Name, t.Settings, 100, within
	j.Stop.At, j.Stop.Show = flags.Failures(), true
	if j.Samples > 0 {
		j.Settings.Preemptions = 0 // no sample is left out
	}
	r := t.by.Do(ctx, j, measure.Limits{Wall: within, Read: toLoad, Late: lateness, MemLimit: t.MemLimit, Grace: process.Grace})
	t.left = max(leastTime, t.left-r.Used)
	return r
}

const (
	// toLoad is how long a process may take to start and to read a package.
	toLoad = 2 * time.Minute
	// lateness is by how much a process may miss the end of its time before it is ended, and has to read the package again.
	lateness = 2 * time.Second
	// leastTime is the least time for a part of the work on a test: enough to find out that it is too little.
	leastTime = time.Millisecond
)

// unfinished reports whether an exploration ended at a limit.
func unfinished(r measure.Result) bool {
	return r.Report.Late || r.Status == results.Timeout || r.Status == results.OutOfMemory
}

// sampled adds, to the verdict on a test that was not explored completely, what random executions have shown.
func (t *tester) sampled(v verdict, r measure.Result) verdict {
	drawn := max(r.Reached, r.Report.Stats.Executions)
	switch {
	case r.Report.Stopped != nil:
		v.stopped, v.open = r.Report.Stopped, false
		v.printed, _ = v.stopped.Trace.Output()
		v.outcome += fmt.Sprintf("; %s, in execution %d of those at random", v.stopped.Outcome, v.stopped.Number)
	case drawn > 0:
		v.outcome += fmt.Sprintf("; none of %d at random fails: with a confidence of 95 %%, fewer than %.2g %% of such do", drawn, 100*coverage.AtMost(0, drawn))
	default:
		v.outcome += "; no execution at random: " + r.Error
	}
	return v
}

// without is the end of a line about a test, with the parts that its program leaves out.
func without(r measure.Result) (text string) {
	for _, line := range r.Report.Remarks {
		text += ", " + line
	}
	return text
}

// verdict judges the result of a job that had some time.
func (t *tester) verdict(r measure.Result, within time.Duration) verdict {
	counts := r.Report.Stats.Counts
	v := verdict{executions: max(r.Reached, counts.Executions), elapsed: max(r.Report.Wall, r.Used), stopped: r.Report.Stopped, reads: r.Report.Reads, printed: r.Report.Printed}
	if v.stopped != nil {
		v.printed, _ = v.stopped.Trace.Output()
	}
	if v.printed != "" && !strings.HasSuffix(v.printed, "\n") {
		v.printed += "\n"
	}
	switch {
	case r.Report.Decided != nil:
		v.passed, v.outcome = v.stopped == nil, r.Report.Decided.Outcome+without(r)
	case r.Status == results.OK && len(r.Report.Bounds) > 0:
		v.passed, v.bounded = true, true
		v.outcome = fmt.Sprintf("complete up to %s of %s: %s, %d of them cut off", iterations(cmp.Or(t.options.Unroll, fewIterations)), loops(r.Report.Bounds),
			count(v.executions), counts.AssumeBlocked)
	case r.Status == results.OK && counts.Executions == counts.AssumeBlocked:
		v.outcome = "no execution terminates, in " + count(v.executions) + ": loops or tickers go on forever"
	case r.Status == results.OK:
		v.passed, v.skipped, v.outcome = true, r.Report.Skipped, "ok, "+count(v.executions)
		if counts.AssumeBlocked > 0 {
			v.outcome += fmt.Sprintf(", %d of them cut off where a loop or a ticker repeats itself", counts.AssumeBlocked)
		}
		if r.Report.Sampled {
			v.outcome += ", with a sample of the random numbers"
		}
		v.outcome += without(r)
		if r.Report.Stats.Beyond > 0 {
			v.outcome += fmt.Sprintf(", all of at most %v preemptions; those with more are not explored", t.Preemptions)
		}
	case v.stopped != nil:
		v.outcome = fmt.Sprintf("%s, in execution %d", v.stopped.Outcome, v.stopped.Number)
	case r.Report.Late:
		v.open = true
		v.outcome = fmt.Sprintf("not explored to the end within %v: %s%s%s", roughly(within), count(v.executions), t.howFar(r.Report), t.wayOn())
		if !t.limited() {
			v.advice = r.Report.Advice.Text
		}
	case r.Status == results.Timeout:
		v.open = true
		_, where, _ := strings.Cut(r.Error, ": ")
		v.outcome = fmt.Sprintf("not explored to the end within %v: %s", roughly(within), count(v.executions))
		if where != "" {
			v.outcome += ": " + where
		}
	case r.Status == results.Failed, r.Status == results.Refused:
		v.open, v.outcome = true, naming(r.Error)
	default:
		v.open = true
		v.elapsed = r.Elapsed
		v.outcome = fmt.Sprintf("not explored to the end: %s: %s", r.Error, count(v.executions))
	}
	return v
}

// howFar says how many executions there are, of which those explored are a part.
func (h helper) howFar(ctx context.Context, j job.Job, p *model.Program, explored int64) string {
	algorithm, _ := h.registry.Algorithm(j.Algorithm)
	end, ok := ctx.Deadline()
	if !ok || !flags.Estimable(algorithm) {
		return ""
	}
	found, err := sampling.Executions(ctx, j.Settings.Options(), p, sampling.Effort{Time: time.Until(end) / 2, Seed: j.Settings.Seed})
	if err != nil {
		return ""
	}
	return estimated(found, explored)
}

func estimated(e sampling.Estimate, explored int64) string {
	e = e.AtLeast(explored)
	number := func(x float64) string { return fmt.Sprintf("%.6g", math.Max(sampling.Rounded(x), float64(explored))) }
	switch low, high := number(e.Low), number(e.High); {
	case e.Executions == 0:
		return ""
	case e.Exact:
		return fmt.Sprintf(" of %.0f", e.Executions)
	case e.High == 0 && e.Low <= float64(explored):
		return ", and there may be more"
	case e.High == 0:
		return " of at least " + low
	case low == high:
		return " of about " + low
	default:
		return " of " + low + " to " + high
	}
}

// naming names the flag that bounds loops, in an error of an explorer, which only advises to do so.
func naming(problem string) string {
	if strings.Contains(problem, "--unroll") {
		return problem
	}
	return strings.Replace(problem, "bound its loops", "bound its loops with --unroll N", 1)
}

// howFar says how many executions there are, as an addition to how many were explored in time.
func (t *tester) howFar(r job.Report) string {
	if _, bounded := t.Preemptions.Limit(); bounded {
		return fmt.Sprintf(" of at most %v preemptions", t.Preemptions)
	}
	return r.Advice.HowFar
}

// roughly rounds a time to two digits or so.
func roughly(d time.Duration) time.Duration {
	unit := time.Millisecond
	for d >= 100*unit {
		unit *= 10
	}
	return d.Round(unit)
}

func loops(places []string) string {
	if len(places) == 1 {
		return "the loop at " + places[0]
	}
	return "the loops at " + strings.Join(places, ", ")
}

func iterations(n int) string {
	if n == 1 {
		return "1 iteration"
	}
	return fmt.Sprintf("%d iterations", n)
}

func count(n int64) string {
	if n == 1 {
		return "1 execution"
	}
	return fmt.Sprintf("%d executions", n)
}
