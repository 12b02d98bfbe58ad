package graph

import (
	"slices"

	"dporbench/model/event"
)

// For explorers that do not order critical sections as they order writes: Locks and Unlocks are then events without a
// location, ordered only by program order. Sections are ordered by lb, lock-before: if an event of one comes before an
// event of another section of the same mutex in hb ∪ lb, then the whole section does. All this is for sequential
// consistency.

// AddLock adds the next event of thread t, a Lock or an Unlock of mutex m as an event without a location.
func (g *Graph) AddLock(t event.ThreadID, k event.Kind, m int32, after ThreadState) ID {
	return g.addOnThread(t, k, event.ThreadID(m), after, start)
}

// AddStop records that thread t stays where it is, which is not an event of an execution.
func (g *Graph) AddStop(t event.ThreadID) ID {
	return g.addOnThread(t, event.Fence, 0, ThreadState{At: g.Position(t), Ends: true, Unmet: true}, start)
}

// Section is a critical section of a thread. If it is open, it has no Unlock, and ends where its thread is.
type Section struct {
	Thread    event.ThreadID
	Mutex     int32
	Open      bool
	Lock, End ID
}

// Sections appends to dst the sections that AddLock has made, thread by thread.
func (g *Graph) Sections(dst []Section) []Section {
	for t := range event.ThreadID(len(g.threads)) {
		own := len(dst)
		for _, id := range g.threads[t].locks {
			e := &g.events[id]
			if e.Kind == event.Lock {
				dst = append(dst, Section{t, e.Object, true, id, g.Last(t)})
				continue
			}
			for i := range dst[own:] {
				if s := &dst[own+i]; s.Open && s.Mutex == e.Object {
					s.Open, s.End = false, id
				}
			}
		}
	}
	return dst
}

// Locked reports whether a section of mutex m is open after the events that are porf-before the end of thread t.
func (g *Graph) Locked(t event.ThreadID, m int32) bool {
	pred := g.Pred(t)
	return slices.ContainsFunc(g.Sections(nil), func(s Section) bool {
		return s.Mutex == m && g.PorfBefore(s.Lock, pred) && (s.Open || !g.PorfBefore(s.End, pred))
	})
}

// Fits reports whether the graph is consistent with e, which was added last: whether hb ∪ lb is acyclic. From then until
// Back, hb includes lb.
func (g *Graph) Fits(e ID) bool {
	added, w := &g.events[e], e
	if added.Kind == event.Read {
		w = added.Source
	}
	if added.Kind.InMemory() && g.events[w].next != None {
		return g.order(None, false) // something comes after e
	}
	return g.order(e, false)
}

// order adds lb to hb, and reports whether that is acyclic. If e is not None, nothing comes after it, and only sections
// that end with it can be newly ordered. If stayOpen, nothing may come after an open section.
func (g *Graph) order(e ID, stayOpen bool) bool {
	g.sections = g.Sections(g.sections[:0])
	for {
		changed := false
		for i := range g.sections {
			for j := range g.sections {
				a, b := &g.sections[i], &g.sections[j]
				if i == j || a.Mutex != b.Mutex || e != None && a.End != e && b.End != e || !g.Before(a.Lock, b.End) {
					continue
				}
				if a.Open && stayOpen || g.Before(b.Lock, a.End) {
					return false
				}
				if !g.Before(a.End, b.Lock) {
					g.putBefore(a.End, b.Lock)
					changed = true
				}
			}
		}
		if !changed {
			return true
		}
		e = None
	}
}

// LineariseSections orders all sections of each mutex, open ones last, until Back. It reports whether that is possible.
func (g *Graph) LineariseSections() bool {
	if !g.order(None, true) {
		return false
	}
	for i, b := range g.sections {
		for _, a := range g.sections[:i] {
			if a.Mutex == b.Mutex && !g.Before(a.End, b.Lock) && !g.Before(b.End, a.Lock) {
				return g.lineariseWith(a, b) || g.lineariseWith(b, a)
			}
		}
	}
	return true
}

// lineariseWith is LineariseSections with a before b.
func (g *Graph) lineariseWith(a, b Section) bool {
	mark := g.Mark()
	g.putBefore(a.End, b.Lock)
	if g.LineariseSections() {
		return true
	}
	g.Back(mark)
	return false
}

// putBefore puts a before b in hb, until Back. b must not be before a.
func (g *Graph) putBefore(a, b ID) {
	g.keepOrder()
	g.precede(a, b)
}

// Past is the set of events porf-before an event, and with a part of a section all of each other section of the same
// mutex that has an event porf-before that part. It gives the number of events of each thread.
type Past []int32

// PastOf is the Past of an event that comes right after those events; None is ignored.
func (g *Graph) PastOf(ids ...ID) Past {
	p := make(Past, len(g.threads))
	for _, id := range ids {
		if id != None {
			g.includePast(p, id)
		}
	}
	g.sections = g.Sections(g.sections[:0])
	for i := 0; i < len(g.sections); i++ {
		b := &g.sections[i]
		if !g.IsIn(b.Lock, p) {
			continue
		}
		last := g.threads[b.Thread].events[min(g.events[b.End].Index, p[b.Thread])-1]
		for j := range g.sections {
			a := &g.sections[j]
			if i != j && a.Mutex == b.Mutex && !g.IsIn(a.End, p) && g.PorfBefore(a.Lock, last) {
				g.includePast(p, a.End)
				i = -1 // start over
				break
			}
		}
	}
	return p
}

// IsIn reports whether an event is in a Past.
func (g *Graph) IsIn(id ID, p Past) bool {
	e := &g.events[id]
	return e.Index == 0 || e.Index <= p[e.Thread]
}

// includePast adds id and the events porf-before it to p.
func (g *Graph) includePast(p Past, id ID) {
	e := &g.events[id]
	for t, last := range g.row(e.clocks[porf])[:len(p)] {
		p[t] = max(p[t], last)
	}
	p[e.Thread] = max(p[e.Thread], e.Index)
}

// Relax recomputes hb and lb without the events that have been cut, until Back.
func (g *Graph) Relax() {
	g.relax()
	g.order(None, false)
}

func (g *Graph) relax() {
	g.keepOrder()
	g.ordered = g.ordered[:0]
	for t := range g.threads {
		for _, id := range g.threads[t].events {
			g.ordered = append(g.ordered, ranked{before: g.countBefore(id), id: id})
		}
	}
	slices.SortFunc(g.ordered, ranked.compare)
	for _, r := range g.ordered {
		e := &g.events[r.id]
		other, reader := start, None
		switch e.Kind {
		case event.Read:
			other = e.Source
		case event.Write:
			other, reader = e.prev, g.events[e.prev].readers
		case event.Join:
			other = g.Pred(event.ThreadID(e.Object))
		}
		pred := g.threads[e.Thread].spawn
		if e.Index > 1 {
			pred = g.threads[e.Thread].events[e.Index-2]
		}
		g.moved = append(g.moved, exchange{r.id, e.clocks[hb]})
		e.clocks[hb] = g.clockAfter(hb, e.Thread, pred, other, reader)
	}
}

// ofOrder stands in place of change.rows for a change of hb alone; then change.event is the number of rows.
const ofOrder = -2

// keepOrder records the current hb, for Back.
func (g *Graph) keepOrder() {
	g.trail = append(g.trail, change{event: ID(g.count()), rows: ofOrder, moved: int32(len(g.moved))})
}

// reorder restores the hb that keepOrder recorded.
func (g *Graph) reorder(c change) {
	g.undoPrecede(c.moved)
	g.rows = g.rows[:int(c.event)*g.width]
}
