package unfolding

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// id names an event of the unfolding; 0 stands for none. Causes have lower ones, and so does the earlier of two events of
// a thread in one configuration.
type id int32

// node is an event of the unfolding, ⟨t, H⟩.
type node struct {
	event.Event
	after id  // the event before it in its thread, or the Spawn that started the thread
	past  cut // H, and the event itself
	place

	rivals   []id // those in immediate conflict with it
	compared int  // how many of the events at its place have been checked for that
}

// cut is a configuration: the last event of each thread in it. Threads beyond its end have none.
type cut []id

func (c cut) of(t event.ThreadID) id {
	if int(t) < len(c) {
		return c[t]
	}
	return 0
}

func (c *cut) set(t event.ThreadID, n id) {
	*stack.At(c, int(t)) = n
}

// join adds another configuration, with which it must be compatible.
func (c *cut) join(d cut) {
	for t, n := range d {
		if n > c.of(event.ThreadID(t)) {
			c.set(event.ThreadID(t), n)
		}
	}
}

// place is where an event stands. Events in immediate conflict share it: of two others that access a location, one
// depends on the last write before the other. Those of one thread are choices.
type place struct {
	location int32
	write    id // the last write of the location, or operation on the mutex; without a location, the event before it in its thread
}

// unfolding is U.
type unfolding struct {
	nodes  []node
	known  map[string]id // by key
	places map[place][]id

	key             []byte // scratch
	past            cut
	ones, others    []id       // scratch of compatible
	accesses        []accesses // of ones, by location: scratch of conflict
	added, compared int64
}

func (u *unfolding) reset(room int) {
	u.nodes = append(make([]node, 0, room), node{})
	u.known, u.places = map[string]id{}, map[place][]id{}
}

// add returns the event e with these causes, which is added to U if it is not there: the event before it in its
// thread, the last write of its location or the last event of the thread that it joins, and reads since that write.
func (u *unfolding) add(e event.Event, after, write id, reads []id) id {
	u.past = append(u.past[:0], u.nodes[after].past...)
	u.past.join(u.nodes[write].past)
	for _, r := range reads {
		u.past.join(u.nodes[r].past)
	}
	at := place{e.Location(), write}
	if at.location == event.Nowhere {
		at.write = after
	}
	n := id(len(u.nodes))
	if known := u.insert(node{Event: e, after: after, past: u.past, place: at}); known != n {
		return known
	}
	past := slices.Clone(u.past)
	past.set(e.Thread, n)
	u.nodes[n].past = past
	u.added++
	return n
}

// insert adds e to U if it is not there.
func (u *unfolding) insert(e node) id {
	u.key = u.key[:0]
	for _, n := range [...]int32{int32(e.Thread), int32(e.Kind), e.Object, int32(e.after)} {
		u.key = binary.AppendVarint(u.key, int64(n))
	}
	for t, n := range e.past {
		if n != 0 && t != int(e.Thread) {
			u.key = binary.AppendUvarint(binary.AppendUvarint(u.key, uint64(t)), uint64(n))
		}
	}
	if n, ok := u.known[string(u.key)]; ok {
		return n
	}
	n := id(len(u.nodes))
	u.known[string(u.key)] = n
	u.places[e.place] = append(u.places[e.place], n)
	u.nodes = append(u.nodes, e)
	return n
}

// before is the event before n in its thread, or 0.
func (u *unfolding) before(n id) id {
	if e := &u.nodes[n]; e.Index > 1 {
		return e.after
	}
	return 0
}

// contains reports whether event n is in a configuration, with which it must not be in conflict.
func (u *unfolding) contains(c cut, n id) bool { return c.of(u.nodes[n].Thread) >= n }

// rivals are the events in immediate conflict with n: the events that depend on it, and whose histories go together.
func (u *unfolding) rivals(n id) []id {
	e := &u.nodes[n]
	near := u.places[e.place]
	for _, m := range near[e.compared:] {
		f := &u.nodes[m]
		depends := event.Dependent(e.Event, f.Event)
		if e.Thread == f.Thread {
			depends = e.Kind == event.Choice && n != m
		}
		if depends && !u.inPast(n, m) && !u.inPast(m, n) && u.goTogether(n, m) {
			e.rivals = append(e.rivals, m)
		}
	}
	e.compared = len(near)
	return e.rivals
}

// goTogether reports whether each of two events is compatible with the history of the other.
func (u *unfolding) goTogether(n, m id) bool {
	e, f := &u.nodes[n], &u.nodes[m]
	e.past[e.Thread] = u.before(n)
	goes := u.compatible(e.past, f.past)
	e.past[e.Thread], f.past[f.Thread] = n, u.before(m)
	goes = goes && u.compatible(e.past, f.past)
	f.past[f.Thread] = m
	return goes
}

// inPast reports whether n is a cause of m, or is m.
func (u *unfolding) inPast(n, m id) bool {
	c := u.nodes[m].past.of(u.nodes[n].Thread)
	for c > n {
		c = u.before(c)
	}
	return c == n
}

// compatible reports whether the union of two configurations is one: no event of the one is in conflict with an
// event of the other.
func (u *unfolding) compatible(c, d cut) bool {
	u.ones, u.others = u.ones[:0], u.others[:0]
	for t := range event.ThreadID(max(len(c), len(d))) {
		n, m := c.of(t), d.of(t)
		for ; u.nodes[n].Index > u.nodes[m].Index; n = u.before(n) {
			u.ones = append(u.ones, n)
		}
		for ; u.nodes[m].Index > u.nodes[n].Index; m = u.before(m) {
			u.others = append(u.others, m)
		}
		if n != m {
			return false
		}
	}
	return len(u.ones) == 0 || len(u.others) == 0 || !u.conflict()
}

// accesses are the accesses of one location by some events: their kind, and whether there are other kinds, too.
type accesses struct {
	kind  event.Kind
	any   bool
	mixed bool
}

// conflict reports whether one of ones is in conflict with one of others.
func (u *unfolding) conflict() bool {
	u.compared += int64(len(u.ones) + len(u.others))
	for _, n := range u.ones {
		if e := &u.nodes[n]; e.location != event.Nowhere {
			a := u.accessesOf(e)
			a.kind, a.any, a.mixed = e.Kind, true, a.mixed || a.any && a.kind != e.Kind
		}
	}
	conflict := slices.ContainsFunc(u.others, func(m id) bool {
		e := &u.nodes[m]
		if e.location == event.Nowhere {
			return false
		}
		a := u.accessesOf(e) // if they are of two kinds, e differs from one
		return a.any && (a.mixed || event.Conflicting(a.kind, e.Object, e.Kind, e.Object))
	})
	for _, n := range u.ones {
		if e := &u.nodes[n]; e.location != event.Nowhere {
			*u.accessesOf(e) = accesses{}
		}
	}
	return conflict
}

func (u *unfolding) accessesOf(e *node) *accesses { return stack.At(&u.accesses, int(e.location)) }
