package judging

import (
	"dporbench/goprog/internal/machine"
	"dporbench/model"
)

// deeds are what the events of an execution did, up to the first data race. What has stayed of the execution before is not looked at
// again.
type deeds struct {
	of     *machine.Deeds
	looked int              // how many of the first events have been looked at
	marks  []int32          // of the new ones, as far as they are needed
	steps  [][]machine.Step // of deeds, as far as they have been asked for
	races  races
	raced  bool // with the last of the events
}

// takeBack is called when only the first n events of the last execution have stayed.
func (d *deeds) takeBack(n int) {
	if n < d.looked {
		d.races.back(n)
		d.looked, d.raced = n, false
	}
}

// race reports whether an execution, of which what was looked at has stayed, has a data race, and which is found first.
func (d *deeds) race(r model.Run) bool {
	events := r.Events()
	if d.raced || d.looked == len(events) {
		return d.raced
	}
	if threads := r.Threads(); threads > d.races.width {
		d.again(threads)
	}
	d.marks = r.AppendMarks(d.marks[:0], d.looked)
	for _, mark := range d.marks {
		deed, _ := machine.Marked(mark)
		var steps []machine.Step
		if deed > machine.DidUpdate {
			steps = d.stepsOf(deed)
		}
		d.raced = d.races.push(&events[d.looked], deed, steps)
		if d.looked++; d.raced {
			break
		}
	}
	if d.races.again {
		d.again(r.Threads())
		return d.race(r)
	}
	return d.raced
}

// again has all events looked at again.
func (d *deeds) again(threads int) {
	d.takeBack(0)
	d.races.widen(threads)
	d.races.again = false
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
