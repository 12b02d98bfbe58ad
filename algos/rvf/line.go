package rvf

import "dporbench/model/event"

// do appends an event to the order.
func (x *exploration) do(id int32) {
	a := &x.added[id]
	x.threads[a.Thread].done++
	if x.count(a, -1); a.writes() {
		l := &x.locations[a.location]
		a.over, l.last = l.last, id
	}
	x.order = append(x.order, id)
}

// undo cuts the order back to its first n events.
func (x *exploration) undo(n int) {
	for last := len(x.order) - 1; last >= n; last-- {
		a := &x.added[x.order[last]]
		x.threads[a.Thread].done--
		if x.count(a, 1); a.writes() {
			x.locations[a.location].last = a.over
		}
	}
	x.order, x.same = x.order[:n], min(x.same, n)
}

// redo makes rest follow the first n events.
func (x *exploration) redo(n int, rest []int32) {
	x.undo(n)
	for _, id := range rest {
		x.do(id)
	}
}

// isLeft reports whether an event is not in the order.
func (x *exploration) isLeft(id int32) bool {
	a := &x.added[id]
	return a.Index > x.threads[a.Thread].done
}

// follow makes E equal to the order.
func (x *exploration) follow() error {
	for n := min(len(x.order), len(x.executed)); x.same < n && x.order[x.same] == x.executed[x.same]; {
		x.same++
	}
	for x.executed = x.executed[:x.same]; x.Machine.Len() > x.same; {
		x.Machine.Undo()
	}
	for ; x.same < len(x.order); x.same++ {
		id := x.order[x.same]
		a := &x.added[id]
		if a.Kind == event.Choice {
			x.Machine.Choose(a.Object)
		}
		if _, err := x.Step(a.Thread); err != nil {
			return err
		}
		x.executed = append(x.executed, id)
		a.rank = int32(len(x.executed))
	}
	return nil
}
