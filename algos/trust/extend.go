package trust

import (
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// extend adds the event of s, the next step of thread t. It explores each
// way of adding it except the last, which it leaves in the graph.
func (x *exploration) extend(t event.ThreadID, s operation.Step) error {
	if err := x.Behaviour.Within(x.Graph.Size(), t, x.Graph.Position(t)); err != nil {
		return err
	}
	switch s.Kind(0) {
	case event.Spawn, event.Join, event.Fence:
		return x.addOther(t, 0)
	case event.Choice:
		return x.chooseValue(t, s)
	case event.Write, event.Unlock:
		return x.store(t, s)
	}
	if s.Code == operation.Barrier {
		return x.store(t, s)
	}
	if x.InUpdate(t) {
		return x.complete(t, s)
	}
	return x.read(t, s)
}

// read adds a read, and its write if it belongs to an update. The read from the last write in
// co comes last.
func (x *exploration) read(t event.ThreadID, s operation.Step) error {
	if err := x.readEarlier(t, s); err != nil {
		return err
	}
	return x.readFrom(t, s, x.Graph.LastWrite(x.location(s)))
}

func (x *exploration) readEarlier(t event.ThreadID, s operation.Step) error {
	pred, access := x.Graph.Pred(t), x.access(&s, 0)
	mayLoad := x.mayLoad(&s)
	if mayLoad {
		access = graph.Loads
	}
	w := x.Graph.Earlier(x.Graph.LastWrite(x.location(s)))
	for ; w != graph.None && !x.Graph.Overwritten(w, pred, t, access); w = x.Graph.Earlier(w) {
		if x.isHeld(w) || !x.blocking && !holds(s, x.Graph.Event(w).Value) {
			continue // no Lock can read Held, and an await is unmet only if it reads from the last write
		}
		if mayLoad && x.Graph.Overwritten(w, pred, t, x.access(&s, x.Graph.Event(w).Value)) {
			continue
		}
		if err := x.exploreRead(t, s, w); err != nil {
			return err
		}
	}
	return nil
}

func (x *exploration) exploreRead(t event.ThreadID, s operation.Step, w graph.ID) error {
	mark := x.Graph.Mark()
	if x.isTaken(s, w) || x.unblocks() && x.refusesUpdate(s, w) || x.readsBefore(t, s, w) {
		err := x.readToRevisit(t, s, w)
		x.Graph.Back(mark)
		return err
	}
	x.notifyEarlier(t, s, w)
	if err := x.addRead(t, s, w, graph.None); err != nil {
		return err
	}
	if !x.isConsistent(t) {
		x.Graph.Back(mark)
		return nil
	}
	if x.InUpdate(t) {
		if err := x.complete(t, s); err != nil {
			return err
		}
		if !x.isConsistentUpdate(t) {
			x.Graph.Back(mark)
			return nil
		}
	}
	return x.branch(mark)
}

func (x *exploration) readFrom(t event.ThreadID, s operation.Step, w graph.ID) error {
	if err := x.addRead(t, s, w, graph.None); err != nil || !x.InUpdate(t) {
		return err
	}
	return x.complete(t, s)
}

// readToRevisit adds a read from w for an update, although another update reads from w, or the write is
// refused. This graph is not visited, but its write may lead by a revisit to one that is: without the
// other update, or without what refuses the write.
func (x *exploration) readToRevisit(t event.ThreadID, s operation.Step, w graph.ID) error {
	if err := x.addRead(t, s, w, graph.None); err != nil || !x.isConsistent(t) {
		return err
	}
	u := x.writeOf(t, s)
	return x.revisitEach(&u)
}

// isTaken reports whether s would be a second update that reads from w.
func (x *exploration) isTaken(s operation.Step, w graph.ID) bool {
	return isUpdate(s, x.Graph.Event(w).Value) && x.Graph.ExclusiveReader(w, graph.None) != graph.None
}

// complete adds the write of an update in its only possible place.
func (x *exploration) complete(t event.ThreadID, s operation.Step) error {
	u := x.writeOf(t, s)
	w := x.firstPlace(&u)
	if x.Graph.ExclusiveReader(w, u.read) != graph.None {
		return x.stuck()
	}
	if err := x.revisitEach(&u); err != nil {
		return err
	}
	return x.addWrite(&u, w)
}

// chooseValue adds a choice of each value, ending with 0.
func (x *exploration) chooseValue(t event.ThreadID, s operation.Step) error {
	for value := s.Values() - 1; value > 0; value-- {
		mark := x.Graph.Mark()
		x.notifyChoice(t, value)
		if err := x.addOther(t, value); err != nil {
			return err
		}
		if err := x.branch(mark); err != nil {
			return err
		}
	}
	return x.addOther(t, 0)
}

// store adds a write that belongs to no update at each place in co, ending with the last.
func (x *exploration) store(t event.ThreadID, s operation.Step) error {
	u := x.writeOf(t, s)
	if err := x.revisitEach(&u); err != nil {
		return err
	}
	last := x.firstPlace(&u)
	if s.Kind(0) == event.Unlock {
		return x.unlock(&u, last) // there is no other place
	}
	pred, access := x.Graph.Pred(t), x.access(&s, 0)
	for w := x.Graph.Earlier(last); w != graph.None && !x.Graph.Overwritten(w, pred, t, access) && !x.Graph.ClosesCycle(w, pred); w = x.Graph.Earlier(w) {
		if x.Graph.Splits(w) || x.unblocks() && x.refuses(w, u.step.Written(0)) {
			continue
		}
		if err := x.exploreWrite(&u, w); err != nil {
			return err
		}
	}
	return x.addWrite(&u, last)
}

func (x *exploration) exploreWrite(u *write, w graph.ID) error {
	mark := x.Graph.Mark()
	x.notifyEarlier(u.thread, u.step, w)
	if err := x.addWrite(u, w); err != nil {
		return err
	}
	if !x.isConsistent(u.thread) {
		x.Graph.Back(mark)
		return nil
	}
	return x.branch(mark)
}
