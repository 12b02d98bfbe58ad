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
	moreSearchSteps = 20_000  // events in all more, for each value of the widest choice, up to widestChoice
	widestChoice    = 100
)

// stickiness is the average number of events of a thread before another one runs.
var stickiness = [...]int{1, 8}

// tryOut runs the program until idleRuns runs in a row have not increased met, or as many as the values of a choice if those are more.
func tryOut(m *image.Image, idleRuns int, met func() int) error {
	machine, err := machine.New((*model.Program)(m.Model), behaviour.Limits{MaxSteps: searchLength})
	if err != nil {
		return unsupported(err)
	}
	defer machine.Close()
	random := rand.New(rand.NewPCG(1, 1))
	chosen := turns{Rand: random}
	for runs, idle := 0, 0; runs < mostSearchRuns && idle < max(idleRuns, chosen.widest) && machine.Steps() < chosen.mostSteps(); runs++ {
		before := met()
		chosen.made = 0
		if err := machine.WalkBy(random, chosen.next, stickiness[runs%2], math.MaxInt, math.MaxInt); err != nil {
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

// turns makes the choices of trial runs: the values of each choice, by its number in a run, have their turns, and begin with a random one. What
// only one of many values leads to would hardly be met by chance.
type turns struct {
	*rand.Rand
	last   []int32 // by number of the choice
	made   int     // choices in this run
	widest int     // the most values of a choice
}

// mostSteps bounds the events of all runs.
func (c *turns) mostSteps() int64 {
	return mostSearchSteps + moreSearchSteps*int64(min(c.widest, widestChoice))
}

func (c *turns) next(values int32) int32 {
	v := c.Int32N(values)
	if values == 1 {
		return v
	}
	if c.made == len(c.last) {
		c.last = append(c.last, v)
	} else {
		c.last[c.made]++
	}
	v = c.last[c.made] % values
	c.made++
	c.widest = max(c.widest, int(values))
	return v
}

// unsupported returns err if it is a reason to refuse the program. A run that is too long is not.
func unsupported(err error) error {
	if _, ok := errors.AsType[*operation.UsageError](err); ok {
		return err
	}
	return nil
}
