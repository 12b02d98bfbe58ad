package races

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// Replay finds the races of executions of which only the events are known. What they have in common with the last one
// is not run again. It must be closed.
type Replay struct {
	*machine.Machine
	finder  *Finder
	events  []event.Event // as the explorer numbers threads
	numbers []event.ThreadID
}

// NewReplay is at the start of p.
func NewReplay(p *model.Program, l behaviour.Limits) (*Replay, error) {
	m, err := machine.New(p, l)
	if err != nil {
		return nil, err
	}
	return &Replay{Machine: m, finder: New(m)}, nil
}

// Find returns the races of an execution. The slice is valid until the next call. The machine is then at its end.
func (r *Replay) Find(events []event.Event) ([]model.Race, error) {
	n := common(r.events, events)
	for r.Len() > n {
		r.Undo()
	}
	r.events = r.events[:n]
	for _, e := range events[n:] {
		if err := r.follow(e); err != nil {
			return nil, err
		}
	}
	return r.finder.Find(), nil
}

func (r *Replay) follow(e event.Event) error {
	if e.Kind == event.Choice {
		r.Choose(e.Value())
	}
	t := r.number(e.Thread)
	if e.IsFlush() {
		t = r.Actor(r.number(e.Issuer()), e.Object)
	}
	did, err := r.Step(t)
	if err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		r.assign(event.ThreadID(e.Object), event.ThreadID(did.Object))
	}
	r.events = append(r.events, e)
	return nil
}

// number is the machine's number of a thread.
func (r *Replay) number(t event.ThreadID) event.ThreadID {
	if int(t) < len(r.numbers) {
		return r.numbers[t]
	}
	return t
}

func (r *Replay) assign(t, number event.ThreadID) {
	for len(r.numbers) <= int(t) {
		r.numbers = append(r.numbers, event.ThreadID(len(r.numbers)))
	}
	r.numbers[t] = number
}
