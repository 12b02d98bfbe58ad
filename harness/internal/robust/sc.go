package robust

import (
	"slices"

	"dporbench/model/event"
)

// order is a relation on the indices of events.
type order struct {
	events        []event.Event
	after, before [][]int // by index: the events ordered directly after it, and before it
}

// orderOf returns program order, reads-from, coherence and from-reads of a maximal execution, with the order of
// operations on mutexes and of threads' lives. Some sequentially consistent execution has the same trace if
// together they are acyclic. (Shasha, Snir, TOPLAS 10(2), 1988)
func orderOf(events []event.Event) *order {
	g := &order{events, make([][]int, len(events)), make([][]int, len(events))}
	g.addThreads()
	if slices.ContainsFunc(events, func(e event.Event) bool { return e.HasReference() }) {
		g.addReferences()
	} else {
		g.addObjects()
	}
	return g
}

func (g *order) add(from, to int) {
	g.after[from] = append(g.after[from], to)
	g.before[to] = append(g.before[to], from)
}

// addThreads adds program order, in which a store is where it was issued, and the order of a thread's
// life with its Spawn and Joins.
func (g *order) addThreads() {
	threads := map[event.ThreadID][]int{}
	flushes := map[event.ThreadID][]int{} // by issuer
	for i, e := range g.events {
		if e.IsFlush() {
			flushes[e.Issuer()] = append(flushes[e.Issuer()], i)
		} else {
			threads[e.Thread] = append(threads[e.Thread], i)
		}
	}
	lines := map[event.ThreadID][]int{}
	for t := range flushes {
		lines[t] = nil
	}
	for t := range threads {
		lines[t] = nil
	}
	for t := range lines {
		line, stores := []int{}, flushes[t]
		issue := func(done int32) {
			for len(stores) > 0 && int32(g.events[stores[0]].Ref) <= done {
				line, stores = append(line, stores[0]), stores[1:]
			}
		}
		issue(0)
		for n, i := range threads[t] {
			line = append(line, i)
			issue(int32(n) + 1)
		}
		for n := 1; n < len(line); n++ {
			g.add(line[n-1], line[n])
		}
		lines[t] = line
	}
	for i, e := range g.events {
		other := lines[event.ThreadID(e.Object)]
		switch {
		case len(other) == 0:
		case e.Kind == event.Spawn:
			g.add(i, other[0])
		case e.Kind == event.Join:
			g.add(other[len(other)-1], i)
		}
	}
}

// addObjects adds coherence, reads-from, from-reads, and the order of operations on mutexes.
func (g *order) addObjects() {
	writes, mutexes := map[int32][]int{}, map[int32]int{}
	flushes := map[[2]int32]int{} // by actor and index
	for i, e := range g.events {
		switch {
		case e.Kind.Writes():
			if n := len(writes[e.Object]); n > 0 {
				g.add(writes[e.Object][n-1], i)
			}
			writes[e.Object] = append(writes[e.Object], i)
			flushes[[2]int32{int32(e.Thread), e.Index}] = i
		case e.Kind.OnMutex():
			if last, ok := mutexes[e.Object]; ok {
				g.add(last, i)
			}
			mutexes[e.Object] = i
		}
	}
	for i, e := range g.events {
		if e.Kind != event.Read && e.Kind != event.BufferRead {
			continue
		}
		all, place := writes[e.Object], 0 // place is the index of the write after the one read
		for n, w := range all {
			if e.ReadsOwn() && w == flushes[[2]int32{int32(e.Flusher()), int32(e.Ref)}] || !e.ReadsOwn() && w < i {
				place = n + 1
			}
		}
		g.addRead(i, all, place)
	}
}

// addReferences is addObjects for a graph, whose events refer to writes; see [event.Access.RefersTo].
func (g *order) addReferences() {
	at, writes := map[event.ThreadID][]int{}, map[int32][]int{} // of threads, and of locations in mo
	source := make([]int, len(g.events))
	for i, e := range g.events {
		at[e.Thread] = append(at[e.Thread], i)
		source[i] = -1
		if !e.HasReference() {
			continue
		}
		if t, index, ok := e.RefersTo(); ok {
			source[i] = at[t][index-1]
		}
		if e.Kind != event.Read {
			x := e.Kind.Location(e.Object)
			writes[x] = slices.Insert(writes[x], slices.Index(writes[x], source[i])+1, i)
		}
	}
	for _, all := range writes {
		for n := 1; n < len(all); n++ {
			g.add(all[n-1], all[n])
		}
	}
	for i, e := range g.events {
		if e.Kind == event.Read && e.HasReference() {
			all := writes[event.Write.Location(e.Object)]
			g.addRead(i, all, slices.Index(all, source[i])+1)
		}
	}
}

// addRead orders a read of the write before that place among all of its variable.
func (g *order) addRead(i int, all []int, place int) {
	if place > 0 {
		g.add(all[place-1], i)
	}
	if place < len(all) {
		g.add(i, all[place])
	}
}

// cyclic returns nil if the relation is acyclic, and otherwise marks the events on cycles and on paths between them.
func (g *order) cyclic() []bool {
	behind, ahead := cut(g.before, g.after), cut(g.after, g.before)
	if !slices.Contains(behind, true) {
		return nil
	}
	for i := range behind {
		behind[i] = behind[i] && ahead[i]
	}
	return behind
}

// cut marks the events that remain if one that has none before it is taken away as long as there is one.
func cut(before, after [][]int) (remains []bool) {
	left, ready := make([]int, len(before)), []int(nil)
	remains = make([]bool, len(before))
	for i := range before {
		if left[i] = len(before[i]); left[i] == 0 {
			ready = append(ready, i)
		}
		remains[i] = true
	}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready, remains[i] = ready[:len(ready)-1], false
		for _, j := range after[i] {
			if left[j]--; left[j] == 0 {
				ready = append(ready, j)
			}
		}
	}
	return remains
}
