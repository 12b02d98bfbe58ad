package judging

import (
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model/front"
)

// deeds are what the events of an execution did, up to the first data race. Events kept from the previous execution are not
// examined again.
type deeds struct {
	looked int     // how many of the first events have been examined
	marks  []int32 // of the new events, as far as they are needed
	races  races
	raced  bool // with the last of the events
}

// takeBack is called when only the first n events of the last execution remain.
func (d *deeds) takeBack(n int) {
	if n < d.looked {
		d.races.back(n)
		d.looked, d.raced = n, false
	}
}

// race reports whether an execution, whose examined events are unchanged, has a data race; the first one is found.
func (d *deeds) race(r front.Run) bool {
	events := r.Events()
	if d.raced || d.looked == len(events) {
		return d.raced
	}
	if threads := r.Threads(); threads > d.races.room() {
		d.again(threads)
	}
	d.marks = r.AppendMarks(d.marks[:0], d.looked)
	more := events[d.looked:]
	for i, mark := range d.marks {
		d.looked++
		effect, _ := machine.Marked(mark)
		if d.races.push(&more[i], effect) {
			d.raced = true
			break
		}
	}
	if d.races.again {
		d.again(r.Threads())
		return d.race(r)
	}
	return d.raced
}

// again makes race examine all events again.
func (d *deeds) again(threads int) {
	d.takeBack(0)
	d.races.widen(threads)
	d.races.again = false
}
