package sample

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"dporbench/algos"
	"dporbench/algos/samplers"
	"dporbench/algos/samplers/coverage"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/results"
)

// parts are fractions of all classes; for each, the runs that a sampler takes to see it are counted.
var parts = [...]float64{0.5, 0.9, 0.99}

// audited contains the measured or exact properties of a sampler, or of an even draw.
type audited struct {
	program program.Program
	sampler string
	classes int // of the program

	distribution coverage.Distribution // if exact
	drawing      *drawing              // otherwise, the runs drawn

	reached int
	rarest  float64
	until   [len(parts)]float64 // infinite if that was not reached
	failed  [2]float64          // an interval, or the same number twice
	first   float64             // infinite if there was none
	never   bool                // no class fails
}

// classes are the classes of a program.
type classes struct {
	failing map[classHash]bool // for each class, whether its executions fail
	fail    int
}

// explored explores p to find its classes.
func (a *auditCommand) explored(ctx context.Context, p program.Program) (classes, error) {
	found := classes{failing: map[classHash]bool{}}
	stats, err := a.explorer.New(a.options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		fails := slices.Contains(flags.Failures(), e.Outcome())
		found.failing[hashOf(e)] = fails
		if fails {
			found.fail++
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("%s: its classes are not known: %w; %s has visited %d executions", p, err, a.explorer.Name, stats.Executions)
	}
	return found, err
}

// audit audits the samplers one after the other.
func (a *auditCommand) audit(ctx context.Context, p program.Program) (all []audited, err error) {
	known, err := a.explored(ctx, p)
	if err != nil {
		return nil, err
	}
	n := len(known.failing)
	even := coverage.Even(n)
	part := float64(known.fail) / float64(n)
	all = []audited{exactly(p, samplers.Even, even, n, part)}
	profile, err := a.profile(ctx, p)
	if err != nil {
		return all, err
	}
	for _, m := range a.methods {
		one, err := a.one(ctx, p, m, profile, known)
		if err != nil {
			return all, fmt.Errorf("%s, %s: %w", p, m.Name, err)
		}
		all = append(all, one)
	}
	return all, nil
}

func (a *auditCommand) one(ctx context.Context, p program.Program, m samplers.Method, profile *samplers.Profile, known classes) (audited, error) {
	s, independent := m.New(profile).(samplers.Independent)
	if !independent {
		return a.measured(ctx, p, m, profile, known)
	}
	found, err := samplers.Exact(ctx, a.options(), p.Program, s, a.configurations)
	if errors.Is(err, samplers.ErrTooLarge) {
		return a.measured(ctx, p, m, profile, known)
	}
	if err != nil {
		return audited{}, err
	}
	probabilities, fails := make([]float64, len(known.failing)), 0.0
	for i, c := range found {
		if failing, ok := known.failing[hashOfKey(c.Key)]; !ok {
			return audited{}, errors.New("it draws a class that the exploration has not found")
		} else if failing {
			fails += c.Probability
		}
		probabilities[i] = c.Probability
	}
	return exactly(p, m.Name, coverage.New(probabilities), len(known.failing), fails), nil
}

// exactly derives the properties of a sampler from its exact distribution.
func exactly(p program.Program, name string, d coverage.Distribution, classes int, fails float64) audited {
	one := audited{program: p, sampler: name, classes: classes, distribution: d, failed: [2]float64{fails, fails}, first: 1 / fails, never: fails == 0, rarest: math.Inf(1)}
	for _, g := range d {
		if g.Probability > 0 {
			one.reached += g.Classes
			one.rarest = min(one.rarest, g.Probability)
		}
	}
	for i, part := range parts {
		one.until[i] = d.Until(wanted(part, classes))
	}
	return one
}

// wanted is the number of classes that make up a part of all.
func wanted(part float64, classes int) int { return int(math.Ceil(part*float64(classes) - 1e-9)) }

// measured derives the properties of a sampler from a.runs runs.
func (a *auditCommand) measured(ctx context.Context, p program.Program, m samplers.Method, profile *samplers.Profile, known classes) (audited, error) {
	d, err := a.drawn(ctx, p, m, profile, false)
	if err != nil {
		return audited{}, err
	}
	runs := d.counts.Executions
	one := audited{program: p, sampler: m.Name, classes: len(known.failing), drawing: d, reached: d.record.Classes(), rarest: d.record.Rarest()}
	for i, part := range parts {
		one.until[i] = math.Inf(1)
		if n := wanted(part, one.classes); n <= len(d.found) {
			one.until[i] = float64(d.found[n-1])
		}
	}
	switch {
	case known.fail == 0:
		one.never, one.first = true, math.Inf(1)
	case d.adaptive:
		one.first, err = a.meanFirst(ctx, p, m, profile)
	default:
		one.failed[0], one.failed[1] = coverage.Interval(d.failures(), runs)
		one.first = float64(runs) / float64(d.failures())
	}
	return one, err
}

// meanFirst is the mean number of the first failing run over several sequences of runs. It is infinite if one of
// them has none.
func (a *auditCommand) meanFirst(ctx context.Context, p program.Program, m samplers.Method, profile *samplers.Profile) (float64, error) {
	sum := 0.0
	for trial := range a.trials {
		o := a.optionsFor(m)
		o.Seed += uint64(trial)
		runs, found := 0, false
		_, err := samplers.New(o, func() samplers.Sampler { return m.New(profile) }, a.runs).Explore(ctx, p.Program, func(e *model.Execution) error {
			runs++
			if found = slices.Contains(flags.Failures(), e.Outcome()); found {
				return algos.ErrStop
			}
			return nil
		})
		if err != nil || !found {
			return math.Inf(1), err
		}
		sum += float64(runs)
	}
	return sum / float64(a.trials), nil
}

// curve is the number of classes seen against the number of runs: on average, if the distribution is known.
func (o audited) curve(last int64) (rows []results.Coverage) {
	if o.drawing != nil {
		return o.drawing.curve(o.classes)
	}
	for n := range places(last) {
		rows = append(rows, results.Coverage{
			Program: o.program.String(), Classes: int64(o.classes), Sampler: o.sampler, Exact: true, Samples: float64(n), Seen: o.distribution.Seen(float64(n)),
		})
	}
	return rows
}
