package races

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
)

// Replay finds the races of executions of which only the events are known.
type Replay struct {
	*machine.Replay
	finder *Finder
}

// NewReplay returns a Replay at the start of p. It must be closed.
func NewReplay(p *model.Program, l behaviour.Limits) (*Replay, error) {
	r, err := machine.NewReplay(p, l)
	if err != nil {
		return nil, err
	}
	return &Replay{r, New(r.Machine)}, nil
}

// Find returns the races of an execution. The slice is valid until the next call. The machine is then at its end.
func (r *Replay) Find(events []event.Event) ([]front.Race, error) {
	if _, err := r.Run(events); err != nil {
		return nil, err
	}
	return r.finder.Find(), nil
}
