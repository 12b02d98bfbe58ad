package rvf

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// nowhere is the location of what accesses none.
const nowhere = -1

// locationOf numbers variables and mutexes.
func locationOf(s operation.Step) int32 {
	switch k := s.Kind(0); {
	case k.OnVariable():
		return 2 * s.Object
	case k.OnMutex():
		return 2*s.Object + 1
	}
	return nowhere
}

func (a *added) writes() bool { return a.location != nowhere && a.Kind != event.Read }

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

// add adds the next event of t to H, and returns its place. It is not on the machine yet. If it is a decision, it is c.
func (x *exploration) add(t event.ThreadID, c *choice) int32 {
	e, _ := x.Machine.Next(t)
	s, own, clock := x.Machine.NextStep(t), at(&x.threads, t), at(&x.clocks, t)
	a := added{Event: e, location: locationOf(s), needs: none, clock: *clock, excluded: *x.excludedOf(t)}
	if c != nil {
		a.Kind, a.good, a.past = s.Kind(c.value), c.good, counted(c.past, t)
		if a.location != nowhere {
			a.value = s.Written(c.value)
		} else {
			a.Object = int32(c.value)
		}
		x.excluded[t] = nil
	} else {
		a.past = *clock
		if a.location != nowhere {
			a.value = s.Written(0)
		}
	}
	x.noteWriter(t, s)
	id := int32(len(x.added))
	switch a.Kind {
	case event.Spawn:
		*at(&x.clocks, event.ThreadID(e.Object)) = a.past
		*at(&x.spawns, event.ThreadID(e.Object)) = id
	case event.Join:
		child := event.ThreadID(e.Object)
		a.past, a.needs = joined(a.past, *at(&x.clocks, child)), x.spawnOf(child)
		if of := *at(&x.threads, child); len(of) > 0 {
			a.needs = of[len(of)-1]
		}
	}
	if len(*own) == 0 {
		a.needs = x.spawnOf(t)
	}
	own, clock = at(&x.threads, t), at(&x.clocks, t)
	*own, *clock = append(*own, id), a.past
	x.added = append(x.added, a)
	return id
}

// spawnOf is the place of the event that started t, or none.
func (x *exploration) spawnOf(t event.ThreadID) int32 {
	if int(t) < x.Program.NumThreads() {
		return none
	}
	return *at(&x.spawns, t)
}

// drop takes from H all but the first n events. The machine is left as it is.
func (x *exploration) drop(n int) {
	for last := len(x.added) - 1; last >= n; last-- {
		a := &x.added[last]
		own := &x.threads[a.Thread]
		*own, x.clocks[a.Thread], x.excluded[a.Thread] = (*own)[:len(*own)-1], a.clock, a.excluded
		x.added = x.added[:last]
	}
}

// run makes E that order.
func (x *exploration) run(order []int32) error {
	common := 0
	for common < min(len(order), len(x.order)) && order[common] == x.order[common] {
		common++
	}
	for x.Machine.Len() > common {
		x.Machine.Undo()
	}
	x.order = append(x.order[:common], order[common:]...)
	for _, id := range x.order[common:] {
		a := &x.added[id]
		if a.Kind == event.Choice {
			x.Machine.Choose(a.Object)
		}
		if _, err := x.Step(a.Thread); err != nil {
			return err
		}
	}
	return nil
}

func (x *exploration) excludedOf(t event.ThreadID) *[]choice { return at(&x.excluded, t) }

// at is the place of a thread in a list by threads.
func at[T any](list *[]T, t event.ThreadID) *T {
	for int(t) >= len(*list) {
		*list = append(*list, *new(T))
	}
	return &(*list)[t]
}

// joined is the past of what comes after both. A past ends with a number that is not 0.
func joined(a, b []int32) []int32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	all := slices.Clone(a)
	for t, n := range b {
		all[t] = max(all[t], n)
	}
	return all
}

// counted is a past with one more decision, of t.
func counted(past []int32, t event.ThreadID) []int32 {
	all := slices.Clone(past)
	*at(&all, t)++
	return all
}
