// Package robust determines whether a memory model gives a program more behaviours than it
// has under sequential consistency, and which fences or stronger memory orders would remove them.
//
// A program is robust if each of its traces is one of a sequentially consistent
// execution. (Burckhardt, Musuvathi, CAV 2008; Bouajjani, Derevenetc, Meyer, ESOP 2013)
package robust

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/trace"
)

// Answer is the result of the check of a program, and of the search for what makes it robust.
type Answer struct {
	Executions int64        // number of executions checked
	Violation  *trace.Trace // the first execution that is not sequentially consistent; nil if none was found
	Number     int64        // its number, from 1
	// Stronger are the smallest sets that make the program robust, as far as they were searched for, except sets for which another
	// one has the same sites and orders that are no stronger.
	Stronger [][]front.Strengthening
	Tried    int   // number of sets tried
	Cut      error // the error that ended the search; nil if none did
}

// Search configures the check of a program and the search for what makes it robust.
type Search struct {
	Build     func() (program.Program, error) // returns a new copy of the program each time
	Algorithm catalog.Algorithm
	Settings  explore.Settings
}

// The most sets to find, and to try.
const (
	mostSets  = 8
	mostTried = 20_000
)

// Find checks the program, and searches for what makes it robust if it is not. It returns an error if the exploration of
// the program as it is fails.
func (s Search) Find(ctx context.Context) (*Answer, error) {
	p, err := s.Build()
	if err != nil {
		return nil, err
	}
	found, err := newFound(p, s.Settings.Memory)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	answer := &Answer{}
	err = s.explore(ctx, p, func(number int64, e *model.Execution) error {
		answer.Executions = number
		cyclic := orderOf(e.Events()).cyclic()
		if cyclic == nil {
			return nil
		}
		if answer.Violation == nil {
			shown, err := trace.Of(p.Program, s.Settings.Memory, e.Events())
			if err != nil {
				return err
			}
			answer.Violation, answer.Number = &shown, number
		}
		return found.add(e.Events(), cyclic)
	})
	if err != nil {
		return answer, err
	}
	options := slices.SortedStableFunc(slices.Values(found.options), byStrength)
	for size := 1; size <= len(options) && len(answer.Stronger) == 0 && answer.Cut == nil; size++ {
		answer.Cut = s.trySets(ctx, answer, options, size)
	}
	return answer, nil
}

func (s Search) explore(ctx context.Context, p program.Program, visit func(number int64, e *model.Execution) error) error {
	ctx, stop := s.Settings.Within(ctx)
	defer stop()
	number := int64(0)
	_, err := s.Algorithm.New(s.Settings.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		number++
		return visit(number, e)
	})
	return err
}

// trySets tries the sets of that many options, until mostSets make the program robust.
func (s Search) trySets(ctx context.Context, answer *Answer, options []front.Strengthening, size int) error {
	for sets := combin.NewCombinationGenerator(len(options), size); sets.Next() && len(answer.Stronger) < mostSets; {
		var chosen []front.Strengthening
		for _, i := range sets.Combination(nil) {
			chosen = append(chosen, options[i])
		}
		if repeatsSite(chosen) || slices.ContainsFunc(answer.Stronger, func(found []front.Strengthening) bool { return atMost(found, chosen) }) {
			continue
		}
		if answer.Tried++; answer.Tried > mostTried {
			return fmt.Errorf("more than %d", mostTried)
		}
		robust, err := s.isRobust(ctx, chosen)
		if robust {
			answer.Stronger = append(slices.DeleteFunc(answer.Stronger, func(found []front.Strengthening) bool { return atMost(chosen, found) }), chosen)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s Search) isRobust(ctx context.Context, stronger []front.Strengthening) (robust bool, err error) {
	p, err := s.Build()
	if err != nil {
		return false, err
	}
	(*front.Program)(p.Program).Strengthen(stronger)
	robust = true
	err = s.explore(ctx, p, func(_ int64, e *model.Execution) error {
		if orderOf(e.Events()).cyclic() == nil {
			return nil
		}
		robust = false
		return algos.ErrStop
	})
	return robust && err == nil, err
}
