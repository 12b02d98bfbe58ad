package judging

import (
	"dporbench/goprog/internal/machine"
	"dporbench/model"
	"dporbench/model/event"
)

// deeds are what the events of an execution did, up to the first data race. What an execution has in common with the one before is
// not looked at again.
type deeds struct {
	of     *machine.Deeds
	events []event.Event
	marks  []int32          // of the new ones, as far as they are needed
	steps  [][]machine.Step // of deeds, as far as they have been asked for
	races  races
	raced  bool // with the last of the events:
	found  race
}

// race reports whether an execution has a data race, and which is found first.
func (d *deeds) race(r model.Run) bool {
	events := r.Events()
	n := event.Common(d.events, events)
	if n < len(d.events) {
		d.races.back(n)
		d.events, d.raced = d.events[:n], false
	}
	if d.raced || n == len(events) {
		return d.raced
	}
	if threads := r.Threads(); threads > d.races.width {
		d.again(threads)
		return d.race(r)
	}
	d.marks = r.AppendMarks(d.marks[:0], n)
	for i, mark := range d.marks {
		deed, _ := machine.Marked(mark)
		var steps []machine.Step
		if deed > machine.DidUpdate {
			steps = d.stepsOf(deed)
		}
		if found, raced := d.races.push(&events[n+i], deed, steps); raced {
			d.found, d.raced, events = found, true, events[:n+i+1]
			break
		}
	}
	d.events = append(d.events, events[n:]...)
	if d.races.again {
		d.again(r.Threads())
		return d.race(r)
	}
	return d.raced
}

// again has all events looked at again.
func (d *deeds) again(threads int) {
	d.races.back(0)
	d.races.widen(threads)
	d.races.again, d.events, d.raced = false, d.events[:0], false
}

func (d *deeds) stepsOf(n machine.Deed) []machine.Step {
	for len(d.steps) <= int(n) {
		d.steps = append(d.steps, nil)
	}
	if d.steps[n] == nil {
		d.steps[n] = d.of.Steps(n)
	}
	return d.steps[n]
}
