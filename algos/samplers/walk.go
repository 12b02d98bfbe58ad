package samplers

import (
	"dporbench/model/event"
	"dporbench/model/machine"
)

// Walk takes any enabled thread. A class has a small probability if its executions must often leave some thread
// behind: the class of lastzero(n) in which every writer waits for the one before it has about 1/n!.
type Walk struct{}

// Begin implements [Sampler].
func (*Walk) Begin(Dice) {}

// Next implements [Sampler].
func (*Walk) Next(_ *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID {
	return enabled[d.Roll(len(enabled))]
}

// Done implements [Sampler].
func (*Walk) Done(*machine.Machine, event.Event) {}

// Copy implements [Independent].
func (w *Walk) Copy() Independent { return w }

// AppendState implements [Independent].
func (*Walk) AppendState(state []byte, _ func(float64) int) []byte { return state }
