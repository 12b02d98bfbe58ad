package lapor

import (
	"slices"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// Here past is the graph.Past of the revisiting write.

// revisitEach explores the graphs in which a read that has already been added reads from t's next write: an update
// that reads from w, or a write right after w in its thread. The walk through co ends at the last write that is
// porf-before it: a read that can read from the revisiting write could have read from that one, so a read from an
// earlier one is not maximal.
func (x *exploration) revisitEach(t event.ThreadID, w, old graph.ID) error {
	past := x.Graph.PastOf(x.Graph.Pred(t), w)
	for from := x.Graph.LastWrite(x.Step(t).Object); from != graph.None; from = x.earlier(from, t) {
		for r := x.Graph.FirstReader(from); r != graph.None; r = x.Graph.NextReader(r) {
			x.Stats.Work.Races++
			may, err := x.mayRevisit(r, past)
			if err == nil && may {
				err = x.revisit(r, t, w, old, past)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// mayRevisit reports whether r, and everything that its revisit deletes, was maximally added.
func (x *exploration) mayRevisit(r graph.ID, past graph.Past) (may bool, err error) {
	if x.Graph.IsIn(r, past) {
		return false, nil
	}
	deleted := append(x.deleted[:0], r)
	for t := range event.ThreadID(x.Graph.Threads()) {
		events := x.Graph.ThreadEvents(t)
		for i := len(events) - 1; i >= 0 && x.isDeleted(events[i], r, past); i-- {
			deleted = append(deleted, events[i])
		}
	}
	x.deleted = deleted
	may = !slices.ContainsFunc(deleted, func(e graph.ID) bool { return !x.mayBeMaximal(e, past) })
	for i := 0; i < len(deleted) && may && err == nil; i++ {
		may, err = x.isMaximal(deleted[i], past)
	}
	return may, err
}

// isDeleted reports whether the revisit of r deletes e: whether e was added after r and is not porf-before the write.
func (x *exploration) isDeleted(e, r graph.ID, past graph.Past) bool {
	return x.Graph.Event(e).Stamp > x.Graph.Event(r).Stamp && !x.Graph.IsIn(e, past)
}

// isPrevious reports whether e was added before the event with that stamp, or is porf-before the write.
func (x *exploration) isPrevious(e, stamp graph.ID, past graph.Past) bool {
	return x.Graph.Event(e).Stamp < stamp || x.Graph.IsIn(e, past)
}

// mayBeMaximal is the quick part of isMaximal: whether all that an event needs is in Previous.
func (x *exploration) mayBeMaximal(id graph.ID, past graph.Past) bool {
	switch e := x.Graph.Event(id); e.Kind {
	case event.Read:
		return x.isPrevious(e.Source, e.Stamp, past)
	case event.Write: // which has revisited no read
		for r := x.Graph.FirstReader(id); r != graph.None; r = x.Graph.NextReader(r) {
			if x.Graph.Event(r).Stamp < e.Stamp {
				return false
			}
		}
	case event.Choice:
		return e.Object == 0 // the value added last
	}
	return true
}

// isMaximal reports whether an event was maximally added: an access after the latest write in Previous for which it is
// consistent, and a stop if nothing was consistent.
func (x *exploration) isMaximal(id graph.ID, past graph.Past) (maximal bool, err error) {
	e := x.Graph.Event(id)
	stamp, t, after, stops := e.Stamp, e.Thread, e.Source, e.Unmet
	if e.Kind == event.Write {
		after = x.previousWrite(x.Graph.Earlier(id), stamp, past)
	}
	if !stops && (!e.Kind.OnVariable() || e.Kind == event.Write && e.Exclusive || x.previousWrite(x.Graph.LastWrite(e.Object), stamp, past) == after) {
		return true, nil
	}
	defer x.Graph.Back(x.Graph.Mark())
	x.cut(func(e graph.ID) bool { return !x.isPrevious(e, stamp, past) })
	w, fits, err := x.latest(t)
	return fits != stops && w == after, err
}

// previousWrite is the last write in Previous among w and the writes before it in co.
func (x *exploration) previousWrite(w, stamp graph.ID, past graph.Past) graph.ID {
	for !x.isPrevious(w, stamp, past) {
		w = x.Graph.Earlier(w)
	}
	return w
}

// cut removes events from the end of each thread, as long as they are to be deleted.
func (x *exploration) cut(deleted func(graph.ID) bool) {
	for t := range event.ThreadID(x.Graph.Threads()) {
		for last := x.Graph.Last(t); last != graph.None && deleted(last); last = x.Graph.Last(t) {
			x.Graph.Cut(last)
		}
	}
	x.Graph.Relax()
}

// revisit explores the graphs in which r reads from the write of t: one for each place of the write in co at which the
// graph is consistent.
func (x *exploration) revisit(r graph.ID, t event.ThreadID, source, old graph.ID, past graph.Past) error {
	defer x.Graph.Back(x.Graph.Mark())
	x.cut(func(e graph.ID) bool { return e == r || x.isDeleted(e, r, past) })
	reader, update := x.Graph.Event(r).Thread, x.Step(t).Kind(0) != event.Write
	for w := x.Graph.LastWrite(x.Step(t).Object); w != graph.None; w = x.Graph.Earlier(w) {
		if update && w != source {
			continue
		}
		mark := x.Graph.Mark()
		fits, err := x.addAfter(t, w, old)
		if err == nil && fits {
			err = x.tryAfter(reader, x.Graph.Last(t), r, true)
		}
		if x.Graph.Back(mark); err != nil {
			return err
		}
	}
	return nil
}
