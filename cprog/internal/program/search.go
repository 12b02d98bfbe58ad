package program

import (
	"errors"
	"math/rand/v2"

	"dporbench/cprog/internal/image"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// Some things are tried before a program is explored, by running it at random: which
// threads come to which barriers, and whether the memory that threads make is used in a way that is not
// supported, so that it is told when the file is loaded. The runs are always the same: they draw from one
// seed, and their number is counted, not their time.

const (
	barrierRuns     = 100     // in a row that have met nothing new,
	memoryRuns      = 10      // if it is only memory that is tried,
	mostSearchRuns  = 3000    // or in all,
	mostSearchSteps = 400_000 // or events in all
	searchLength    = 5000    // events of a run
)

// tryOut runs the program until so many runs in a row have changed nothing in what has been met.
func tryOut(m *image.Image, idleRuns int, met func() int) error {
	machine, err := machine.New(m.Model, behaviour.Limits{MaxSteps: searchLength})
	if err != nil {
		return unsupported(err)
	}
	defer machine.Close()
	random := rand.New(rand.NewPCG(1, 1))
	for runs, idle := 0, 0; runs < mostSearchRuns && idle < idleRuns && machine.Steps() < mostSearchSteps; runs++ {
		before := met()
		if err := runAtRandom(machine, random, runs%2 == 1); err != nil {
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

// unsupported is err if the program is to be refused. A run that is too long is none.
func unsupported(err error) error {
	if _, ok := errors.AsType[*model.UsageError](err); ok {
		return err
	}
	return nil
}

// runAtRandom runs the machine to the end of an execution. A sticky scheduler changes
// the thread rarely.
func runAtRandom(m *machine.Machine, random *rand.Rand, sticky bool) error {
	last := event.NoThread
	for {
		var enabled []event.ThreadID
		for t := m.NextEnabled(event.NoThread); t != event.NoThread; t = m.NextEnabled(t) {
			enabled = append(enabled, t)
		}
		if len(enabled) == 0 {
			return nil
		}
		if !sticky || last == event.NoThread || !m.Enabled(last) || random.IntN(8) == 0 {
			last = enabled[random.IntN(len(enabled))]
		}
		if n := m.Values(last); n > 1 {
			m.Choose(random.Int32N(n))
		}
		if _, err := m.Step(last); err != nil {
			return err
		}
	}
}
