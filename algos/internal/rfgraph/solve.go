package rfgraph

import (
	"encoding/binary"
	"sort"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// solver searches for a sequentially consistent order of the events of a graph.
//
// First, it adds to porf the constraints of all such orders, until nothing changes: of the other writes of a read's
// location, one before the read is before the read's source, and one after the source is after the read. A cycle means
// that there is no such order.
//
// Then it searches for an order of the writes. A read is done as soon as its source is the last write, and a write
// waits for all reads of the write before it, so the ways to continue depend only on how far each thread is. The
// order found depends only on po and rf, not on the order of insertion or on the witness.
//
// The halves of an update are one node, the read's. The events before a node are the first of each thread, so a clock
// describes them: how many events of each thread.
type solver struct {
	nodes   []ID    // by event
	before  []int32 // by node: its clock, one number for each thread
	more    bool    // something has been added to before
	ofAll   []ID    // the events, thread by thread
	threads []int32 // by thread: where its events begin in ofAll, with one more for the end
	writes  []ID    // location by location and, for each, thread by thread
	slots   []int32 // by location and thread: where they begin in writes, with one more for the end
	done    []int32 // by thread: how many of its events have been done
	lastW   []ID    // by location: the last write, or None
	unread  []int32 // by location: how many of its reads are still to be done
	readers []int32 // by event
	initial []int32 // by location: reads of the initial write
	order   []ID
	over    []ID // parallel to order: lastW before a write
	levels  []level
	failed  map[string]struct{}
	key     []byte
	watched []int32
	final   func() bool
}

// level is a place in the order where one of several threads has to write.
type level struct {
	from, at int // the length of the order without reads that are done at once, and with them
	thread   int // the next one to try
}

// mostFailed bounds the memory of a search.
const mostFailed = 1 << 14

// Solve returns a sequentially consistent order of the events, for which final, if not nil, returns true: it may examine
// the LastWrite of the watched locations. ok is false if there is none. The order depends only on po and rf, and is valid
// until the next call.
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

// solve is Solve for a graph whose witness lacks the extra events, which are in an order consistent with porf.
func (g *Graph) solve(extra []ID, watched []int32, final func() bool) (order []ID, ok bool) {
	s := &g.solver
	s.watched, s.final = watched, final
	g.listThreads()
	g.listWrites()
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
	s.threads = stack.Zeroed(s.threads, len(g.threads)+1)
	for t := range g.threads {
		s.threads[t+1] = s.threads[t] + g.threads[t].n
	}
	s.ofAll, s.nodes = stack.Zeroed(s.ofAll, len(g.events)), stack.Zeroed(s.nodes, len(g.events))
	for i := range g.events {
		e := &g.events[i]
		s.ofAll[s.threads[e.Thread]+e.Index-1] = ID(i)
		s.nodes[i] = ID(i)
		if e.Kind == event.Write && e.Exclusive {
			s.nodes[i] = e.prev
		}
	}
}

// listWrites lists the writes of each location by each thread in program order.
func (g *Graph) listWrites() {
	s := &g.solver
	s.slots = stack.Zeroed(s.slots, len(g.locations)*len(g.threads)+2)
	n := 0
	for i := range g.events {
		if e := &g.events[i]; e.Kind == event.Write {
			s.slots[g.slot(e.Object, e.Thread)+2]++
			n++
		}
	}
	for i := range s.slots[1:] {
		s.slots[i+1] += s.slots[i]
	}
	s.writes = stack.Zeroed(s.writes, n)
	for i := range g.events {
		if e := &g.events[i]; e.Kind == event.Write {
			at := &s.slots[g.slot(e.Object, e.Thread)+1]
			s.writes[*at] = ID(i)
			*at++
		}
	}
}

func (g *Graph) slot(location int32, t event.ThreadID) int {
	return int(location)*len(g.threads) + int(t)
}

func (g *Graph) writesOf(location int32, t event.ThreadID) []ID {
	at := g.slot(location, t)
	return g.writes[g.slots[at]:g.slots[at+1]]
}

// clockOf is how many events of each thread are before an event's node.
func (g *Graph) clockOf(id ID) []int32 {
	node, n := int(g.nodes[id]), len(g.threads)
	return g.before[node*n : (node+1)*n]
}

// isBefore compares the nodes of events. None is before all.
func (g *Graph) isBefore(a, b ID) bool {
	return a == None || g.clockOf(b)[g.events[a].Thread] >= g.events[a].Index
}

// addPorf adds porf to before, in the order of the witness, which is consistent with porf.
func (g *Graph) addPorf(extra []ID) {
	g.before = stack.Zeroed(g.before, len(g.events)*len(g.threads))
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

// addDirect puts a and all before it before b, which has nothing after it yet.
func (g *Graph) addDirect(a, b ID) {
	if a != None && g.nodes[a] != g.nodes[b] {
		g.include(a, b)
	}
}

// include puts a's node, and everything before it, before b's node.
func (g *Graph) include(a, b ID) {
	into, e := g.clockOf(b), &g.events[a]
	for t, n := range g.clockOf(a) {
		into[t] = max(into[t], n)
	}
	end := e.Index
	if g.writeOf(a) != None {
		end++
	}
	into[e.Thread] = max(into[e.Thread], end)
}

// edge puts a's node before b's and everything after b's, which is the end of each thread. It returns false if that
// makes a cycle.
func (g *Graph) edge(a, b ID) bool {
	switch {
	case g.isBefore(a, b):
		return true
	case g.nodes[a] == g.nodes[b] || g.isBefore(b, a):
		return false
	}
	g.more = true
	g.include(a, b)
	for t := range g.threads {
		own := g.ofAll[g.solver.threads[t]:g.solver.threads[t+1]]
		from := sort.Search(len(own), func(i int) bool { return g.isBefore(b, own[i]) })
		for _, y := range own[from:] {
			if g.isBefore(a, y) {
				break
			}
			g.include(a, y)
		}
	}
	return true
}

// saturate adds to porf the constraints of every order. It returns false if they make a cycle.
func (g *Graph) saturate() bool {
	for g.more = true; g.more; {
		g.more = false
		for i := range g.events {
			if g.events[i].Kind == event.Read && !g.saturateRead(ID(i)) {
				return false
			}
		}
	}
	return true
}

// saturateRead does so for the writes of the location of a read: in each thread, the last one before the read, and the first
// one after its source.
func (g *Graph) saturateRead(id ID) bool {
	r := &g.events[id]
	for t, n := range g.clockOf(id) {
		writes := g.writesOf(r.Object, event.ThreadID(t))
		last := sort.Search(len(writes), func(i int) bool { return g.events[writes[i]].Index > n }) - 1
		if last >= 0 && writes[last] != r.Source && (r.Source == None || !g.edge(writes[last], r.Source)) {
			return false
		}
		first := sort.Search(len(writes), func(i int) bool { return g.isBefore(r.Source, writes[i]) })
		if first < len(writes) && g.nodes[writes[first]] != g.nodes[id] && !g.edge(id, writes[first]) {
			return false
		}
	}
	return true
}

func (g *Graph) startSearch() {
	s := &g.solver
	places := len(g.locations)
	for _, x := range s.watched {
		places = max(places, int(x)+1)
	}
	s.done = stack.Zeroed(s.done, len(g.threads))
	s.lastW, s.initial, s.readers = stack.Zeroed(s.lastW, places), stack.Zeroed(s.initial, places), stack.Zeroed(s.readers, len(g.events))
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
	for u, n := range g.clockOf(id) {
		if n > s.done[u] {
			return None
		}
	}
	return id
}

// writeOf is the write of the update whose read is id, or None.
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
		switch e.Kind {
		case event.Read:
			s.unread[e.Object]++
		case event.Write:
			s.lastW[e.Object], s.unread[e.Object] = s.over[last], 0
		}
		s.order, s.over = s.order[:last], s.over[:last]
	}
}

// doReads does all events that change no location, as far as possible.
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

// doWrite does the next write of thread t, if that is possible.
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

// nextWrite does the next write of the last level that has one left.
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

// hasFailed reports whether the search has already failed from here.
func (s *solver) hasFailed() bool {
	s.setKey()
	_, failed := s.failed[string(s.key)]
	return failed
}

// fail records that the search has failed from here.
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

// setKey sets key to how far the search has got.
func (s *solver) setKey() {
	s.key = s.key[:0]
	for _, n := range s.done {
		s.key = binary.AppendUvarint(s.key, uint64(n))
	}
	for _, x := range s.watched {
		s.key = binary.AppendVarint(s.key, int64(s.lastW[x]))
	}
}
