package graph

import (
	"slices"
	"sort"

	"dporbench/model/event"
)

// psc, the order of the sequentially consistent accesses and fences (RC11, section 3), must be acyclic:
//
//	scb      = po ∪ po≠loc;hb;po≠loc ∪ hb|loc ∪ co ∪ fr
//	psc_base = ([Esc] ∪ [Fsc];hb?) ; scb ; ([Esc] ∪ hb?;[Fsc])
//	psc_F    = [Fsc] ; (hb ∪ hb;eco;hb) ; [Fsc]
//	psc      = psc_base ∪ psc_F
//
// An event that is last in its thread and last in co has no edge to another one, so only others
// are checked (rule R65). A new cycle leaves the new event, and is found by a search from there that meets each event at most once in each
// of two states:
//
//	at     a path of psc is at this event, of Esc
//	after  it is at a fence of Fsc that is before this event in hb, or is this event
//
// From an event to which scb has led, it continues at that event if it is in Esc, and at the fences of Fsc after it in hb.
//
// A thread that is spawned and joined also starts and ends with an event without a location, which is not in the graph: the Spawn
// synchronises with the start, and the end with the Join.
//
// Where an edge leads to several events of a thread, it is followed to the first one: po leads to the others.
type psc struct {
	seen []pscState // by ID
	met  []ID       // whose states are to be forgotten
	open []pscNode  // to continue from
}

type pscState uint8

const (
	at pscState = 1 << iota
	after
	passedWrites  // the search has continued from the writes after this one in co
	passedReaders // and from the reads of these, for hb;eco
)

type pscNode struct {
	id    ID
	state pscState
}

// IsConsistent reports whether psc is acyclic, if it was before the event id was added, the last one of its thread.
func (g *Graph) IsConsistent(id ID) bool {
	v := g.views
	if v.model.Synchronises() || g.events[id].Unmet { // which is no event of the execution
		return true
	}
	if sc := v.events[id].sc; !sc && len(v.fences) == 0 {
		return true
	}
	defer g.forgetPSC()
	goal := after
	if v.events[id].sc {
		goal |= at
	}
	g.scbFrom(id)
	if g.reaches(id, goal) {
		return false
	}
	if len(v.fences) > 0 {
		g.ecoFrom(id)
		return !g.reaches(id, after)
	}
	return true
}

func (g *Graph) forgetPSC() {
	p := &g.views.psc
	for _, id := range p.met {
		p.seen[id] = 0
	}
	p.met, p.open = p.met[:0], p.open[:0]
}

// mark adds a state of an event, and reports whether it was new.
func (g *Graph) mark(id ID, s pscState) bool {
	p := &g.views.psc
	if n := len(g.events); n > len(p.seen) {
		p.seen = append(p.seen, make([]pscState, n-len(p.seen))...)
	}
	if p.seen[id]&s != 0 {
		return false
	}
	if p.seen[id] == 0 {
		p.met = append(p.met, id)
	}
	p.seen[id] |= s
	return true
}

// reach adds an event in a state to those to continue from, once.
func (g *Graph) reach(id ID, s pscState) {
	if g.mark(id, s) {
		g.views.psc.open = append(g.views.psc.open, pscNode{id, s})
	}
}

// reaches continues the search, and reports whether it reaches an event in one of these states.
func (g *Graph) reaches(goal ID, states pscState) bool {
	p := &g.views.psc
	for len(p.open) > 0 {
		n := p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		if n.id == goal && n.state&states != 0 {
			return true
		}
		if n.state == after {
			g.afterFence(n.id)
			continue
		}
		g.scbFrom(n.id)
		if g.isSCFence(n.id) {
			g.reach(n.id, after)
		}
	}
	return false
}

// leave continues from an event to which scb has led.
func (g *Graph) leave(id ID) {
	if g.views.events[id].sc {
		g.reach(id, at)
	}
	if len(g.views.fences) > 0 {
		g.reachFences(id)
	}
}

// reachFences continues at the first fences of Fsc after an event in hb.
func (g *Graph) reachFences(id ID) {
	for t := range g.threads {
		events := g.threads[t].events
		for _, f := range events[g.firstAfter(id, event.ThreadID(t)):] {
			if g.isSCFence(f) {
				g.reach(f, at)
				break
			}
		}
	}
}

// afterFence continues from an event after a fence of Fsc in hb, or from the fence.
func (g *Graph) afterFence(id ID) {
	for t := range g.threads {
		if i := g.firstAfter(id, event.ThreadID(t)); i < len(g.threads[t].events) {
			g.reach(g.threads[t].events[i], after)
		}
	}
	if g.events[id].Unmet {
		return // which is no event of the execution, and has no edges
	}
	g.reachFences(id)
	g.scbFrom(id)
	g.ecoFrom(id)
}

// scbFrom continues by scb from an event.
func (g *Graph) scbFrom(id ID) {
	e := &g.events[id]
	own := g.threads[e.Thread].events[e.Index:]
	g.reachFirst(own, anyEvent)
	for t := range g.threads {
		if event.ThreadID(t) != e.Thread && e.Kind.OnVariable() {
			g.reachFirst(g.threads[t].events[g.firstAfter(id, event.ThreadID(t)):], func(f *Event) bool {
				return f.Kind.OnVariable() && f.Object == e.Object
			})
		}
	}
	if i := slices.IndexFunc(own, func(next ID) bool { return g.isElsewhere(e, &g.events[next]) }); i >= 0 {
		g.scbElsewhere(own[i])
	} else if j := g.joinOf(id); j != None { // po≠loc leads to the end of the thread, and hb from there to the Join
		g.reachFirst(g.threads[g.events[j].Thread].events[g.events[j].Index:], anyEvent)
		g.scbElsewhere(j)
	}
	g.scbInOrder(id)
}

// joinOf returns the Join of the thread of an event; None if there is none yet.
func (g *Graph) joinOf(id ID) ID {
	child := g.events[id].Thread
	if g.threads[child].spawn == start {
		return None
	}
	for t := range g.threads {
		if event.ThreadID(t) == child {
			continue
		}
		for _, j := range g.threads[t].events[g.firstAfter(id, event.ThreadID(t)):] {
			if e := &g.events[j]; e.Kind == event.Join && e.Object == int32(child) {
				return j
			}
		}
	}
	return None
}

// scbElsewhere continues by hb;po≠loc from an event that po≠loc has led to.
func (g *Graph) scbElsewhere(id ID) {
	for t := range g.threads {
		if event.ThreadID(t) == g.events[id].Thread {
			continue // po leads there
		}
		if s := g.threads[t].spawn; s == id || s != start && s != None && g.Before(id, s) {
			// hb leads to the start of the thread, and po≠loc from there to all its events.
			g.reachFirst(g.threads[t].events, g.isAccess)
			continue
		}
		events := g.threads[t].events[g.firstAfter(id, event.ThreadID(t)):]
		for len(events) > 0 && !g.isAccess(&g.events[events[0]]) {
			events = events[1:]
		}
		if len(events) == 0 {
			continue
		}
		first := &g.events[events[0]]
		elsewhere := false // an event so far is elsewhere than the first one
		g.reachFirst(events[1:], func(f *Event) bool {
			if g.isElsewhere(first, f) {
				elsewhere = true
				return true
			}
			return elsewhere
		})
	}
}

// scbInOrder continues by co and fr.
func (g *Graph) scbInOrder(id ID) {
	e := &g.events[id]
	if !e.Kind.OnVariable() || g.IsMutex(e.Object) {
		return
	}
	w := id
	if e.Kind == event.Read {
		w = e.Source
	}
	for w = g.events[w].next; w != None && g.mark(w, passedWrites); w = g.events[w].next {
		g.leave(w)
		if len(g.views.fences) == 0 && g.views.events[w].sc {
			return // co leads from there to the others
		}
	}
}

// ecoFrom continues by eco from an event: to reads of the same write or of later ones; scbInOrder goes to the later writes.
func (g *Graph) ecoFrom(id ID) {
	e := &g.events[id]
	if !e.Kind.OnVariable() {
		return
	}
	w := id
	if e.Kind == event.Read {
		w = g.events[e.Source].next
	}
	for ; w != None && g.mark(w, passedReaders); w = g.events[w].next {
		if w != id {
			g.reachFences(w)
		}
		for r := g.events[w].readers; r != None; r = g.events[r].next {
			if !g.events[r].Unmet {
				g.reachFences(r)
			}
		}
	}
}

// reachFirst goes to the first event of a thread that fits and is in Esc. The event from which scb leads there is before it in hb, so the
// fences after it have been reached already.
func (g *Graph) reachFirst(events []ID, fits func(*Event) bool) {
	for _, id := range events {
		if e := &g.events[id]; !e.Unmet && fits(e) && g.views.events[id].sc {
			g.reach(id, at)
			return
		}
	}
}

func anyEvent(*Event) bool { return true }

// firstAfter is the place of the first event of t that is after id in hb; all events of t may be before that.
func (g *Graph) firstAfter(id ID, t event.ThreadID) int {
	events := g.threads[t].events
	if g.events[id].Thread == t {
		return int(g.events[id].Index)
	}
	return sort.Search(len(events), func(i int) bool { return g.Before(id, events[i]) })
}

func (g *Graph) isSCFence(id ID) bool {
	return g.events[id].Kind == event.Fence && g.views.events[id].sc
}

// isAccess reports whether e is an event of the paper, or starts or joins a thread.
func (g *Graph) isAccess(e *Event) bool { return !e.Unmet && e.Kind != event.Choice }

// isElsewhere reports whether f counts as an access of another location than e in po≠loc, which is po in GenMC.
func (g *Graph) isElsewhere(e, f *Event) bool {
	return g.isAccess(f) && (g.views.model.FencesThreads() || !e.Kind.OnVariable() || !f.Kind.OnVariable() || e.Object != f.Object)
}
