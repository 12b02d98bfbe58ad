package goprog

import (
	"errors"
	"math"
	"math/rand/v2"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model"
	"dporbench/model/behaviour"
	exec "dporbench/model/machine"
	"dporbench/model/operation"
)

// The limits of the random executions.
const (
	triedEvents = 1_000_000  // in all executions of a program together
	triedEach   = 100        // in each on average, if that is more
	triedLength = 2_000      // in one execution
	triedLong   = 100_000    // in all where the first ones are longer: each then shows much of the program
	triedToEnd  = 50_000     // in one of those that are longer, which may be endless;
	triedCode   = 20_000_000 // instructions in all: less than a second, where each execution computes much beside its events
	triedStates = 4_000_000  // numbers that describe states in all: where many wait for the same thing, each state is long
	triedCleans = 100        // executions, where each looks for objects that cannot be reached among all
	mostNews    = 10_000
)

// settle makes generations until one shows nothing new in that many random executions. Everything
// about it is the same in each process.
func settle(begin func() (*machine.Generation, error), executions int) (*machine.Generation, error) {
	for range mostNews {
		g, err := begin()
		if err != nil {
			return nil, err
		}
		err = tryOut(g, executions)
		if g.News() != "" {
			continue
		}
		var usage *operation.UsageError
		if errors.As(err, &usage) {
			return nil, errors.New(usage.Problem)
		}
		return begin() // leaves no trace of what has been met
	}
	return nil, errors.New("new facts about the program are found without end") // a mistake of this package
}

// tryOut runs g at random.
func tryOut(g *machine.Generation, executions int) error {
	random := rand.New(rand.NewPCG(1, 0))
	m, err := exec.New((*model.Program)(g.Model), behaviour.Limits{MaxSteps: triedToEnd})
	if err != nil {
		return err
	}
	defer m.Close()
	var instructions int64
	g.CountInstructions(&instructions)
	defer g.CountInstructions(nil)
	most, long := max(triedEvents, triedEach*int64(executions)), 0
	for n := range executions {
		sticky := stickiness[n%len(stickiness)]
		m.Reset()
		if err := m.Walk(random, sticky, triedLength, math.MaxInt); err != nil {
			return err
		}
		if m.Len() == triedLength {
			if long++; long == len(stickiness) {
				// goroutines that wait for the same channel take memory in the square of their number
				if err := m.Walk(random, sticky, triedToEnd, m.Threads()); err != nil {
					return err
				}
			}
		}
		if g.News() != "" {
			return nil
		}
		if long == n+1 && n+1 >= len(stickiness) {
			most = triedLong
		}
		if g.Cleans() && n+1 >= triedCleans || m.Steps() > most || instructions > triedCode || g.Table.Described() > triedStates {
			return nil
		}
	}
	return nil
}

// stickiness is the average number of events of a thread before another one runs: see [exec.Machine.Walk].
var stickiness = []int{1, 8, 2, 32}
