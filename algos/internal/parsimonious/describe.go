package parsimonious

import (
	"slices"

	"dporbench/algos"
)

// walker is a SleepSet that can describe how it has decided.
type walker interface {
	Walks() []algos.Walk
}

// state describes the exploration to a Watcher.
func (x *eager) state() (d algos.State) {
	for s := x.last; s != nil; s = s.Previous {
		d.Schedules = append(d.Schedules, algos.MarkedPart{At: s.At, Head: s.HeadAt})
	}
	slices.Reverse(d.Schedules)
	for _, s := range x.schedules[:x.depth] {
		t := algos.Tail{At: s.At, Second: s.Second}
		for _, e := range s.Tail {
			t.Events = append(t.Events, e.Event)
		}
		d.Tails = append(d.Tails, t)
	}
	if w, ok := x.sleep.(walker); ok {
		d.Walks = w.Walks()
	}
	return d
}
