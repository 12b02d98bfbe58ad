package rvf

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// choice is an annotation.
type choice struct {
	value int64
	past  []int32 // by thread: how many decisions are before it, with itself
	good  []int32
}

func (c *choice) is(d choice) bool { return c.value == d.value && slices.Equal(c.past, d.past) }

// choices are the annotations that the event of s, the next one of t, could have, if some order had them.
func (x *exploration) choices(t event.ThreadID, s operation.Step) (all []choice) {
	last := x.last(t)
	past := slices.Clone(x.added[last].past)
	*stack.At(&past, int(t))++
	if s.Kind(0) == event.Choice {
		for value := range s.Values() {
			all = append(all, choice{value: int64(value), past: past})
		}
		return all
	}
	location := locationOf(s)
	for _, w := range x.candidates(location, func(w int32) bool { return x.isBefore(w, last) }) {
		c := choice{value: x.valueOf(w, location), past: union(past, x.added[w].past)}
		if !s.Enabled(c.value) {
			continue
		}
		i := slices.IndexFunc(all, c.is)
		if i < 0 {
			i, all = len(all), append(all, c)
		}
		all[i].good = append(all[i].good, w)
	}
	return all
}

// candidates are the writes of a location that what comes after certain events may come after: those that none of these
// overwrites. They are in the order of their places.
func (x *exploration) candidates(location int32, isPast func(w int32) bool) (all []int32) {
	all, over := append(all, none), []int32(nil)
	for _, writes := range stack.At(&x.locations, int(location)).writes {
		for _, w := range slices.Backward(writes) {
			if all = append(all, w); isPast(w) {
				over = append(over, w)
				break
			}
		}
	}
	all = slices.DeleteFunc(all, func(w int32) bool {
		return slices.ContainsFunc(over, func(by int32) bool { return w != by && x.isBefore(w, by) })
	})
	slices.Sort(all)
	return all
}

// valueOf is what w has written.
func (x *exploration) valueOf(w, location int32) int64 {
	switch {
	case w != none:
		return x.added[w].value
	case location%2 == 1:
		return operation.Free
	}
	return x.Program.Initial(location / 2)
}
