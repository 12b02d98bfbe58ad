package lapor

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// extend adds the next event of thread t. It explores what follows each way of adding it except the last, which it
// leaves in the graph; it does not go on if there is none.
func (x *exploration) extend(t event.ThreadID) (goesOn bool, err error) {
	s, at := x.step(t), x.at(t)
	if err := x.behaviour.Within(len(x.nodes), t, at); err != nil {
		return false, err
	}
	n := node{thread: t, kind: s.Kind(0), object: s.Object, source: none, before: at, after: at}
	switch {
	case x.isPending(t):
		return x.complete(t)
	case s.Guard() != nil:
		return false, &algos.RefusedError{Memory: x.Memory}
	case n.kind == event.Lock:
		return x.addLock(n, s)
	case n.kind == event.Choice:
		return true, x.chooseValue(n, s)
	case n.kind == event.Write:
		return x.store(t)
	case n.kind.OnVariable():
		return x.read(n, s)
	}
	return true, x.addOther(n, s)
}

// added counts an event that is one of an execution.
func (x *exploration) added() error {
	algos.RaisePeak(&x.Stats.Peak.Events, len(x.nodes))
	return x.CountEvent()
}

// hold keeps the positions of an event that is not in a graph, until release is called.
func (x *exploration) hold(n node) { x.held = append(x.held, n) }

func (x *exploration) release() { x.held = x.held[:len(x.held)-1] }

// addOther adds a Spawn, a Join, a Fence or an Unlock.
func (x *exploration) addOther(n node, s operation.Step) (err error) {
	result := int64(0)
	if n.kind == event.Join {
		result = x.step(event.ThreadID(s.Object)).Result()
	}
	if n.after, err = x.behaviour.After(n.thread, n.before, s.Returned(result)); err != nil {
		return err
	}
	if n.kind == event.Spawn {
		x.hold(n)
		defer x.release()
		if n.start, err = x.behaviour.Start(event.ThreadID(s.Object), n.before); err != nil {
			return err
		}
	}
	x.add(n, none)
	return x.added()
}

// chooseValue adds a choice: with each value, ending with 0.
func (x *exploration) chooseValue(n node, s operation.Step) (err error) {
	for n.object = s.Values() - 1; ; n.object-- {
		if n.after, err = x.behaviour.After(n.thread, n.before, int64(n.object)); err != nil {
			return err
		}
		if n.object == 0 {
			x.add(n, none)
			return x.added()
		}
		g := x.clone()
		g.add(n, none)
		if err := x.branchAdded(g); err != nil {
			return err
		}
	}
}

// branchAdded is branch for a graph with one more event of an execution.
func (x *exploration) branchAdded(g *graph) error {
	if err := x.added(); err != nil {
		return err
	}
	return x.branch(g)
}

// addLock adds a Lock: one that waits forever, if there are such, and last one that does not, if that is consistent.
func (x *exploration) addLock(n node, s operation.Step) (goesOn bool, err error) {
	succeeds := x.isConsistent(withLock(x.graph, n))
	if n.waits = x.mayWait[n.object]; n.waits {
		if !succeeds {
			x.add(n, none)
			return true, nil
		}
		g := x.clone()
		g.add(n, none)
		if err := x.branch(g); err != nil {
			return false, err
		}
		n.waits = false
	}
	if !succeeds {
		x.Stats.Redundant++
		return false, nil
	}
	return true, x.addOther(n, s)
}

// withLock is g with the Lock n.
func withLock(g *graph, n node) *graph {
	g = g.clone()
	n.waits = false
	g.add(n, none)
	return g
}

func (x *exploration) isConsistent(g *graph) bool {
	x.Stats.Work.Consistency += int64(len(g.nodes))
	_, ok := solve(g, false)
	return ok
}

// valueOf is what a read of v reads from w.
func (x *exploration) valueOf(g *graph, v int32, w id) int64 {
	if w == none {
		return x.Program.Initial(v)
	}
	return g.nodes[w].value
}

// isUpdate reports whether s writes if it reads that value.
func isUpdate(s operation.Step, value int64) bool { return s.Kind(value) == event.Update }

// writeOf is the write of s, where it replaces that value.
func writeOf(n node, s operation.Step, value int64) node {
	n.kind, n.source, n.value, n.exclusive = event.Write, none, s.Written(value), s.Kind(value) == event.Update
	return n
}

// readFrom is g with n, a read of s, from w; and with its write, if it belongs to an update. after is not set.
func (x *exploration) readFrom(g *graph, n node, s operation.Step, w id) *graph {
	g = g.clone()
	n.kind, n.source, n.value = event.Read, w, x.valueOf(g, n.object, w)
	n.exclusive = isUpdate(s, n.value)
	g.add(n, none)
	if n.exclusive {
		g.add(writeOf(n, s, n.value), w)
	}
	return g
}

// sources are the writes, the latest in co first, from which a read n of s can read in g: those that no other update reads
// from, if it is one, and for which g stays consistent. They end where yield returns false.
func (x *exploration) sources(g *graph, n node, s operation.Step, yield func(id) bool) {
	writes := append([]id{none}, g.writes(n.object)...)
	for _, w := range slices.Backward(writes) {
		if isUpdate(s, x.valueOf(g, n.object, w)) && g.splits(n.object, w) {
			continue
		}
		if x.isConsistent(x.readFrom(g, n, s, w)) && !yield(w) {
			return
		}
	}
}

// read adds a read, and its write if it belongs to an update, from each write for which the graph stays consistent, ending
// with the latest in co. An update also makes the revisits of its write where it is not consistent: they may delete what
// is in its way.
func (x *exploration) read(n node, s operation.Step) (goesOn bool, err error) {
	latest, found := none, false
	x.sources(x.graph, n, s, func(w id) bool { latest, found = w, true; return false })
	for _, w := range append([]id{none}, slices.Clone(x.writes(n.object))...) {
		if found && w == latest {
			continue
		}
		if err := x.readEarlier(n, s, w); err != nil {
			return false, err
		}
	}
	if !found {
		x.Stats.Redundant++
		return false, nil
	}
	update := isUpdate(s, x.valueOf(x.graph, n.object, latest))
	if err := x.addRead(x.graph, n, s, latest); err != nil {
		return false, err
	}
	if update {
		return true, nil
	}
	return true, x.added()
}

// readEarlier explores what follows a read from w, if that is consistent.
func (x *exploration) readEarlier(n node, s operation.Step, w id) error {
	update := isUpdate(s, x.valueOf(x.graph, n.object, w))
	ok := !(update && x.splits(n.object, w)) && x.isConsistent(x.readFrom(x.graph, n, s, w))
	if !ok && !update {
		return nil
	}
	g := x.clone()
	if err := x.addRead(g, n, s, w); err != nil {
		return err
	}
	switch {
	case ok && update:
		return x.branch(g)
	case ok:
		return x.branchAdded(g)
	case x.isConsistent(g):
		return x.onlyRevisits(g, n.thread)
	}
	return nil
}

// addRead adds a read from w to g. If it belongs to an update, its thread stays where it is.
func (x *exploration) addRead(g *graph, n node, s operation.Step, w id) (err error) {
	n.kind, n.source, n.value = event.Read, w, x.valueOf(g, n.object, w)
	if n.exclusive = isUpdate(s, n.value); !n.exclusive {
		if n.after, err = x.behaviour.After(n.thread, n.before, s.Returned(n.value)); err != nil {
			return err
		}
	}
	g.add(n, none)
	return nil
}

// onlyRevisits makes the revisits of the write of t's update, in a graph that is not visited.
func (x *exploration) onlyRevisits(g *graph, t event.ThreadID) error {
	whole := x.graph
	x.graph, x.live = g, append(x.live, g)
	err := x.revisitEach(x.nextWrite(t))
	x.graph, x.live = whole, x.live[:len(x.live)-1]
	return err
}

// nextWrite is the write that thread t is about to do, without where the thread is after it.
func (x *exploration) nextWrite(t event.ThreadID) node {
	s, u := x.step(t), node{thread: t, before: x.at(t)}
	u.object = s.Object
	if x.isPending(t) {
		return writeOf(u, s, x.nodes[x.last(t)].value)
	}
	return writeOf(u, s, 0)
}

// afterWrite is where its thread is after the write u, which replaces that value.
func (x *exploration) afterWrite(u node, seen int64) (behaviour.Position, error) {
	return x.behaviour.After(u.thread, u.before, x.behaviour.Step(u.before).Returned(seen))
}

// complete adds the write of an update.
func (x *exploration) complete(t event.ThreadID) (goesOn bool, err error) {
	u, read := x.nextWrite(t), x.nodes[x.last(t)]
	if err := x.revisitEach(u); err != nil {
		return false, err
	}
	g := x.clone()
	g.add(u, read.source)
	if x.splits(u.object, read.source) || !x.isConsistent(g) {
		x.Stats.Redundant++
		return false, nil
	}
	if u.after, err = x.afterWrite(u, read.value); err != nil {
		return false, err
	}
	x.add(u, read.source)
	return true, x.added()
}

// store adds a write that belongs to no update: at each place in co for which the graph stays consistent, ending with the
// latest.
func (x *exploration) store(t event.ThreadID) (goesOn bool, err error) {
	u := x.nextWrite(t)
	if err := x.revisitEach(u); err != nil {
		return false, err
	}
	var places []id
	x.places(x.graph, u, func(w id) bool { places = append(places, w); return true })
	if len(places) == 0 {
		x.Stats.Redundant++
		return false, nil
	}
	if u.after, err = x.afterWrite(u, 0); err != nil {
		return false, err
	}
	for _, w := range slices.Backward(places[1:]) {
		g := x.clone()
		g.add(u, w)
		x.hold(u)
		err := x.branchAdded(g)
		x.release()
		if err != nil {
			return false, err
		}
	}
	x.add(u, places[0])
	return true, x.added()
}

// places are the writes, the latest in co first, right after which u can come in g.
func (x *exploration) places(g *graph, u node, yield func(id) bool) {
	writes := append([]id{none}, g.writes(u.object)...)
	for _, w := range slices.Backward(writes) {
		if g.splits(u.object, w) {
			continue
		}
		with := g.clone()
		with.add(u, w)
		if x.isConsistent(with) && !yield(w) {
			return
		}
	}
}
