package rvf

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// choice is an annotation.
type choice struct {
	value int64
	past  []int32 // by thread: how many decisions are before it, itself included
	good  []int32
}

func (c *choice) is(d choice) bool { return c.value == d.value && slices.Equal(c.past, d.past) }

// choices are the annotations that the event of s, the next one of t, may have if some order has them. It cannot read
// and overwrite the write that another event must.
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
	location := s.Location()
	for _, w := range x.candidates(location, func(w int32) bool { return x.isBefore(w, last) }) {
		c := choice{value: x.valueOf(w, location)}
		if !s.Enabled(c.value) || s.Kind(c.value) != event.Read && x.readersOf(w, location).taken > 0 {
			continue
		}
		c.past = union(past, x.added[w].past)
		i := slices.IndexFunc(all, c.is)
		if i < 0 {
			i, all = len(all), append(all, c)
		}
		all[i].good = append(all[i].good, w)
	}
	return all
}

// candidates are the writes of a location that may be the last before an event that comes after certain events: those
// that none of these overwrites. They are in the order of their places.
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

// valueOf is the value that w has written.
func (x *exploration) valueOf(w, location int32) int64 {
	if w == none {
		return algos.InitialAt(x.Program, location)
	}
	return x.added[w].value
}

// noteWriter records that s is next in thread t, if it may write.
func (x *exploration) noteWriter(t event.ThreadID, s operation.Step) {
	if location := s.Location(); location != event.Nowhere && (s.Kind(0) != event.Read || s.Compares()) {
		x.now++
		*stack.At(&stack.At(&x.locations, int(location)).seen, int(t)) = x.now
	}
}

// isAll reports whether the next decision of t, of s, whose annotations have all been visited since then, can have no
// other one, because no other thread could write there.
//
// Suppose that a class has another one. Then an execution τ of it has a write of the location before that decision, by
// another thread, that is not in H; let w be the first. What comes before w in τ, and H, are closed, so there is an order
// of them, and the decision can come at its end, with some annotation that is possible after H alone. In the node of that
// annotation, or one below it, w is the next event of its thread, or has been added.
func (x *exploration) isAll(t event.ThreadID, s operation.Step, since int64) bool {
	location := s.Location()
	switch {
	case location == event.Nowhere:
		return true
	case s.Guard() != nil || s.Kind(0) == event.Lock && !x.Machine.Enabled(t):
		return false // the decision may not be possible at the end
	}
	for u, last := range stack.At(&x.locations, int(location)).seen {
		if u != int(t) && last > since {
			return false
		}
	}
	return true
}
