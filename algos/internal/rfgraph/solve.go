package rfgraph

import (
	"encoding/binary"

	"dporbench/model/event"
)

// solver looks for a sequentially consistent order of the events of a graph.
//
// First what must hold in all such orders is added to porf, until nothing changes: a write before a read that does not
// read from it is before the write that it does read from; and one after that is after the read. A cycle means that
// there is none.
//
// Then the order of writes is searched. A read is done as soon as its source is the last write, and a write waits for
// all reads of the write before it, so what is still possible depends only on how far each thread is. The order found
// depends on po and rf alone, not on the order of insertion or on the witness.
//
// The halves of an update are one node, that of the read.
type solver struct {
	nodes   []ID     // by event
	before  []uint64 // words for each node: those before it
	words   int
	ofAll   []ID    // the events thread by thread
	threads []int32 // by thread: where they begin in that, with one more for the end
	done    []int32 // by thread: how many have been done
	isDone  []uint64
	lastW   []ID    // by location: the last write, or None
	unread  []int32 // by location: how many of its reads are still to be done
	readers []int32 // by event
	initial []int32 // by location: reads of the initial write
	order   []ID
	over    []ID // beside order: lastW before a write
	levels  []level
	failed  map[string]struct{}
	key     []byte
	watched []int32
	final   func() bool
}

// level is a place in the order at which one of several threads has to write.
type level struct {
	from, at int // the length of the order without reads that are done at once, and with them
	thread   int // the next one to try
}

// mostFailed bounds the memory of a search.
const mostFailed = 1 << 14

// Solve returns a sequentially consistent order of the events, in which each of the watched locations ends with its
// LastWrite as final, if that is not nil, wants it; ok is false if there is none. The order depends on po and rf alone. It
// is valid until the next one is asked for.
func (g *Graph) Solve(watched []int32, final func() bool) (order []ID, ok bool) {
	return g.solve(nil, watched, final)
}

// LastWrite is the last write of a location in the order that Solve has found, or None.
func (g *Graph) LastWrite(location int32) ID {
	if int(location) >= len(g.lastW) {
		return None
	}
	return g.lastW[location]
}

// solve is Solve for a graph with more events than the witness has; these are in an order of porf.
func (g *Graph) solve(extra []ID, watched []int32, final func() bool) (order []ID, ok bool) {
	s := &g.solver
	s.watched, s.final = watched, final
	g.listThreads()
	if g.addPorf(extra); !g.saturate() {
		return nil, false
	}
	g.startSearch()
	ok = g.search()
	return s.order, ok
}

// listThreads lists the events of each thread in program order, and their nodes.
func (g *Graph) listThreads() {
	s := &g.solver
	s.threads = zeroed(s.threads, len(g.threads)+1)
	for t := range g.threads {
		s.threads[t+1] = s.threads[t] + g.threads[t].n
	}
	s.ofAll, s.nodes = zeroed(s.ofAll, len(g.events)), zeroed(s.nodes, len(g.events))
	for i := range g.events {
		e := &g.events[i]
		s.ofAll[s.threads[e.Thread]+e.Index-1] = ID(i)
		s.nodes[i] = ID(i)
		if e.Kind == event.Write && e.Exclusive {
			s.nodes[i] = e.prev
		}
	}
}

func (s *solver) setBefore(n ID) []uint64 { return s.before[int(n)*s.words : (int(n)+1)*s.words] }

func contains(set []uint64, n ID) bool { return set[n/64]&(1<<(n%64)) != 0 }

// isBefore compares nodes.
func (s *solver) isBefore(a, b ID) bool { return contains(s.setBefore(b), a) }

// addPorf goes through the events in the order of the witness, which is one of porf.
func (g *Graph) addPorf(extra []ID) {
	s := &g.solver
	s.words = (len(g.events) + 63) / 64
	s.before = zeroed(s.before, len(g.events)*s.words)
	for _, id := range g.witness {
		g.addPorfOf(id)
	}
	for _, id := range extra {
		g.addPorfOf(id)
	}
}

func (g *Graph) addPorfOf(id ID) {
	e := &g.events[id]
	g.addDirect(e.prev, id)
	switch e.Kind {
	case event.Read:
		g.addDirect(e.Source, id)
	case event.Join:
		g.addDirect(g.joined(e), id)
	}
}

// addDirect puts a and all before it before b, after which there is nothing yet.
func (g *Graph) addDirect(a, b ID) {
	s := &g.solver
	if a == None || s.nodes[a] == s.nodes[b] {
		return
	}
	s.include(s.nodes[a], s.nodes[b])
}

// include adds a, and what is before it, to what is before b.
func (s *solver) include(a, b ID) {
	into := s.setBefore(b)
	for i, word := range s.setBefore(a) {
		into[i] |= word
	}
	into[a/64] |= 1 << (a % 64)
}

// edge puts node a before node b. It returns false if that is a cycle.
func (s *solver) edge(a, b ID) bool {
	if s.isBefore(a, b) {
		return true
	}
	if a == b || s.isBefore(b, a) {
		return false
	}
	for y := range ID(len(s.nodes)) {
		if y == b || s.isBefore(b, y) {
			s.include(a, y)
		}
	}
	return true
}

// saturate finds what must come before what. It returns false if that is a cycle.
func (g *Graph) saturate() bool {
	for more := true; more; {
		more = false
		for i := range g.events {
			if g.events[i].Kind != event.Read {
				continue
			}
			added, ok := g.saturateRead(ID(i))
			if !ok {
				return false
			}
			more = more || added
		}
	}
	return true
}

func (g *Graph) saturateRead(id ID) (added, ok bool) {
	s, r := &g.solver, &g.events[id]
	for w := g.LastAt(r.Object); w != None; w = g.EarlierAt(w) {
		node := s.nodes[w]
		if g.events[w].Kind != event.Write || w == r.Source || node == s.nodes[id] {
			continue
		}
		first, second := None, None
		switch {
		case r.Source == None || s.isBefore(s.nodes[r.Source], node):
			first, second = s.nodes[id], node
		case s.isBefore(node, s.nodes[id]):
			first, second = node, s.nodes[r.Source]
		default:
			continue
		}
		if s.isBefore(first, second) {
			continue
		}
		if !s.edge(first, second) {
			return false, false
		}
		added = true
	}
	return added, true
}

func (g *Graph) startSearch() {
	s := &g.solver
	places := len(g.locations)
	for _, x := range s.watched {
		places = max(places, int(x)+1)
	}
	s.done, s.isDone = zeroed(s.done, len(g.threads)), zeroed(s.isDone, s.words)
	s.lastW, s.initial, s.readers = zeroed(s.lastW, places), zeroed(s.initial, places), zeroed(s.readers, len(g.events))
	s.order, s.over = s.order[:0], s.over[:0]
	clear(s.failed)
	for i := range g.events {
		switch e := &g.events[i]; {
		case e.Kind != event.Read:
		case e.Source == None:
			s.initial[e.Object]++
		default:
			s.readers[e.Source]++
		}
	}
	s.unread = append(s.unread[:0], s.initial...)
	for x := range s.lastW {
		s.lastW[x] = None
	}
}

// upcoming is the next event of a thread if everything that must come before it has been done, or None.
func (g *Graph) upcoming(t int) ID {
	s := &g.solver
	at := s.threads[t] + s.done[t]
	if at == s.threads[t+1] {
		return None
	}
	id := s.ofAll[at]
	for i, word := range s.setBefore(s.nodes[id]) {
		if word&^s.isDone[i] != 0 {
			return None
		}
	}
	return id
}

// writeOf is the write of the update of which id is the read, or None.
func (g *Graph) writeOf(id ID) ID {
	s, e := &g.solver, &g.events[id]
	if at := s.threads[e.Thread] + e.Index; e.Exclusive && e.Kind == event.Read && at < s.threads[e.Thread+1] {
		return s.ofAll[at]
	}
	return None
}

func (g *Graph) do(id ID) {
	s, e := &g.solver, &g.events[id]
	s.order, s.over = append(s.order, id), append(s.over, None)
	s.done[e.Thread]++
	s.isDone[id/64] |= 1 << (id % 64)
	switch e.Kind {
	case event.Read:
		s.unread[e.Object]--
	case event.Write:
		s.over[len(s.over)-1] = s.lastW[e.Object]
		s.lastW[e.Object], s.unread[e.Object] = id, s.readers[id]
	}
}

func (g *Graph) undoTo(n int) {
	s := &g.solver
	for len(s.order) > n {
		last := len(s.order) - 1
		id := s.order[last]
		e := &g.events[id]
		s.done[e.Thread]--
		s.isDone[id/64] &^= 1 << (id % 64)
		switch e.Kind {
		case event.Read:
			s.unread[e.Object]++
		case event.Write:
			s.lastW[e.Object], s.unread[e.Object] = s.over[last], 0
		}
		s.order, s.over = s.order[:last], s.over[:last]
	}
}

// doReads does all that changes no location, as far as possible.
func (g *Graph) doReads() {
	s := &g.solver
	for more := true; more; {
		more = false
		for t := range g.threads {
			for id := g.upcoming(t); id != None; id = g.upcoming(t) {
				e := &g.events[id]
				if e.Kind == event.Write || e.Kind == event.Read && (s.lastW[e.Object] != e.Source || g.writeOf(id) != None) {
					break
				}
				g.do(id)
				more = true
			}
		}
	}
}

// doWrite does the write that thread t does next, if that is possible.
func (g *Graph) doWrite(t int) bool {
	id := g.upcoming(t)
	if id == None {
		return false
	}
	s, e := &g.solver, &g.events[id]
	if e.Kind == event.Write {
		if s.unread[e.Object] > 0 {
			return false
		}
		g.do(id)
		return true
	}
	write := g.writeOf(id)
	if write == None || s.lastW[e.Object] != e.Source || s.unread[e.Object] != 1 {
		return false
	}
	g.do(id)
	g.do(write)
	return true
}

// search completes the order, if that is possible.
func (g *Graph) search() bool {
	s := &g.solver
	s.levels = s.levels[:0]
	for more := true; more; more = g.nextWrite() {
		from := len(s.order)
		g.doReads()
		whole := len(s.order) == len(g.events)
		if whole && (s.final == nil || s.final()) {
			return true
		}
		if whole || s.hasFailed() {
			g.undoTo(from)
		} else {
			s.levels = append(s.levels, level{from: from, at: len(s.order)})
		}
	}
	return false
}

// nextWrite does the next write, of the last level that has one left.
func (g *Graph) nextWrite() bool {
	s := &g.solver
	for last := len(s.levels) - 1; last >= 0; last-- {
		l := &s.levels[last]
		g.undoTo(l.at)
		for l.thread < len(g.threads) {
			if l.thread++; g.doWrite(l.thread - 1) {
				return true
			}
		}
		s.fail()
		g.undoTo(l.from)
		s.levels = s.levels[:last]
	}
	return false
}

// hasFailed reports whether the search has been here before.
func (s *solver) hasFailed() bool {
	s.setKey()
	_, failed := s.failed[string(s.key)]
	return failed
}

// fail notes that nothing leads on from here.
func (s *solver) fail() {
	if len(s.failed) >= mostFailed {
		return
	}
	if s.failed == nil {
		s.failed = map[string]struct{}{}
	}
	s.setKey()
	s.failed[string(s.key)] = struct{}{}
}

// setKey makes a key of how far the search has come.
func (s *solver) setKey() {
	s.key = s.key[:0]
	for _, n := range s.done {
		s.key = binary.AppendUvarint(s.key, uint64(n))
	}
	for _, x := range s.watched {
		s.key = binary.AppendVarint(s.key, int64(s.lastW[x]))
	}
}
