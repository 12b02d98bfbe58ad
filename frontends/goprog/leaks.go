package goprog

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"dporbench/frontends/goprog/internal/judging"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	exec "dporbench/model/machine"
)

// Leak is a goroutine that waits forever at the end of an execution, in the runtime's words.
type Leak = judging.Leak

// Leaks returns the goroutines that wait forever at the end of a maximal execution of a program of this package.
func (p *Package) Leaks(m *model.Program, events []event.Event) ([]Leak, error) {
	judges, ok := p.judges.Load(m)
	if !ok {
		return nil, errors.New("the program does not belong to this package")
	}
	return judges.(*judging.Judges).Leaks(events)
}

// mostEndless is the number of executions after which, if none has ended, none is expected to.
const mostEndless = 4

// Walk shows n executions of a program of a package, with random choices and random preemptions: few in some executions,
// many in others. They are the same each time, and those that do not end are not shown; if the first ones do not, it stops. It
// also stops at an error of show, which it returns.
func Walk(ctx context.Context, p *model.Program, n int, show func(events []event.Event) error) error {
	random := rand.New(rand.NewPCG(2, 0))
	m, err := exec.New(p, behaviour.Limits{MaxSteps: 2 * triedLength})
	if err != nil {
		return err
	}
	defer m.Close()
	endless := 0
	for k := range n {
		if endless == mostEndless && k == mostEndless {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		m.Reset()
		err := m.Walk(random, stickiness[k%len(stickiness)], triedLength, math.MaxInt)
		if m.Len() >= triedLength {
			endless++
		} else if err == nil {
			err = show(m.Events())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
