package run

import (
	"context"

	"dporbench/algos/catalog"
	"dporbench/frontends/litmus"
	"dporbench/harness/internal/shared/explore"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// finalStates returns the final states of a litmus test, counted over the executions that the algorithm visits.
func finalStates(ctx context.Context, file string, a catalog.Algorithm, s explore.Settings) (*litmus.Histogram, error) {
	test, err := litmus.Load(file)
	if err != nil {
		return nil, err
	}
	replayer, err := test.NewReplayer(behaviour.Limits{MaxSteps: s.MaxSteps, Memory: s.Memory})
	if err != nil {
		return nil, err
	}
	defer replayer.Close()
	ctx, stop := s.Within(ctx)
	defer stop()
	histogram := test.NewHistogram()
	_, err = a.New(s.Options()).Explore(ctx, test.Program, func(e *model.Execution) error {
		if e.Outcome() != model.Complete {
			histogram.Incomplete++
			return nil
		}
		state, err := replayer.Of(e)
		if err == nil {
			histogram.Add(state)
		}
		return err
	})
	return histogram, err
}
