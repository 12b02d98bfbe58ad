package lapor

import (
	"math"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// An event in a section may fit only because the events that the section must precede are not in the graph yet: events that
// a revisiting write needs and keeps, while it deletes this one. So its thread may have to stop although the event fits.
// That revisit deletes the stop if it is maximal: if the event does not fit among the events kept.
//
// That costs an extra exploration, which leads nowhere unless there is such a revisit. It is made only if one is possible
// and something else did not fit with the event, but fits without it.

// attempt is the event of a thread that follows its first n.
type attempt struct {
	thread  event.ThreadID
	n       int
	kind    event.Kind
	object  int32
	blamed  bool // something did not fit that fits without it
	related bool // scratch of blame
}

// attempt is the attempt at the next event of t.
func (x *exploration) attempt(t event.ThreadID) attempt {
	s := x.Step(t)
	a := attempt{thread: t, n: len(x.Graph.ThreadEvents(t)), kind: s.Kind(0), object: s.Object}
	if s.Compares() {
		a.kind = event.Update
	}
	return a
}

// extendOrStop explores each way of adding that event, ending with latest, and then, if need be, a stop of its thread.
func (x *exploration) extendOrStop(a attempt, latest graph.ID) error {
	x.attempts = append(x.attempts, a)
	err := x.exploreOthers(a.thread, latest, true)
	mark := x.Graph.Mark()
	if err == nil {
		if _, err = x.addAfter(a.thread, latest, graph.None); err == nil {
			err = x.branch(mark)
		}
	}
	last := len(x.attempts) - 1
	a, x.attempts = x.attempts[last], x.attempts[:last]
	if err != nil || !a.blamed {
		return err
	}
	x.Graph.AddStop(a.thread)
	return x.visit(mark)
}

// mayHinder reports whether the event may get in the way of later events, and be deleted by a revisit that keeps past:
// whether a section that it is in can come before others because of an event that is kept, and the events deleted with
// it can include a read and something that makes a difference to it.
func (x *exploration) mayHinder(a attempt, past graph.Past) bool {
	switch {
	case a.kind != event.Write && a.kind != event.Update && a.kind != event.Join && a.kind != event.Lock:
		return false // it fits anywhere
	case a.kind == event.Lock && x.stay[a.object]:
		return false // mayWait makes it stop
	case x.Active(event.NoThread) == a.thread && x.Active(a.thread) == event.NoThread && past == nil:
		return false // nothing is added later
	}
	x.others = x.Graph.Sections(x.others[:0])
	for _, s := range x.others {
		if c := x.conflict(s); a.isIn(s, x.Graph) && c != graph.None && x.Graph.Event(c).Index <= int32(a.n) && x.mayDelete(a, c, past) {
			return true
		}
	}
	return false
}

// isIn reports whether the event is in a section.
func (a attempt) isIn(s graph.Section, g *graph.Graph) bool {
	return s.Thread == a.thread && g.Event(s.Lock).Index <= int32(a.n) && (s.Open || g.Event(s.End).Index > int32(a.n))
}

// conflict is the first event of a section because of which the section can come before others, or None.
func (x *exploration) conflict(s graph.Section) graph.ID {
	for _, e := range x.Graph.ThreadEvents(s.Thread)[x.Graph.Event(s.Lock).Index:] {
		if k := x.Graph.Event(e).Kind; k.OnVariable() || k == event.Spawn {
			return e
		}
	}
	return graph.None
}

// mayDelete reports whether a revisit that keeps past and kept may delete, besides the event, a read and, added no earlier,
// something that makes a difference to the event: a read or a choice of its thread, or an event that it conflicts with.
// Unless others may have read the writes of its thread from kept on, kept was added before that read.
func (x *exploration) mayDelete(a attempt, kept graph.ID, past graph.Past) bool {
	first, differs := x.Graph.Event(kept).Stamp, x.Graph.Event(kept).Stamp
	for _, id := range x.Graph.ThreadEvents(a.thread)[x.Graph.Event(kept).Index-1 : a.n] {
		if k := x.Graph.Event(id).Kind; k == event.Write || k == event.Spawn {
			first = 0
		}
	}
	read := graph.ID(math.MaxInt32)
	for t := range event.ThreadID(x.Graph.Threads()) {
		for i, id := range x.Graph.ThreadEvents(t) {
			e := x.Graph.Event(id)
			if past != nil && x.Graph.IsIn(id, past) || t == a.thread && i >= a.n || x.Graph.PorfBefore(id, kept) || e.Stamp < first {
				continue
			}
			if e.Kind == event.Read {
				read = min(read, e.Stamp)
			}
			if t == a.thread && (e.Kind == event.Read || e.Kind == event.Choice) || t != a.thread && a.conflicts(e) {
				differs = max(differs, e.Stamp)
			}
		}
	}
	return read <= differs || a.kind == event.Join && read != math.MaxInt32
}

// conflicts reports whether the event may be in conflict with e, an event of another thread.
func (a attempt) conflicts(e *graph.Event) bool {
	return e.Object == a.object && (e.Kind.OnVariable() && a.kind.OnVariable() || e.Kind == event.Lock && a.kind == event.Lock)
}

// blame marks the attempts without which the next event of t would fit after w. It takes the graph back to mark.
func (x *exploration) blame(mark int, t event.ThreadID, w, old graph.ID) {
	related := x.relate(t)
	if x.Graph.Back(mark); !related {
		return
	}
	past := x.Graph.PastOf(x.Graph.Pred(t), w)
	for i := range x.attempts {
		a := &x.attempts[i]
		if !a.related || !x.mayHinder(*a, past) {
			continue
		}
		e := x.Graph.ThreadEvents(a.thread)[a.n]
		if x.Graph.IsIn(e, past) {
			continue
		}
		stamp := x.Graph.Event(e).Stamp
		x.cut(func(id graph.ID) bool { return !x.isPrevious(id, stamp, past) })
		a.blamed, _ = x.add(t, w, old)
		x.Graph.Back(mark)
	}
}

// relate marks the attempts that may be to blame, those in a section ordered with another thread's, and reports whether
// there are any.
func (x *exploration) relate(t event.ThreadID) (any bool) {
	known := false
	for i := range x.attempts {
		a := &x.attempts[i]
		a.related = false
		if a.blamed || a.thread == t || len(x.Graph.ThreadEvents(a.thread)) <= a.n {
			continue
		}
		if !known {
			x.others, known = x.Graph.Sections(x.others[:0]), true
		}
		a.related = x.isRelated(*a)
		any = any || a.related
	}
	return any
}

func (x *exploration) isRelated(a attempt) bool {
	for _, s := range x.others {
		if !a.isIn(s, x.Graph) {
			continue
		}
		for _, o := range x.others {
			if o.Thread != s.Thread && o.Mutex == s.Mutex && (x.Graph.Before(s.Lock, o.End) || x.Graph.Before(o.Lock, s.End)) {
				return true
			}
		}
	}
	return false
}
