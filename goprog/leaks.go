package goprog

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"dporbench/goprog/internal/judging"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	exec "dporbench/model/machine"
)

// Leak is a goroutine that waits for ever at the end of an execution, in the words of the runtime.
type Leak = judging.Leak

// Leaks are the goroutines that wait for ever at the end of a maximal execution of a program of this package.
func (p *Package) Leaks(m *model.Program, events []event.Event) ([]Leak, error) {
	judges, ok := p.judges.Load(m)
	if !ok {
		return nil, errors.New("the program is not one of this package")
	}
	return judges.(*judging.Judges).Leaks(events)
}

// mostEndless is how many executions have no end if none has.
const mostEndless = 4

// Walk shows n executions of a program of a package, each with random choices and as many preemptions as chance will have: in some
// few, in others many. They are the same each time, and those that do not end are not shown; if the first ones do not, it stops. It
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
		err := walk(m, random, stickiness[k%len(stickiness)], triedLength, math.MaxInt)
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
