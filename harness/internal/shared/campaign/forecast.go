package campaign

import (
	"iter"
	"slices"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

// forecast predicts how long a plan will take from the times and limits of its runs. It
// must see every run of the plan, in order.
type forecast struct {
	left     []*repetitions
	expected func(results.Run) int64
	repeat   Repeat
	paces    map[string]pace // of runs that have ended, by kind
	current  time.Duration   // time left for the current run
}

type repetitions struct {
	run        results.Run
	all, taken int
}

type pace struct {
	runs, executions int64
	elapsed          time.Duration
}

func newForecast(plan iter.Seq[results.Run], expected func(results.Run) int64, repeat Repeat) *forecast {
	f := &forecast{expected: expected, repeat: repeat, paces: map[string]pace{}}
	for run := range plan {
		f.repetitions(run).all++
	}
	return f
}

func (f *forecast) repetitions(run results.Run) *repetitions {
	for _, r := range slices.Backward(f.left) {
		if r.run.Algorithm == run.Algorithm && r.run.Benchmark == run.Benchmark && slices.Equal(r.run.Params, run.Params) {
			return r
		}
	}
	f.left = append(f.left, &repetitions{run: run})
	return f.left[len(f.left)-1]
}

func (f *forecast) count() int {
	n := 0
	for _, r := range f.left {
		n += r.all
	}
	return n
}

// begin and skip advance to the next run of the plan.
func (f *forecast) begin(run results.Run) {
	f.current = f.estimate(run)
	f.skip(run)
}

func (f *forecast) skip(run results.Run) { f.repetitions(run).taken++ }

func (f *forecast) progress(run results.Run, p job.Progress) {
	f.current = run.Timeout - p.Elapsed
	if expected := f.expected(run); expected > 0 && p.Executions > 0 {
		todo := max(expected-p.Executions, 0)
		f.current = min(f.current, proportional(p.Elapsed, todo, p.Executions))
	}
}

func (f *forecast) end(row results.Row) {
	f.current = 0
	for _, kind := range kinds(row.Run) {
		p := f.paces[kind]
		f.paces[kind] = pace{p.runs + 1, p.executions + row.Reached, p.elapsed + row.Elapsed}
	}
}

func (f *forecast) remaining() time.Duration {
	sum := f.current
	for _, r := range f.left {
		each, wanted := f.estimate(r.run), r.all
		if f.repeat.Rounds > 0 {
			wanted = min(wanted, f.repeat.Wanted(each))
		}
		sum += time.Duration(max(0, wanted-r.taken)) * each
	}
	return sum
}

// kinds are the groups of runs that a run belongs to, the most similar runs first.
func kinds(run results.Run) [3]string {
	return [...]string{run.Benchmark + " " + run.Algorithm, run.Algorithm, ""}
}

// estimate predicts the time of a run from the most similar runs that have ended: by
// their time per execution or, if that is unknown, by their mean time; at most the
// run's limit.
func (f *forecast) estimate(run results.Run) time.Duration {
	executions := f.expected(run)
	for _, kind := range kinds(run) {
		p := f.paces[kind]
		switch {
		case executions > 0 && p.executions > 0:
			return min(proportional(p.elapsed, executions, p.executions), run.Timeout)
		case p.runs > 0:
			return min(p.elapsed/time.Duration(p.runs), run.Timeout)
		}
	}
	return run.Timeout
}

func proportional(d time.Duration, n, m int64) time.Duration {
	return value.Seconds(d.Seconds() * float64(n) / float64(m))
}
