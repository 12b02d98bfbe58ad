package robust

import (
	"dporbench/model/event"
)

// isSC reports whether some sequentially consistent execution has the trace of a maximal execution
// under TSO: whether program order, reads-from, coherence and from-reads, with the order of
// operations on mutexes and of threads' lives, are together acyclic. (Shasha, Snir, TOPLAS 10(2), 1988)
func isSC(events []event.Event) bool {
	g := order{events: events, after: make([][]int, len(events)), indegree: make([]int, len(events))}
	g.addThreads()
	g.addObjects()
	return g.acyclic()
}

// order is a relation on the indices of events.
type order struct {
	events   []event.Event
	after    [][]int // by index: the events ordered directly after it
	indegree []int
}

func (g *order) add(from, to int) {
	g.after[from] = append(g.after[from], to)
	g.indegree[to]++
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
		if place > 0 {
			g.add(all[place-1], i)
		}
		if place < len(all) {
			g.add(i, all[place])
		}
	}
}

func (g *order) acyclic() bool {
	var ready []int
	for i, n := range g.indegree {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	done := 0
	for ; len(ready) > 0; done++ {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, j := range g.after[i] {
			if g.indegree[j]--; g.indegree[j] == 0 {
				ready = append(ready, j)
			}
		}
	}
	return done == len(g.events)
}
