// Package calibrate compares estimates of the number of executions with the numbers of Table 1, and their cost with that
// of exploring.
package calibrate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/sampling"
	"dporbench/benchmarks"
)

// Share is the part of the executions that an estimate is to take.
const Share = 0.02

// Trial is one estimate, which was to take as many events as Budget executions have; where that is 0, it is the whole
// exploration.
type Trial struct {
	Row    benchmarks.PaperRow
	Seed   uint64
	Budget int64
	sampling.Estimate
	Seconds float64 // that it took
}

// name is that of the row.
func (t Trial) name() string { return fmt.Sprint(t.Row.Benchmark, t.Row.Params) }

// error is relative.
func (t Trial) error() float64 {
	truth := float64(t.Row.Executions)
	return math.Abs(t.Executions-truth) / truth
}

// held reports whether the interval has the number in it, which is whole.
func (t Trial) held() bool {
	truth := float64(t.Row.Executions)
	return t.High > 0 && t.Low-0.5 <= truth && truth <= t.High+0.5
}

// Measure explores each row, and makes so many estimates of it from Share of its executions. Each is told to found.
func Measure(ctx context.Context, a catalog.Algorithm, estimates int, found func(Trial) error) error {
	for _, row := range benchmarks.PaperTable() {
		b, _ := benchmarks.Lookup(row.Benchmark)
		p, err := b.Program(row.Params...)
		if err != nil {
			return err
		}
		begin := time.Now()
		s, err := a.New(algos.Options{}).Explore(ctx, p, nil)
		if err != nil {
			return err
		}
		n := float64(s.Executions)
		whole := Trial{Row: row, Estimate: sampling.Estimate{Executions: n, Low: n, High: n, Exact: true, Passes: 1, Visited: n}, Seconds: time.Since(begin).Seconds()}
		if err := found(whole); err != nil {
			return err
		}
		budget := int64(math.Ceil(Share * float64(row.Executions)))
		for seed := range uint64(estimates) {
			t := Trial{Row: row, Seed: seed, Budget: budget}
			begin := time.Now()
			if t.Estimate, err = sampling.Executions(ctx, algos.Options{}, p, sampling.Effort{Executions: budget, Seed: seed}); err != nil {
				return fmt.Errorf("%s: %w", t.name(), err)
			}
			t.Seconds = time.Since(begin).Seconds()
			if err := found(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// Summary is what the estimates of a row have come to. Shares are of the whole exploration.
type Summary struct {
	Row     benchmarks.PaperRow
	Error   float64 // median, relative
	Worst   float64
	Visited float64 // mean share of the events
	Time    float64 // median share of the time
	Counted int     // estimates that left nothing to chance
	Bounded int     // estimates with an interval
	Held    int     // of them those with the number in it
	Of      int     // estimates
}

// Good reports whether the row is estimated as is wanted.
func (s Summary) Good() bool { return s.Error <= 0.05 && s.Visited <= 1.1*Share }

// Summarise takes the estimates of each row together.
func Summarise(trials []Trial) (all []Summary) {
	for i := 0; i < len(trials); {
		n := 1
		for i+n < len(trials) && trials[i+n].name() == trials[i].name() {
			n++
		}
		all = append(all, summary(trials[i:i+n]))
		i += n
	}
	return all
}

func summary(trials []Trial) Summary {
	truth := float64(trials[0].Row.Executions)
	s := Summary{Row: trials[0].Row}
	var errors, times []float64
	whole := 0.0
	for _, t := range trials {
		if t.Budget == 0 {
			whole = t.Seconds
			continue
		}
		s.Of++
		errors, times = append(errors, t.error()), append(times, t.Seconds)
		s.Visited += t.Visited / truth
		if t.Exact {
			s.Counted++
		}
		if t.High > 0 {
			s.Bounded++
		}
		if t.held() {
			s.Held++
		}
	}
	slices.Sort(errors)
	slices.Sort(times)
	s.Visited /= float64(s.Of)
	s.Time = times[len(times)/2] / whole
	s.Error, s.Worst = errors[len(errors)/2], errors[len(errors)-1]
	return s
}
