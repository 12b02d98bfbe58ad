package cprog_test

import (
	"context"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
)

// exploreBeside explores a program by an algorithm, and calls visit for each execution with a replay, which can run it again for the
// values at its end.
func exploreBeside(p *model.Program, algorithm string, o algos.Options, visit func(*model.Execution, *machine.Replay) error) error {
	explorer, err := catalog.New(algorithm, o)
	if err != nil {
		return err
	}
	replay, err := machine.NewReplay(p, behaviour.Limits{Memory: o.Memory})
	if err != nil {
		return err
	}
	defer replay.Close()
	_, err = explorer.Explore(context.Background(), p, func(e *model.Execution) error { return visit(e, replay) })
	return err
}
