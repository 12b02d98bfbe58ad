package statestest

import (
	"context"
	"fmt"

	"dporbench/algos/states"
	"dporbench/model"
)

// CompareHistories compares the states of a program that is required to be linearizable with the executions that an algorithm visits: an execution that is not linearizable
// must be found exactly if a class is not, each outcome of a class must be found, and so must the number of classes. load returns the program, and
// violated says that it is not linearizable. Errors are as from [Compare].
func CompareHistories(load func() (*model.Program, error), algorithm string, l Limits) (violated bool, err error) {
	ctx, stop := context.WithTimeout(context.Background(), l.Time)
	defer stop()
	p, err := load()
	if err != nil {
		return false, err
	}
	found, err := explore(ctx, p, algorithm, l)
	if err != nil {
		return false, err
	}
	violation, loops := model.NotLinearizable.String(), model.AssumeBlocked.String() // with which the algorithm may stop loops that continue here
	violated = found.outcomes[violation]
	turns := uint64(len(found.executions))
	for _, o := range []states.Options{{Full: true}, {}, {WithoutWalks: true}, {WithoutSymmetry: true}, {Full: true, Workers: 2, Turns: turns}, {WithoutWalks: true, Workers: 2, Turns: turns}} {
		o.MaxStates, o.FinalVerdicts = l.States, true
		if p, err = load(); err != nil {
			return violated, err
		}
		outcomes := map[string]bool{}
		r, err := states.Decide(ctx, p, o, func(e states.Ended) error {
			outcomes[e.Outcome.String()] = true
			return nil
		})
		if err != nil {
			return violated, err
		}
		if r.Unknown != "" {
			return violated, fmt.Errorf("%w: %s", ErrTooLarge, r.Unknown)
		}
		for outcome := range found.outcomes {
			if !outcomes[outcome] && outcome != loops {
				return violated, fmt.Errorf("%+v: no execution is %s", o, outcome)
			}
		}
		if outcomes[violation] && !violated {
			return violated, fmt.Errorf("%+v: an execution is %s, and no class is", o, violation)
		}
	}
	if found.outcomes[loops] {
		return violated, nil
	}
	return violated, found.counted(ctx, p, states.Options{MaxStates: l.States}, &Compared{})
}
