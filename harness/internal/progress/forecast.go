package progress

import (
	"time"

	"dporbench/harness/internal/measure"
	"dporbench/harness/internal/runner"
	"dporbench/results"
)

// forecast says how long a plan will take, from what its runs have taken so far
// and from their limits. It is told of every run of the plan, in its order.
type forecast struct {
	left     []results.Run // not yet begun
	expected func(results.Run) int64
	repeat   runner.Repeat
	paces    map[string]pace // of runs that have ended, by what they have in common
	current  time.Duration   // what the run that goes on will still take
}

// pace is what some runs have done in some time.
type pace struct {
	runs, executions int64
	elapsed          time.Duration
}

func newForecast(plan []results.Run, expected func(results.Run) int64, repeat runner.Repeat) *forecast {
	return &forecast{left: plan, expected: expected, repeat: repeat, paces: map[string]pace{}}
}

// begin and skip take the next run of the plan.
func (f *forecast) begin() {
	f.current = f.estimate(f.left[0])
	f.left = f.left[1:]
}

func (f *forecast) skip() { f.left = f.left[1:] }

// progress takes note of how far the run that goes on has come.
func (f *forecast) progress(run results.Run, p measure.Progress) {
	f.current = run.Timeout - p.Elapsed
	if expected := f.expected(run); expected > 0 && p.Executions > 0 {
		todo := max(expected-p.Executions, 0)
		f.current = min(f.current, proportional(p.Elapsed, todo, p.Executions))
	}
}

// end takes note of a run that has ended.
func (f *forecast) end(row results.Row) {
	f.current = 0
	for _, kind := range kinds(row.Run) {
		p := f.paces[kind]
		f.paces[kind] = pace{p.runs + 1, p.executions + row.Reached, p.elapsed + row.Elapsed}
	}
}

// remaining is how long the plan will still take.
func (f *forecast) remaining() time.Duration {
	sum := f.current
	for _, run := range f.left {
		if each := f.estimate(run); run.Repetition <= f.repeat.Wanted(each) {
			sum += each
		}
	}
	return sum
}

// kinds are what a run may have in common with others, from the closest
// resemblance to none.
func kinds(run results.Run) [3]string {
	return [...]string{run.Benchmark + " " + run.Algorithm, run.Algorithm, ""}
}

// estimate is how long a run will take: as long for each execution as the most
// similar runs did or, if that cannot be known, as long as they did; at most its
// limit.
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

// proportional is d·n/m.
func proportional(d time.Duration, n, m int64) time.Duration {
	return time.Duration(float64(d) * float64(n) / float64(m))
}
