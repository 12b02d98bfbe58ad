package unfolding

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
)

// id names an event of the unfolding; 0 stands for none. Causes have lower ones.
type id int32

// node is an event of the unfolding. Its direct causes determine its history.
type node struct {
	event.Event
	thread id   // the event before it of its thread, or the Spawn that started the thread
	write  id   // the last write of its variable, the last operation on its mutex, or the last event of the thread that it joins
	reads  []id // the reads of its variable since that write, if it writes; in ascending order
	past   cut  // the last events of threads in its history and itself

	near     *[]id // the events at its place
	rivals   []id  // those in immediate conflict with it
	compared int   // among so many of near
}

// cut holds a configuration: the last event of each thread in it. Threads beyond its end have none.
type cut []id

func (c cut) of(t event.ThreadID) id {
	if int(t) < len(c) {
		return c[t]
	}
	return 0
}

func (c *cut) set(t event.ThreadID, n id) {
	for len(*c) <= int(t) {
		*c = append(*c, 0)
	}
	(*c)[t] = n
}

// object is what an event accesses.
type object struct {
	mutex bool
	n     int32
}

func objectOf(e event.Event) (o object, ok bool) {
	return object{e.Kind.OnMutex(), e.Object}, e.Kind.OnVariable() || e.Kind.OnMutex()
}

// place is where an event stands. Events in immediate conflict share it: of two others that access an object, one
// depends on the last write before the other. Those of one thread are choices.
type place struct {
	object
	after id // the last write of the object, or operation on the mutex; for a choice, the event before it of its thread
}

func placeOf(e *node) place {
	if o, ok := objectOf(e.Event); ok {
		return place{o, e.write}
	}
	return place{object{n: -1}, e.thread}
}

// unfolding is U.
type unfolding struct {
	nodes  []node
	known  map[string]id // by key
	places map[place]*[]id

	key             []byte // scratch
	ones, others    []id   // scratch of compatible
	added, compared int64
}

func (u *unfolding) reset() {
	u.nodes = append(u.nodes[:0], node{})
	u.known, u.places = map[string]id{}, map[place]*[]id{}
}

// causes are the direct causes of an event.
type causes struct {
	thread, write id
	reads         []id // in ascending order
}

// add returns the event e with these causes, which becomes part of U if it is not.
func (u *unfolding) add(e event.Event, c causes) id {
	u.key = appendKey(u.key[:0], e, c)
	if n, ok := u.known[string(u.key)]; ok {
		return n
	}
	n := id(len(u.nodes))
	u.known[string(u.key)] = n
	u.insert(node{Event: e, thread: c.thread, write: c.write, reads: slices.Clone(c.reads), past: u.pastOf(e.Thread, n, c)})
	u.added++
	return n
}

func (u *unfolding) insert(e node) {
	n := id(len(u.nodes))
	at := placeOf(&e)
	if u.places[at] == nil {
		u.places[at] = new([]id)
	}
	e.near = u.places[at]
	*e.near = append(*e.near, n)
	u.nodes = append(u.nodes, e)
}

func appendKey(key []byte, e event.Event, c causes) []byte {
	for _, n := range [...]int32{int32(e.Thread), int32(e.Kind), e.Object, int32(c.thread), int32(c.write)} {
		key = binary.AppendVarint(key, int64(n))
	}
	for _, r := range c.reads {
		key = binary.AppendVarint(key, int64(r))
	}
	return key
}

func (u *unfolding) pastOf(t event.ThreadID, n id, c causes) (past cut) {
	u.join(&past, c.thread)
	u.join(&past, c.write)
	for _, r := range c.reads {
		u.join(&past, r)
	}
	past.set(t, n)
	return past
}

// join adds the event n and its causes to past, with which they must be compatible.
func (u *unfolding) join(past *cut, n id) {
	for t, m := range u.nodes[n].past {
		if u.nodes[m].Index > u.nodes[past.of(event.ThreadID(t))].Index {
			past.set(event.ThreadID(t), m)
		}
	}
}

// before is the event before n of its thread.
func (u *unfolding) before(n id) id {
	if e := &u.nodes[n]; e.Index > 1 {
		return e.thread
	}
	return 0
}

// contains reports whether event n is in a configuration, with which it must not be in conflict.
func (u *unfolding) contains(c cut, n id) bool {
	e := &u.nodes[n]
	return u.nodes[c.of(e.Thread)].Index >= e.Index
}

// rivals are the events in immediate conflict with n: those that depend on it, while their histories go together.
func (u *unfolding) rivals(n id) []id {
	e := &u.nodes[n]
	near := *e.near
	for _, m := range near[e.compared:] {
		if f := &u.nodes[m]; e.Kind == event.Choice && e.Thread == f.Thread || e.Thread != f.Thread && event.Dependent(e.Event, f.Event) {
			u.compare(n, m)
		}
	}
	e.compared = len(near)
	return e.rivals
}

// compare adds m to the rivals of n if it is one. The two are dependent.
func (u *unfolding) compare(n, m id) {
	if n == m || u.inPast(n, m) || u.inPast(m, n) {
		return
	}
	e, f := u.nodes[n].past, u.nodes[m].past
	nt, mt := u.nodes[n].Thread, u.nodes[m].Thread
	e[nt] = u.before(n)
	goes := u.compatible(e, f)
	f[mt] = u.before(m)
	e[nt] = n
	goes = goes && u.compatible(e, f)
	f[mt] = m
	if goes {
		u.nodes[n].rivals = append(u.nodes[n].rivals, m)
	}
}

// inPast reports whether n is a cause of m.
func (u *unfolding) inPast(n, m id) bool {
	if n > m {
		return false
	}
	c := u.nodes[m].past.of(u.nodes[n].Thread)
	for u.nodes[c].Index > u.nodes[n].Index {
		c = u.before(c)
	}
	return c == n
}

// compatible reports whether the union of two configurations is one: no event of the one is in conflict with an
// event of the other.
func (u *unfolding) compatible(c, d cut) bool {
	u.ones, u.others = u.ones[:0], u.others[:0]
	for t := range max(len(c), len(d)) {
		n, m := c.of(event.ThreadID(t)), d.of(event.ThreadID(t))
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
	u.compared += int64(len(u.ones) * len(u.others))
	for _, n := range u.ones {
		e := &u.nodes[n]
		for _, m := range u.others {
			if f := &u.nodes[m]; event.Conflicting(e.Kind, e.Object, f.Kind, f.Object) {
				return false
			}
		}
	}
	return true
}
