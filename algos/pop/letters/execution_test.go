package letters_test

import (
	"fmt"
	"math/rand/v2"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// execution is E, which a Machine executes, in letters.
type execution struct {
	*machine.Machine
	memory  memory.Model
	letters []letter
}

func newExecution(p *model.Program, memory memory.Model) (*execution, error) {
	m, err := machine.New(p, behaviour.Limits{MaxSteps: 1000, Memory: memory})
	return &execution{Machine: m, memory: memory}, err
}

// step appends the next event of a thread that is enabled.
func (x *execution) step(t event.ThreadID) letter {
	e, err := x.Step(t)
	if err != nil {
		panic(fmt.Sprintf("the program cannot be executed: %v", err))
	}
	l := newLetter(e, x.letters, x.memory)
	x.letters = append(x.letters, l)
	return l
}

// backTo takes E back to its first n events.
func (x *execution) backTo(n int) {
	for x.Len() > n {
		x.Undo()
	}
	x.letters = x.letters[:n]
}

// extend appends an event of any thread. It returns false if E is maximal.
func (x *execution) extend(r *rand.Rand) bool {
	enabled := x.enabled()
	if len(enabled) == 0 {
		return false
	}
	x.step(enabled[r.IntN(len(enabled))].Thread)
	return true
}

// enabled are the letters that may come next, for a choice the one with the value
// 0.
func (x *execution) enabled() (all []letter) {
	n := x.Len()
	for t := range event.ThreadID(x.Threads()) {
		if x.Enabled(t) {
			all = append(all, x.step(t))
			x.backTo(n)
		}
	}
	return all
}

// continues reports whether E·w is an execution.
func (x *execution) continues(w ...letter) bool {
	defer x.backTo(x.Len())
	for _, l := range w {
		if int(l.Thread) >= x.Threads() || !x.Enabled(l.Thread) || !x.step(l.Thread).equals(l) {
			return false
		}
	}
	return true
}
