// Package calibrate compares estimates of the number of executions with the numbers of Table 1.
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

// Trial is one estimate. Budget is the number of executions after which no pass was to begin, or 0 for one
// with as many passes as a time limit allowed.
type Trial struct {
	Row    benchmarks.PaperRow
	Seed   uint64
	Budget int64
	sampling.Estimate
}

// name is that of the row.
func (t Trial) name() string { return fmt.Sprint(t.Row.Benchmark, t.Row.Params) }

// error is relative.
func (t Trial) error() float64 {
	truth := float64(t.Row.Executions)
	return math.Abs(t.Executions-truth) / truth
}

func (t Trial) held() bool {
	truth := float64(t.Row.Executions)
	return t.High > 0 && t.Low <= truth && truth <= t.High
}

// Measure makes so many estimates of each row from Share of its executions, and one of twelve passes, which
// shows how far passes differ, none of which begins after so much time. Each is told to found.
func Measure(ctx context.Context, a catalog.Algorithm, estimates int, limit time.Duration, found func(Trial) error) error {
	for _, row := range benchmarks.PaperTable() {
		b, _ := benchmarks.Lookup(row.Benchmark)
		p, err := b.Program(row.Params...)
		if err != nil {
			return err
		}
		budget := int64(math.Ceil(Share * float64(row.Executions)))
		for seed := range uint64(estimates) + 1 {
			t := Trial{Row: row, Seed: seed, Budget: budget}
			effort := sampling.Effort{Passes: 100, Visited: budget, Seed: seed, Time: limit}
			if seed == uint64(estimates) {
				t.Budget, effort = 0, sampling.Effort{Passes: 12, Seed: seed, Time: limit}
			}
			if t.Estimate, err = sampling.Executions(ctx, a.New, algos.Options{}, p, effort); err != nil {
				return fmt.Errorf("%s: %w", t.name(), err)
			}
			if err := found(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// Summary is what the estimates of a row have come to. Shares are of all executions.
type Summary struct {
	Row     benchmarks.PaperRow
	Error   float64 // median, relative, from Share of the executions
	Worst   float64
	Visited float64 // share that these took: more than Share if a single pass does
	Bounded int     // estimates with an interval
	Held    int     // of them those with the number in it
	Of      int     // estimates

	Long, LongVisited     float64 // error of the estimate of twelve passes, and what it took; 0 if there is none
	LongBounded, LongHeld bool    // it has an interval and was not counted; it holds the number

	Spread float64 // relative standard deviation of passes; 0 if that is not known
	Pass   float64 // share that a pass takes
	Needed float64 // share for an error below 5 % with 95 %: 1, which is to count them, is the most; 0 if it is not known
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
	var errors []float64
	for _, t := range trials {
		if t.Budget == 0 {
			s.passes(t, truth)
			continue
		}
		s.Of++
		errors = append(errors, t.error())
		s.Visited += float64(t.Visited) / truth
		if t.High > 0 {
			s.Bounded++
		}
		if t.held() {
			s.Held++
		}
	}
	slices.Sort(errors)
	s.Visited /= float64(s.Of)
	s.Error, s.Worst = errors[len(errors)/2], errors[len(errors)-1]
	return s
}

// passes takes from an estimate how far its passes differ. The mean of n passes is within 1.96 of their standard
// deviations divided by the root of n with 95 %.
func (s *Summary) passes(t Trial, truth float64) {
	s.Long, s.LongVisited = t.error(), float64(t.Visited)/truth
	s.LongBounded, s.LongHeld = t.High > 0 && !t.Exact, t.held()
	if t.Exact {
		s.Needed = 1
	}
	if t.Exact || t.Spread == 0 {
		return
	}
	s.Spread = t.Spread / truth
	s.Pass = float64(t.Visited) / truth / float64(t.Passes+sampling.Pilots)
	n := math.Max(1, math.Ceil(math.Pow(1.96*s.Spread/0.05, 2)))
	s.Needed = math.Min(1, (n+sampling.Pilots)*s.Pass)
}
