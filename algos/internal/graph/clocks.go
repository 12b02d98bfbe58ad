package graph

import (
	"slices"

	"dporbench/algos/counters"
	"dporbench/model/event"
)

type relation int

const (
	porf relation = iota // (po ∪ rf)+
	hb                   // (po ∪ rf ∪ co ∪ fr)+
)

// clocks are rows of numbers, each a vector clock: for each lane (each thread, unless Stores
// are buffered) the Index of its last event that comes before. The entry for an event's own
// lane is ignored, because it would be the event's Index. So consecutive events of a thread
// can share a row, and a row in use is never changed.
type clocks struct {
	rows  []int32 // width numbers for each row
	width int
	moved []exchange
	work  counters.Work
}

// exchange records which row an event had for hb before it got another.
type exchange struct {
	event ID
	row   int32
}

// nothing is the row of events preceded only by initial writes.
const nothing = 0

func newClocks(threads int) clocks {
	width := max(threads, 4)
	return clocks{rows: make([]int32, width), width: width}
}

func (c *clocks) count() int32 { return int32(len(c.rows) / c.width) }

func (c *clocks) row(n int32) []int32 {
	from := int(n) * c.width
	return c.rows[from : from+c.width]
}

func (c *clocks) widen(n int) {
	if n <= c.width {
		return
	}
	old := *c
	c.width = n + 4
	c.rows = make([]int32, int(old.count())*c.width)
	for i := range old.count() {
		copy(c.row(i), old.row(i))
	}
}

// join returns a row with everything in row n or row m, and the event at index of thread t.
// Rows from fresh on belong to no event yet; row n is changed if it is one of these, and
// otherwise copied.
func (c *clocks) join(n, fresh, m int32, t event.ThreadID, index int32) int32 {
	c.work.Joins++
	if n < fresh {
		c.rows = append(c.rows, c.row(n)...)
		n = c.count() - 1
	}
	into := c.row(n)
	for u, last := range c.row(m) {
		into[u] = max(into[u], last)
	}
	into[t] = max(into[t], index)
	return n
}

// PorfBefore reports whether a comes before b in porf, or is b.
func (g *Graph) PorfBefore(a, b ID) bool {
	g.work.Consistency++
	e, f := &g.events[a], &g.events[b]
	if e.Thread == f.Thread {
		return e.Index <= f.Index
	}
	return g.rows[int(f.clocks[porf])*g.width+int(e.Thread)] >= e.Index
}

// Before reports whether a comes before b in hb, or is b.
func (g *Graph) Before(a, b ID) bool {
	g.work.Consistency++
	e, f := &g.events[a], &g.events[b]
	if e.lanes[hb] == f.lanes[hb] {
		return e.Index <= f.Index
	}
	return g.rows[int(f.clocks[hb])*g.width+int(e.lanes[hb])] >= e.Index
}

// clockAfter returns the row of an event of lane t after pred (usually the previous event in the
// lane), other, reader and the reads behind it in its list, except Unmet ones.
func (g *Graph) clockAfter(r relation, t event.ThreadID, pred, other, reader ID) int32 {
	fresh := g.count()
	row := int32(nothing)
	if p := &g.events[pred]; p.lanes[r] == t {
		row = p.clocks[r]
	} else {
		row = g.include(r, row, fresh, t, pred)
	}
	row = g.include(r, row, fresh, t, other)
	for ; reader != None; reader = g.events[reader].next {
		if !g.events[reader].Unmet {
			row = g.include(r, row, fresh, t, reader)
		}
	}
	return row
}

// include adds id and everything before it to a row of lane t; like join, it copies a row that is in use.
func (g *Graph) include(r relation, row, fresh int32, t event.ThreadID, id ID) int32 {
	e := &g.events[id]
	lane := e.lanes[r]
	if lane == t || g.rows[int(row)*g.width+int(lane)] >= e.Index {
		return row
	}
	return g.join(row, fresh, e.clocks[r], lane, e.Index)
}

// precede puts e before later in hb; later must not be before e. Then later and everything after it come after
// e and everything before e. Nothing else changes.
func (g *Graph) precede(e, later ID) {
	own, index, clock := g.events[e].lanes[hb], g.events[e].Index, g.events[e].clocks[hb]
	for t := range g.threads {
		if event.ThreadID(t) == own && g.isLast(e, own) {
			continue // later is not in this lane
		}
		old, joined := int32(-1), int32(-1)
		for _, id := range slices.Backward(g.chain(event.ThreadID(t))) {
			if !g.Before(later, id) {
				break
			}
			f := &g.events[id]
			if f.clocks[hb] != old {
				old = f.clocks[hb]
				joined = g.join(old, g.count(), clock, own, index)
			}
			g.moved = append(g.moved, exchange{id, old})
			f.clocks[hb] = joined
		}
	}
}

// isLast reports whether e is the last event of its lane.
func (g *Graph) isLast(e ID, lane event.ThreadID) bool {
	chain := g.chain(lane)
	return chain[len(chain)-1] == e
}

// undoPrecede undoes all exchanges of rows but the first n.
func (g *Graph) undoPrecede(n int32) {
	for _, m := range slices.Backward(g.moved[n:]) {
		g.events[m.event].clocks[hb] = m.row
	}
	g.moved = g.moved[:n]
}
