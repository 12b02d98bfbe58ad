package program

import (
	"errors"
	"math"
	"math/rand/v2"

	"dporbench/frontends/cprog/internal/image"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
	"dporbench/model/operation"
)

// Before a program is explored, random runs find out which threads arrive at which barriers, and whether
// the memory that threads make is used in an unsupported way, so that this is reported when the file is
// loaded. The runs are always the same: they draw from one seed, and are limited by number, not by time.

const (
	barrierRuns     = 100     // runs in a row without anything new that end the search
	memoryRuns      = 10      // the same if only memory is tried
	mostSearchRuns  = 3000    // runs in all
	mostSearchSteps = 400_000 // events in all
	searchLength    = 5000    // events per run
)

// stickiness is the average number of events of a thread before another one runs.
var stickiness = [...]int{1, 8}

// tryOut runs the program until idleRuns runs in a row have not increased met.
func tryOut(m *image.Image, idleRuns int, met func() int) error {
	machine, err := machine.New((*model.Program)(m.Model), behaviour.Limits{MaxSteps: searchLength})
	if err != nil {
		return unsupported(err)
	}
	defer machine.Close()
	random := rand.New(rand.NewPCG(1, 1))
	for runs, idle := 0, 0; runs < mostSearchRuns && idle < idleRuns && machine.Steps() < mostSearchSteps; runs++ {
		before := met()
		if err := machine.Walk(random, stickiness[runs%2], math.MaxInt, math.MaxInt); err != nil {
			if err := unsupported(err); err != nil {
				return err
			}
			if runs == 0 {
				idle = idleRuns / 2
			}
		}
		machine.Reset()
		if idle++; met() > before {
			idle = 0
		}
	}
	return nil
}

// unsupported returns err if it is a reason to refuse the program. A run that is too long is not.
func unsupported(err error) error {
	if _, ok := errors.AsType[*operation.UsageError](err); ok {
		return err
	}
	return nil
}
