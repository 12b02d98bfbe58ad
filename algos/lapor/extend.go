package lapor

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// extend adds the next event of thread t. It explores each way of adding it except the last, which it leaves in the
// graph, unless it reports that it has explored that, too. If no way fits, the thread stops: others may still revisit
// the events in its way.
func (x *exploration) extend(t event.ThreadID) (explored bool, err error) {
	if err := x.Behaviour.Within(x.Graph.Size(), t, x.Graph.Position(t)); err != nil {
		return false, err
	}
	s := x.Step(t)
	switch {
	case s.Guard() != nil:
		return false, x.DeclareGuards()
	case s.Kind(0) == event.Write:
		if err := x.revisitEach(t, x.Graph.Pred(t), graph.None); err != nil {
			return false, err
		}
	}
	latest, fits, err := x.latest(t)
	if err != nil {
		return false, err
	}
	if a := x.attempt(t); fits && x.mayHinder(a, nil) {
		return true, x.extendOrStop(a, latest)
	}
	if err := x.exploreOthers(t, latest, fits); err != nil {
		return false, err
	}
	if !fits {
		x.Graph.AddStop(t)
		return false, nil
	}
	if _, err := x.addAfter(t, latest, graph.None); err != nil {
		return false, err
	}
	return false, x.added()
}

// exploreOthers explores the other ways of adding the next event of t: an access after each other write of the
// variable, a Lock that waits forever, a choice of each value but 0. The revisits of an update are made even where it does
// not fit: they may delete the events in its way.
func (x *exploration) exploreOthers(t event.ThreadID, latest graph.ID, fits bool) (err error) {
	s, mark := x.Step(t), x.Graph.Mark()
	switch {
	case s.Kind(0).OnVariable():
		known := true // to fit after w only if that is latest
		for w := x.Graph.LastWrite(s.Object); err == nil && w != graph.None; w = x.earlier(w, t) {
			err = x.tryAfter(t, w, graph.None, !known)
			known = known && w != latest
		}
	case s.Kind(0) == event.Lock && fits && x.mayWait(t):
		x.Graph.AddStop(t)
		err = x.visit(mark)
	case fits:
		for value := s.Values() - 1; err == nil && value > 0; value-- {
			if _, err = x.Add(t, value); err == nil {
				err = x.branch(mark)
			}
		}
	}
	return err
}

// added counts an event of an execution that was added.
func (x *exploration) added() error {
	algos.RaisePeak(&x.Stats.Peak.Events, x.Graph.Held())
	algos.RaisePeak(&x.Stats.Peak.GraphNodes, x.Graph.Nodes())
	return x.CountEvent()
}

// branch is Visit(G) for an alternative.
func (x *exploration) branch(mark int) error {
	if err := x.added(); err != nil {
		return err
	}
	return x.visit(mark)
}

// tryAfter explores the next access of t, added after w: the revisits of an update, and the graph, if it fits and is
// wanted. old is the cut read that its read replaces, or None.
func (x *exploration) tryAfter(t event.ThreadID, w, old graph.ID, wanted bool) error {
	if x.Step(t).Kind(x.Graph.Event(w).Value) == event.Update {
		if err := x.revisitEach(t, w, old); err != nil {
			return err
		}
	}
	if !wanted {
		return nil
	}
	mark := x.Graph.Mark()
	fits, err := x.addAfter(t, w, old)
	if err == nil && fits {
		err = x.branch(mark)
	}
	x.Graph.Back(mark)
	return err
}

// latest reports whether the next event of t fits and, if it is an access, the latest write in co after which it does.
func (x *exploration) latest(t event.ThreadID) (w graph.ID, fits bool, err error) {
	s := x.Step(t)
	w = graph.None
	if s.Kind(0).OnVariable() {
		w = x.Graph.LastWrite(s.Object)
	}
	for mark := x.Graph.Mark(); ; {
		fits, err = x.addAfter(t, w, graph.None)
		if x.Graph.Back(mark); fits || err != nil || w == graph.None {
			return w, fits, err
		}
		if w = x.earlier(w, t); w == graph.None {
			return w, false, nil
		}
	}
}

// earlier is the write right before w in co; or None if w is porf-before the next event of t, which then cannot come after
// an earlier one, whatever a revisit deletes.
func (x *exploration) earlier(w graph.ID, t event.ThreadID) graph.ID {
	if x.Graph.PorfBefore(w, x.Graph.Pred(t)) {
		return graph.None
	}
	return x.Graph.Earlier(w)
}

// addAfter adds the next event of t, an access of a variable after w: a read from w, a write right after w in co, or an update,
// which is both. It reports whether that fits.
func (x *exploration) addAfter(t event.ThreadID, w, old graph.ID) (fits bool, err error) {
	mark := x.Graph.Mark()
	if fits, err = x.add(t, w, old); !fits && err == nil {
		x.blame(mark, t, w, old)
	}
	return fits, err
}

func (x *exploration) add(t event.ThreadID, w, old graph.ID) (fits bool, err error) {
	if w == graph.None {
		e, err := x.Add(t, 0)
		return err == nil && x.Graph.Fits(e), err
	}
	if x.Graph.Overwritten(w, x.Graph.Pred(t), t, graph.Waits) {
		return false, nil
	}
	s, value, at := x.Step(t), x.Graph.Event(w).Value, graph.ThreadState{At: x.Graph.Position(t)}
	switch s.Kind(value) {
	case event.Write:
		return x.addWrite(t, w)
	case event.Update:
		if !x.Graph.Fits(x.Graph.AddRead(t, graph.Waits, w, true, at, old)) {
			return false, nil
		}
		return x.addWrite(t, w)
	}
	if at, err = x.After(t, s.Returned(value)); err != nil {
		return false, err
	}
	return x.Graph.Fits(x.Graph.AddRead(t, graph.Waits, w, false, at, old)), nil
}

// addWrite adds t's next write right after w, unless it would split an update, and reports whether it fits.
func (x *exploration) addWrite(t event.ThreadID, w graph.ID) (fits bool, err error) {
	if x.Graph.Splits(w) || x.Graph.Overwritten(w, x.Graph.Pred(t), t, graph.Waits) {
		return false, nil
	}
	s, value, update := x.Step(t), x.Graph.Event(w).Value, x.InUpdate(t)
	after, err := x.After(t, s.Returned(value))
	if err != nil {
		return false, err
	}
	return x.Graph.Fits(x.Graph.AddWrite(t, graph.Waits, w, s.Written(value), update, after)), nil
}
