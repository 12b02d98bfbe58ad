package lapor

import "dporbench/model/event"

// revisiting is a revisit of the read r by the write u.
type revisiting struct {
	r    id
	u    node
	past []bool // by event: it is porf-before u
}

// deleted reports whether the revisit deletes e.
func (v *revisiting) deleted(e id) bool { return e > v.r && !v.past[e] }

// revisitEach explores what follows when a read that is already in the graph reads from u, which is about to be added.
func (x *exploration) revisitEach(u node) error {
	past := x.past(u.thread)
	for r := len(x.nodes) - 1; r >= 0; r-- {
		if n := &x.nodes[r]; n.kind != event.Read || n.object != u.object || past[r] {
			continue
		}
		x.Stats.Work.Races++
		v := &revisiting{id(r), u, past}
		if x.mayRevisit(v) {
			if err := x.revisit(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// mayRevisit reports whether r, and everything that its revisit deletes, was added last of its alternatives, and no
// remaining update reads from the same write as u.
func (x *exploration) mayRevisit(v *revisiting) bool {
	for e := range x.nodes {
		if n := &x.nodes[e]; n.kind == event.Read && n.source != none && id(e) <= v.r && n.source > id(e) && v.deleted(n.source) {
			return false // what a write has revisited stays, but not the write
		}
	}
	if v.u.exclusive {
		w := x.nodes[x.last(v.u.thread)].source
		for e := range x.nodes {
			if n := &x.nodes[e]; n.kind == event.Read && n.exclusive && n.object == v.u.object && n.source == w &&
				id(e) != x.last(v.u.thread) && id(e) != v.r && !v.deleted(id(e)) {
				return false
			}
		}
	}
	for e := v.r; int(e) < len(x.nodes); e++ {
		if (e == v.r || v.deleted(e)) && !x.isMaximal(e, v) {
			return false
		}
	}
	return true
}

// isMaximal reports whether e was added last of its alternatives, among the events that were added before it or are
// porf-before u.
func (x *exploration) isMaximal(e id, v *revisiting) bool {
	n := x.nodes[e]
	switch n.kind {
	case event.Choice:
		return n.object == 0
	case event.Lock:
		if !n.waits {
			return true
		}
	case event.Read:
	case event.Write:
		for f := range e {
			if x.nodes[f].kind == event.Read && x.nodes[f].source == e {
				return false // it has revisited f
			}
		}
		if n.exclusive {
			return true
		}
	default:
		return true
	}
	keep := make([]bool, len(x.nodes))
	for f := range keep {
		keep[f] = id(f) < e || v.past[f]
	}
	g, places := x.part(keep)
	if n.waits {
		return !x.isConsistent(withLock(g, n))
	}
	latest, found, s := none, false, x.behaviour.Step(n.before)
	first := func(w id) bool { latest, found = w, true; return false }
	was := n.source
	if n.kind == event.Read {
		x.sources(g, n, s, first)
	} else {
		x.places(g, n, first)
		was = x.before(e)
		for was != none && !keep[was] {
			was = x.before(was)
		}
	}
	if was != none {
		if !keep[was] {
			return false
		}
		was = places[was]
	}
	return found && latest == was
}

// revisit explores what follows when r reads from u: for each place of u in co for which the graph is consistent.
func (x *exploration) revisit(v *revisiting) error {
	keep := make([]bool, len(x.nodes))
	for e := range keep {
		keep[e] = !v.deleted(id(e))
	}
	read := x.nodes[v.r]
	read.value, read.after = v.u.value, read.before
	read.exclusive = isUpdate(x.behaviour.Step(read.before), read.value)
	kept, places := x.part(keep)
	r := places[v.r]
	at := append([]id{none}, kept.writes(v.u.object)...)
	if v.u.exclusive {
		at = []id{none}
		if w := x.nodes[x.last(v.u.thread)].source; w != none {
			at[0] = places[w]
		}
	}
	for _, w := range at {
		if kept.splits(v.u.object, w) {
			continue
		}
		g := kept.clone()
		read.source = g.add(v.u, w)
		g.nodes[r] = read
		if !x.isConsistent(g) {
			continue
		}
		if err := x.settle(g, r); err != nil {
			return err
		}
		if err := x.branchAdded(g); err != nil {
			return err
		}
	}
	return nil
}

// settle finds out where threads are after the read r and the write that it reads from, which has just been added to g.
func (x *exploration) settle(g *graph, r id) (err error) {
	u, seen := &g.nodes[g.nodes[r].source], int64(0)
	if u.exclusive {
		seen = x.valueOf(g, u.object, g.before(g.nodes[r].source))
	}
	if u.after, err = x.afterWrite(*u, seen); err != nil {
		return err
	}
	x.hold(*u)
	defer x.release()
	if read := &g.nodes[r]; !read.exclusive {
		read.after, err = x.behaviour.After(read.thread, read.before, x.behaviour.Step(read.before).Returned(read.value))
	}
	return err
}
