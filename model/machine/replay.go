package machine

import (
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// Replay runs executions of which only the events are known. What an execution has in common with the previous one is not
// rerun. The numbers of spawned threads, and of buffers, may be those of any exploration. It must be closed, and is
// stepped only by its own methods.
type Replay struct {
	*Machine
	given   []event.Event    // E, as the exploration numbers threads
	numbers []event.ThreadID // of threads in the machine, by those of the exploration
}

// NewReplay returns a Replay at the start of p.
func NewReplay(p *model.Program, l behaviour.Limits) (*Replay, error) {
	m, err := NewFollowing(p, l)
	if err != nil {
		return nil, err
	}
	return m.Replay(), nil
}

// Replay returns a Replay of which m, which it takes to the start, is the machine.
func (m *Machine) Replay() *Replay {
	m.Reset()
	r := &Replay{Machine: m}
	for t := range event.ThreadID(m.program.NumThreads()) {
		r.assign(t, t)
	}
	return r
}

// Run runs an execution, or a prefix of one. The first kept events were run before.
func (r *Replay) Run(events []event.Event) (kept int, err error) {
	kept = r.Rewind(events)
	for _, e := range events[kept:] {
		if _, err := r.Follow(e); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// Common returns the length of the prefix that the last execution has in common with this one.
func (r *Replay) Common(events []event.Event) int { return event.Common(r.given, events) }

// Rewind goes back to the prefix that the last execution has in common with this one, and returns its length.
func (r *Replay) Rewind(events []event.Event) int {
	n := r.Common(events)
	if n < len(r.given) {
		r.backTo(n)
		r.given = r.given[:n]
	}
	return n
}

// Follow runs one more event, and returns it with the machine's numbers of threads.
func (r *Replay) Follow(e event.Event) (did event.Event, err error) {
	t := r.NumberOf(e.Thread)
	if e.IsFlush() {
		t = r.Actor(r.NumberOf(e.Issuer()), e.Object)
	}
	if t == event.NoThread || r.tree.At(r.threads[t].node).Code.Stopped() {
		return e, fmt.Errorf("event %v: its thread has not been started, or is over", e)
	}
	if e.Kind == event.Choice {
		r.Choose(e.Value())
	}
	if e.HasReference() {
		r.Refer(r.renumbered(e.Access))
	}
	if did, err = r.Step(t); err != nil {
		return did, err
	}
	if e.Kind == event.Spawn {
		r.assign(event.ThreadID(e.Object), event.ThreadID(did.Object))
	}
	r.given = append(r.given, e)
	return did, nil
}

// renumbered returns a reference with the machine's number of the thread.
func (r *Replay) renumbered(a event.Access) event.Access {
	if t, index, ok := a.RefersTo(); ok {
		return a.ReferTo(r.NumberOf(t), index)
	}
	return a
}

// NumberOf returns the machine's number of a thread, or event.NoThread if no execution so far has started it.
func (r *Replay) NumberOf(t event.ThreadID) event.ThreadID {
	if int(t) < len(r.numbers) {
		return r.numbers[t]
	}
	return event.NoThread
}

func (r *Replay) assign(t, number event.ThreadID) {
	*stack.AtOr(&r.numbers, int(t), event.NoThread) = number
}
