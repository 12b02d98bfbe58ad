package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// revisitEach explores the graphs in which a read that has already been added reads from
// u, a write that is about to be added: for each read that u may revisit.
//
// The walk through co ends at the last write that is porf-before u, because a read from an
// earlier one is not maximal. But an unmet read is, and where Stores are buffered, u may be
// placed before a write that is porf-before it.
func (x *exploration) revisitEach(u *write) error {
	pred := x.Graph.Pred(u.thread)
	for w := x.Graph.LastWrite(x.location(u.step)); ; w = x.Graph.Earlier(w) {
		for r := x.Graph.FirstReader(w); r != graph.None; r = x.Graph.NextReader(r) {
			if !x.mayRevisit(r, u, pred) {
				continue
			}
			if err := x.revisit(r, u, pred); err != nil {
				return err
			}
		}
		if x.Graph.PorfBefore(w, pred) && !x.mayComeBefore(w) {
			return nil
		}
	}
}

// mayRevisit reports whether r and everything deleted with it are maximal, and no
// remaining update reads from the same write as u.
func (x *exploration) mayRevisit(r graph.ID, u *write, pred graph.ID) bool {
	x.Stats.Work.Races++
	if x.Graph.PorfBefore(r, pred) || x.isBlocked(x.Graph.Event(r)) || !x.isMaximal(r, pred) {
		return false
	}
	return x.updateConflictResolved(r, u, pred) && x.allMaximal(r, pred)
}

// updateConflictResolved reports whether, if u is an update, no other remaining update reads from
// the write right before u.
func (x *exploration) updateConflictResolved(r graph.ID, u *write, pred graph.ID) bool {
	if u.read == graph.None {
		return true
	}
	other := x.Graph.ExclusiveReader(x.firstPlace(u), u.read)
	return other == graph.None || other == r || x.isDeleted(other, r, pred)
}

// allMaximal reports whether everything that the revisit of r deletes is maximal. In each
// thread, the deleted events come last.
func (x *exploration) allMaximal(r, pred graph.ID) bool {
	for t := range event.ThreadID(x.Graph.Threads()) {
		events := x.Graph.ThreadEvents(t)
		for i := len(events) - 1; i >= 0 && x.isDeleted(events[i], r, pred); i-- {
			if !x.isMaximal(events[i], pred) {
				return false
			}
		}
	}
	return true
}

// revisit explores the graphs in which r reads from u: one for each place of u in co that
// is consistent with the events before both.
func (x *exploration) revisit(r graph.ID, u *write, pred graph.ID) error {
	mark := x.Graph.Mark()
	race := x.raceOf(r, u)
	if err := x.cut(r, pred); err != nil {
		return err
	}
	reader := x.Graph.Event(r).Thread
	other, access, otherAccess := x.Graph.Pred(reader), x.accessOf(u), x.accessToRead(reader, u)
	w, awaits := x.firstPlace(u), x.unblocks()
	if x.views && u.read != graph.None && (x.Graph.OverwrittenLater(w, pred) || x.Graph.OverwrittenLater(w, other)) {
		w = graph.None
	}
	for w != graph.None && !x.Graph.Overwritten(w, pred, u.thread, access) && !x.Graph.Overwritten(w, other, reader, otherAccess) && !x.Graph.ClosesCycle(w, pred) {
		if !x.Graph.Splits(w) && (!awaits || x.allows(r, u, w)) {
			if err := x.revisitAt(r, u, w, race); err != nil {
				return err
			}
		}
		if u.read != graph.None {
			break // the only place
		}
		w = x.Graph.Earlier(w)
	}
	x.Graph.Back(mark)
	return nil
}

// revisitAt is revisit with u right after w in co, after Deleted has been cut.
func (x *exploration) revisitAt(r graph.ID, u *write, w graph.ID, race *algos.Reversal) error {
	mark := x.Graph.Mark()
	if race != nil {
		x.reversed(race, race.Second, race.First)
	}
	if err := x.addWrite(u, w); err != nil {
		return err
	}
	if err := x.addReadAs(r, x.Graph.Last(u.thread)); err != nil {
		return err
	}
	if x.views && !x.isConsistentRevisit(r, u) {
		x.Graph.Back(mark)
		return nil
	}
	if x.unblocks() && x.isRefused(r, u) || x.views && !x.mayComplete(r, u) {
		next := x.nextWrite(r)
		err := x.revisitEach(&next) // see readToRevisit
		x.Graph.Back(mark)
		return err
	}
	return x.branch(mark)
}

// cut removes r, and the events that its revisit deletes, from the graph.
//
// No remaining event comes after any of it in hb: an event next to a maximal one in po, rf,
// co or fr is not Previous for it, so it is deleted as well, unless it is a read that
// acquired a mutex in place.
func (x *exploration) cut(r, pred graph.ID) error {
	x.unlocks = x.unlocks[:0]
	for t := range event.ThreadID(x.Graph.Threads()) {
		for last := x.Graph.Last(t); last != graph.None && x.isDeleted(last, r, pred); last = x.Graph.Last(t) {
			if e := x.Graph.Event(last); e.Kind == event.Write && !e.Exclusive && x.Graph.IsMutex(e.Object) {
				x.unlocks = append(x.unlocks, last)
			}
			x.Graph.Cut(last)
		}
	}
	x.Graph.Cut(r)
	for _, u := range x.unlocks {
		if err := x.restoreHeld(u); err != nil {
			return err
		}
	}
	return nil
}
