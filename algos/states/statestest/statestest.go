// Package statestest compares searches of states with explorations of executions.
package statestest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/states"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// ErrTooLarge says that a program has too many executions, or states, to be compared.
var ErrTooLarge = errors.New("too large to compare")

// Limits bound a comparison.
type Limits struct {
	Memory             memory.Model // classes are counted under sc only
	Executions, States int
	Time               time.Duration
}

// Compared is a comparison without differences.
type Compared struct {
	Executions int
	States     int64
	Cyclic     bool
	Loops      bool // an algorithm stops threads in loops that continue here
	Counted    bool
	Raced      bool // there is a data race
	Symmetric  bool // there are fewer states up to the names of threads
}

// explored holds the executions that an algorithm has visited.
type explored struct {
	executions []*model.Execution
	classes    map[string]bool // their keys
	outcomes   map[string]bool // without failures: which of several threads is said to have failed depends on their numbers
	raced      bool
}

// Compare compares the states of p with the executions that an algorithm visits: each local state and, without reduction, each state that an
// execution passes must have been visited, and each final state, unless threads are symmetric; the outcomes must be the same, and so must the number of classes. An error names the first
// difference. It is ErrTooLarge, a [states.Refused], or that p cannot be explored, if there was nothing to compare.
func Compare(p *model.Program, algorithm string, l Limits) (c Compared, err error) {
	ctx, stop := context.WithTimeout(context.Background(), l.Time)
	defer stop()
	found, err := explore(ctx, p, algorithm, l)
	if err != nil {
		return c, err
	}
	c.Executions = len(found.executions)
	turns := uint64(c.Executions) // different ones for different programs
	all := []states.Options{{Full: true}, {}, {WithoutSymmetry: true}, {WithoutWalks: true}, {WithoutWalks: true, WithoutSymmetry: true},
		{Full: true, Workers: 2, Turns: turns}, {Workers: 3, Turns: turns}, {WithoutWalks: true, WithoutSymmetry: true, Workers: 2, Turns: turns}}
	visited := make([]int64, len(all))
	for n, o := range all {
		if l.Memory != memory.SC && n > 0 {
			return c, nil // there is one way
		}
		o.Memory, o.MaxStates, o.FinalVerdicts = l.Memory, l.States, true
		if err := found.against(ctx, p, o, &c); err != nil {
			return c, fmt.Errorf("%+v: %w", o, err)
		}
		visited[n] = c.States
	}
	if c.Symmetric = visited[1] < visited[2]; visited[0] != visited[5] {
		return c, fmt.Errorf("one worker visits %d states, and two visit %d", visited[0], visited[5])
	}
	for _, workers := range []int{1, 2} {
		if c.Loops {
			break
		}
		if err := found.counted(ctx, p, states.Options{MaxStates: l.States, Workers: workers, Turns: turns}, &c); err != nil {
			return c, fmt.Errorf("%d workers: %w", workers, err)
		}
	}
	return c, nil
}

// counted compares the number of classes.
func (x *explored) counted(ctx context.Context, p *model.Program, o states.Options, c *Compared) error {
	n, err := states.Count(ctx, p, o)
	switch {
	case err != nil:
		return err
	case n.Unknown != "" && c.Cyclic || ctx.Err() != nil:
		return nil
	case n.Unknown != "":
		return fmt.Errorf("%w: %s", ErrTooLarge, n.Unknown)
	case !n.Classes.IsInt64() || n.Classes.Int64() != int64(len(x.classes)):
		return fmt.Errorf("%v classes, and the algorithm visits %d", n.Classes, len(x.classes))
	}
	c.Counted = true
	return nil
}

func explore(ctx context.Context, p *model.Program, algorithm string, l Limits) (found explored, err error) {
	found.outcomes, found.classes = map[string]bool{}, map[string]bool{}
	x, err := catalog.New(algorithm, algos.Options{Memory: l.Memory})
	if err != nil {
		return found, err
	}
	_, err = x.Explore(ctx, p, func(e *model.Execution) error {
		found.executions = append(found.executions, e.Clone())
		found.classes[e.Key()] = true
		found.outcomes[e.Outcome().String()] = true
		found.raced = found.raced || e.Outcome() == model.Raced || len(e.Races()) > 0
		if len(found.executions) > l.Executions {
			return ErrTooLarge
		}
		return nil
	})
	if ctx.Err() != nil {
		err = ErrTooLarge
	}
	return found, err
}

func (x *explored) against(ctx context.Context, p *model.Program, o states.Options, c *Compared) error {
	_, judged := (*front.Program)(p).Verdict().(front.Racing) // races come before all other outcomes
	outcomes, raced := map[string]bool{}, false
	v, err := states.Visit(ctx, p, o, func(e states.Ended) error {
		raced = raced || e.Outcome == model.Raced
		if e.Final || e.Outcome == model.Raced && judged {
			outcomes[e.Outcome.String()] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	defer v.Close()
	if v.Result.Unknown != "" {
		return fmt.Errorf("%w: %s", ErrTooLarge, v.Result.Unknown)
	}
	c.States, c.Cyclic = v.Result.States, v.Result.Cyclic
	for i, e := range x.executions {
		if v.Result.Symmetric {
			break // objects made by other threads have other names
		}
		missing, maximal, err := v.Missing(e.Events())
		if err == nil && missing != "" {
			err = fmt.Errorf("%s has not been visited", missing)
		}
		if err != nil {
			return fmt.Errorf("execution %d: %w", i, err)
		}
		c.Loops = c.Loops || !maximal
	}
	if raced && !x.raced {
		return errors.New("a race, and none has been found")
	}
	if x.raced && !raced {
		return errors.New("a race has been found, and none by states")
	}
	c.Raced = raced
	expected := maps.Clone(x.outcomes)
	for _, either := range []model.Outcome{model.AssumeBlocked, model.Livelocked, model.Leaked} {
		if c.Loops && (either != model.Leaked || v.Result.Doomed) { // an algorithm stops them, with one of these outcomes
			delete(outcomes, either.String())
			delete(expected, either.String())
		}
	}
	if !maps.Equal(outcomes, expected) {
		return fmt.Errorf("outcomes %v, and the algorithm has %v", slices.Sorted(maps.Keys(outcomes)), slices.Sorted(maps.Keys(expected)))
	}
	return nil
}
