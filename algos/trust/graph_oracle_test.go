package trust_test

// The oracle of package graph checks execution graphs by the plain definitions: it
// reads only events and their links, and computes everything else itself.

import (
	"fmt"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// relations are po ∪ rf and po ∪ rf ∪ co ∪ fr of a graph.
type relations struct {
	events   []graph.ID // initial writes are among them
	porf, hb edges
}

// edges are the successors of each event.
type edges map[graph.ID][]graph.ID

// relationsOf works out the relations of g under a memory model.
func relationsOf(g *graph.Graph, m memory.Model) relations {
	r := relations{porf: edges{}, hb: edges{}}
	for t := range event.ThreadID(g.Threads()) {
		r.addThread(g, t)
		r.addOrder(g, t, m)
	}
	for x := range int32(g.Locations()) {
		r.addCoherence(g, x)
	}
	return r
}

// addThread adds the edges of porf into the events of thread t.
func (r *relations) addThread(g *graph.Graph, t event.ThreadID) {
	events := g.ThreadEvents(t)
	r.events = append(r.events, events...)
	for i, id := range events {
		if i > 0 {
			r.porf.add(events[i-1], id)
		}
		switch e := g.Event(id); e.Kind {
		case event.Read:
			if !e.Unmet {
				r.porf.add(e.Source, id)
			}
		case event.Spawn:
			if child := g.ThreadEvents(event.ThreadID(e.Object)); len(child) > 0 {
				r.porf.add(id, child[0])
			}
		case event.Join:
			r.porf.add(lastOf(g, event.ThreadID(e.Object)), id)
		}
	}
}

// lastOf is the last event of thread t, or else the event that started it.
func lastOf(g *graph.Graph, t event.ThreadID) graph.ID {
	if last := g.Last(t); last != graph.None {
		return last
	}
	return g.Pred(t)
}

// addOrder adds the edges of hb into the events of thread t, except the edges of co and fr.
func (r *relations) addOrder(g *graph.Graph, t event.ThreadID, m memory.Model) {
	events := g.ThreadEvents(t)
	for i, id := range events {
		e := g.Event(id)
		for _, before := range events[:i] {
			if preserved(g, before, accessOf(g, id), e.Object, m) {
				r.hb.add(before, id)
			}
		}
		switch e.Kind {
		case event.Read:
			if !readsOwn(g, t, accessOf(g, id), e.Source) {
				r.hb.add(e.Source, id)
			}
		case event.Spawn:
			for _, of := range g.ThreadEvents(event.ThreadID(e.Object)) {
				r.hb.add(id, of)
			}
		case event.Join:
			r.hb.add(lastOf(g, event.ThreadID(e.Object)), id)
			for _, of := range g.ThreadEvents(event.ThreadID(e.Object)) {
				r.hb.add(of, id)
			}
		}
	}
}

// preserved reports whether an event is always seen before a later one of its thread with that
// access and location.
func preserved(g *graph.Graph, before graph.ID, a graph.Access, location int32, m memory.Model) bool {
	switch {
	case m == memory.SC || !g.IsStore(before) || a == graph.Waits:
		return true
	case a == graph.Loads:
		return false
	}
	return m != memory.PSO || g.Event(before).Object == location
}

func accessOf(g *graph.Graph, id graph.ID) graph.Access {
	switch {
	case g.IsStore(id):
		return graph.Stores
	case g.Event(id).Waits:
		return graph.Waits
	}
	return graph.Loads
}

// readsOwn reports whether a read of thread t from w may find it in the buffer.
func readsOwn(g *graph.Graph, t event.ThreadID, a graph.Access, w graph.ID) bool {
	return a == graph.Loads && g.IsStore(w) && g.Event(w).Thread == t
}

// addCoherence adds co and fr of location x. Edges to the next write are
// enough.
func (r *relations) addCoherence(g *graph.Graph, x int32) {
	for w := g.LastWrite(x); w != graph.None; w = g.Earlier(w) {
		if g.Earlier(w) == graph.None {
			r.events = append(r.events, w)
		}
		later := g.Later(w)
		if later == graph.None {
			continue
		}
		r.hb.add(w, later)
		for read := g.FirstReader(w); read != graph.None; read = g.NextReader(read) {
			if !g.Event(read).Unmet {
				r.hb.add(read, later)
			}
		}
	}
}

// from is the set of events reachable from an event by one edge or more.
func (e edges) from(id graph.ID) map[graph.ID]bool {
	reached := map[graph.ID]bool{}
	todo := []graph.ID{id}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, next := range e[at] {
			if !reached[next] {
				reached[next] = true
				todo = append(todo, next)
			}
		}
	}
	return reached
}

// add adds an edge.
func (e edges) add(from, to graph.ID) { e[from] = append(e[from], to) }

// consistent reports whether the graph stays acyclic if thread t reads from w or, if writes,
// writes right after w in co. A Load must not read from a write before the last one of its
// thread, either.
func consistent(g *graph.Graph, t event.ThreadID, a graph.Access, w graph.ID, writes bool, m memory.Model) bool {
	const added = graph.ID(-2)
	r := relationsOf(g, m)
	if spawn := g.Pred(t); len(g.ThreadEvents(t)) == 0 {
		r.hb.add(spawn, added)
	}
	location := g.Event(w).Object
	for _, before := range g.ThreadEvents(t) {
		e := g.Event(before)
		if preserved(g, before, a, location, m) {
			r.hb.add(before, added)
		}
		if a == graph.Loads && e.Kind == event.Write && e.Object == location && isEarlier(g, w, before) {
			return false
		}
	}
	if spawned := firstSpawn(g, t); spawned != graph.None {
		r.hb.add(spawned, added)
	}
	if !readsOwn(g, t, a, w) {
		r.hb.add(w, added)
	}
	if later := g.Later(w); later != graph.None {
		r.hb.add(added, later)
	}
	for read := g.FirstReader(w); writes && read != graph.None; read = g.NextReader(read) {
		r.hb.add(read, added)
	}
	return !r.hb.from(added)[added]
}

// isEarlier reports whether w comes before v in co.
func isEarlier(g *graph.Graph, w, v graph.ID) bool {
	for w = g.Later(w); w != graph.None; w = g.Later(w) {
		if w == v {
			return true
		}
	}
	return false
}

// firstSpawn is the Spawn of thread t, or None.
func firstSpawn(g *graph.Graph, t event.ThreadID) graph.ID {
	for other := range event.ThreadID(g.Threads()) {
		for _, id := range g.ThreadEvents(other) {
			if e := g.Event(id); e.Kind == event.Spawn && e.Object == int32(t) {
				return id
			}
		}
	}
	return graph.None
}

// validate returns an error if g is not a valid execution graph: if its
// relations have a cycle or its clocks disagree with them, if an update is not
// atomic, if the insertion order contradicts program order, or if its lists or
// counts are wrong.
func validate(g *graph.Graph, m memory.Model) error {
	r := relationsOf(g, m)
	for _, check := range []func(*graph.Graph, relations) error{
		checkClocks, checkThreads, checkWrites, checkStamps, checkCounts, checkActive,
	} {
		if err := check(g, r); err != nil {
			return err
		}
	}
	return nil
}

func checkClocks(g *graph.Graph, r relations) error {
	for _, a := range r.events {
		porf, hb := r.porf.from(a), r.hb.from(a)
		if hb[a] {
			return fmt.Errorf("event %d is on a cycle", a)
		}
		initial := g.Event(a).Index == 0
		for _, b := range r.events {
			if initial || g.Event(b).Index == 0 {
				continue // initial writes are before all others by their Index, and never compared
			}
			if got, want := g.PorfBefore(a, b), a == b || porf[b]; got != want {
				return fmt.Errorf("event %d before %d in porf: %v, want %v", a, b, got, want)
			}
			if got, want := g.Before(a, b), a == b || hb[b]; got != want {
				return fmt.Errorf("event %d before %d in hb: %v, want %v", a, b, got, want)
			}
		}
	}
	return nil
}

// checkThreads checks the properties visible along program order: indices, values,
// and that the halves of updates are neighbours.
func checkThreads(g *graph.Graph, _ relations) error {
	for t := range event.ThreadID(g.Threads()) {
		events := g.ThreadEvents(t)
		for i, id := range events {
			e := g.Event(id)
			if e.Thread != t || e.Index != int32(i)+1 {
				return fmt.Errorf("event %d of thread %d has thread %d and index %d, not %d", id, t, e.Thread, e.Index, i+1)
			}
			afterHalf := i > 0 && isHalf(g, events[i-1])
			if isSecond := e.Kind == event.Write && e.Exclusive; isSecond != afterHalf {
				return fmt.Errorf("event %d: second half of an update: %v, after a first half: %v", id, isSecond, afterHalf)
			}
			if e.Kind != event.Read {
				continue
			}
			if w := g.Event(e.Source); w.Kind != event.Write || w.Object != e.Object || w.Value != e.Value {
				return fmt.Errorf("event %d reads %d from location %d, event %d is no write of that", id, e.Value, e.Object, e.Source)
			}
		}
		if len(events) > 0 && !g.Started(t) {
			return fmt.Errorf("thread %d has events and was not started", t)
		}
	}
	return nil
}

// isHalf reports whether id is the read of an update.
func isHalf(g *graph.Graph, id graph.ID) bool {
	return g.Event(id).Kind == event.Read && g.Event(id).Exclusive
}

// checkWrites checks co, the lists of readers and atomicity.
func checkWrites(g *graph.Graph, _ relations) error {
	listed := 0
	for x := range int32(g.Locations()) {
		for w := g.LastWrite(x); w != graph.None; w = g.Earlier(w) {
			e := g.Event(w)
			if e.Kind != event.Write || e.Object != x {
				return fmt.Errorf("event %d is in co of location %d", w, x)
			}
			if later := g.Later(w); (later == graph.None) != (w == g.LastWrite(x)) || later != graph.None && g.Earlier(later) != w {
				return fmt.Errorf("after event %d in co comes %d", w, later)
			}
			if e.Exclusive {
				read := g.ThreadEvents(e.Thread)[e.Index-2]
				if g.Event(read).Source != g.Earlier(w) {
					return fmt.Errorf("event %d is not right after the write that its update reads from", w)
				}
			}
			halves := 0
			for r := g.FirstReader(w); r != graph.None; r = g.NextReader(r) {
				listed++
				if g.Event(r).Source != w {
					return fmt.Errorf("event %d is listed as a read from %d", r, w)
				}
				if isHalf(g, r) {
					halves++
				}
			}
			if halves > 1 {
				return fmt.Errorf("%d updates read from event %d", halves, w)
			}
		}
	}
	return checkListed(g, listed)
}

// checkListed checks that the graph has as many reads as were found in lists,
// and that all writes in the graph are in co.
func checkListed(g *graph.Graph, reads int) error {
	writes := 0
	for t := range event.ThreadID(g.Threads()) {
		for _, id := range g.ThreadEvents(t) {
			switch g.Event(id).Kind {
			case event.Read:
				reads--
			case event.Write:
				writes++
			}
		}
	}
	for x := range int32(g.Locations()) {
		for w := g.LastWrite(x); g.Earlier(w) != graph.None; w = g.Earlier(w) {
			writes--
		}
	}
	if reads != 0 || writes != 0 {
		return fmt.Errorf("lists hold %d reads too many and %d writes too few", reads, writes)
	}
	return nil
}

// checkStamps checks that the insertion order is an order, and agrees with
// program order.
func checkStamps(g *graph.Graph, r relations) error {
	seen := map[graph.ID]graph.ID{}
	for _, id := range r.events {
		stamp := g.Event(id).Stamp
		if g.Event(id).Index == 0 && stamp == 0 {
			continue // the initial write of a variable that a thread makes: before all that was added
		}
		if other, used := seen[stamp]; used {
			return fmt.Errorf("events %d and %d have one stamp", id, other)
		}
		seen[stamp] = id
	}
	for t := range event.ThreadID(g.Threads()) {
		events := g.ThreadEvents(t)
		for i, id := range events {
			if i > 0 && g.Event(events[i-1]).Stamp > g.Event(id).Stamp {
				return fmt.Errorf("event %d was added before its predecessor %d", id, events[i-1])
			}
		}
	}
	return nil
}

// checkActive checks the set of threads that have not ended.
func checkActive(g *graph.Graph, _ relations) error {
	active := g.Active().Above(event.NoThread)
	for t := range event.ThreadID(g.Threads()) {
		last := g.Last(t)
		want := g.Started(t) && (last == graph.None || !g.Event(last).Ends)
		if got := active == t; got != want {
			return fmt.Errorf("thread %d is active: %v, want %v", t, got, want)
		}
		if active == t {
			active = g.Active().Above(t)
		}
	}
	return nil
}

func checkCounts(g *graph.Graph, r relations) error {
	size, pending := 0, 0
	for _, id := range r.events {
		e := g.Event(id)
		switch {
		case e.Index == 0:
		case e.Kind == event.Read && e.Exclusive:
			pending++
		case e.Kind == event.Read && (e.Unmet || g.IsMutex(e.Object)): // blocked
		case e.Exclusive:
			pending--
			size++
		default:
			size++
		}
	}
	if size != g.Size() || pending != g.Pending() {
		return fmt.Errorf("size %d and %d pending, want %d and %d", g.Size(), g.Pending(), size, pending)
	}
	return nil
}
