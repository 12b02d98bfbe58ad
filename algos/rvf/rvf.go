// Package rvf visits one execution of each class of equivalence.ReadsValueFrom: each choice of which values are read, and
// of which decisions of threads each read knows. It is value-centric: from which write a value comes is left open.
//
// The equivalence is that of Agarwal, Chatterjee, Pathak, Pavlogiannis, Toman, Stateless Model Checking Under a
// Reads-Value-From Equivalence, CAV 2021; values alone are the point of Chatterjee, Pavlogiannis, Toman, Value-Centric
// Dynamic Partial Order Reduction, OOPSLA 2019. As there, events have sets of good writes, and whether an order fits is
// decided by search. How classes are enumerated is ours: there is no memory of what has been explored, and no
// backtracking.
//
//	H                 exploration.added, what threads do and read; E on the machine is one of its orders
//	a decision        a Load, an update, a Lock or a Choose, and what it reads
//	an annotation     the value of a decision, and its past: which decisions come before it by program order and reads-from
//	good(r)           the writes of that value with which r has that past
//	excluded          by thread: annotations of its next decision whose classes have been visited
//
// A node stands for the classes that contain H, and no excluded annotation. What decides nothing is added at once,
// since it may come last. Let τ be an execution of such a class, and e its first event that is not in H: a
// decision, whose past is in H. H and e are closed under the pasts that the class has, so τ without all other events
// is an order of them in which each decision reads from a good write. So the search finds one, and e is among the
// children. The class is in the first child that it can be in, and excluded from all others.
//
// A child may turn out to have no class, which is counted as redundant.
package rvf

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// New returns an explorer of reads-value-from classes.
func New(o algos.Options) algos.Explorer {
	return algos.NewCoarser(o, algos.OnlySC(func(run *algos.Exploration) error {
		x := &exploration{Exploration: run, realise: search{failed: map[string]struct{}{}}}
		return x.explore()
	}))
}

type exploration struct {
	*algos.Exploration
	added     []added
	line      // E
	threads   []thread
	locations []accesses // of H, by location
	nodes     []node     // those on the way to H
	realise   search
	writing
}

// node is how far the visit of a node has come.
type node struct {
	from     int            // how many events of H are in the node above
	length   int            // of E
	order    []int32        // E, if a child has another one
	threads  []thread       // with nothing excluded here, if something is
	t        event.ThreadID // whose next decision the child has
	choice   choice         // its annotation
	left     []choice       // those after it
	first    bool           // nothing of t was excluded above
	since    int64          // as for isAll
	children int
}

// explore visits the node of E, and all below it.
func (x *exploration) explore() error {
	err := x.enter(0)
	for err == nil && len(x.nodes) > 0 {
		if x.next() {
			err = x.child()
		} else {
			err = x.leave()
		}
	}
	return err
}

// enter comes to the node of H, of which the node above has so many events.
func (x *exploration) enter(from int) error {
	if err := x.addOthers(); err != nil {
		return err
	}
	x.nodes = append(x.nodes, node{from: from, length: len(x.order), t: event.NoThread})
	return nil
}

func (x *exploration) top() *node { return &x.nodes[len(x.nodes)-1] }

// active are the threads that have a next event, and what they do then.
func (x *exploration) active(yield func(event.ThreadID, operation.Step) bool) {
	for t := x.Machine.NextActive(event.NoThread); t != event.NoThread; t = x.Machine.NextActive(t) {
		if !yield(t, x.Machine.NextStep(t)) {
			return
		}
	}
}

// addOthers adds what decides nothing, as long as there is any.
func (x *exploration) addOthers() error {
	for more := true; more; {
		more = false
		for t := range x.active {
			for x.Machine.Enabled(t) && !decides(x.Machine.NextStep(t)) {
				if err := x.append(x.add(t, choice{past: x.thread(t).past})); err != nil {
					return err
				}
				more = true
			}
		}
	}
	algos.RaisePeak(&x.Stats.Peak.Events, len(x.added))
	return nil
}

// decides reports whether the event of s is a decision.
func decides(s operation.Step) bool {
	k := s.Kind(0)
	return k == event.Read || k == event.Update || k == event.Lock || k == event.Choice
}

// next comes to the next annotation of one more decision that is not excluded.
func (x *exploration) next() bool {
	n := x.top()
	for len(n.left) > 0 || x.nextThread(n) {
		if len(n.left) > 0 {
			n.choice, n.left = n.left[0], n.left[1:]
			if !slices.ContainsFunc(x.threads[n.t].excluded, n.choice.is) {
				return true
			}
		}
	}
	return false
}

// nextThread comes to the next thread with a decision, unless all is in the children that there are.
func (x *exploration) nextThread(n *node) bool {
	if n.t != event.NoThread && n.first && len(x.threads[n.t].excluded) > 0 && x.isAll(n.t, x.Machine.NextStep(n.t), n.since) {
		return false
	}
	for n.t = x.Machine.NextActive(n.t); n.t != event.NoThread; n.t = x.Machine.NextActive(n.t) {
		if s := x.Machine.NextStep(n.t); decides(s) {
			n.first, n.since = len(x.thread(n.t).excluded) == 0, x.now
			n.left = x.choices(n.t, s)
			return true
		}
	}
	return false
}

// choices are the annotations that the event of s, the next one of t, could have, if some order had them.
func (x *exploration) choices(t event.ThreadID, s operation.Step) (all []choice) {
	past := slices.Clone(x.thread(t).past)
	*at(&past, int32(t))++
	if s.Kind(0) == event.Choice {
		for value := range s.Values() {
			all = append(all, choice{value: int64(value), past: past})
		}
		return all
	}
	location := locationOf(s)
	consider := func(w int32, of []int32) {
		c := choice{value: x.valueOf(w, location), past: union(past, of)}
		if !s.Enabled(c.value) {
			return
		}
		i := slices.IndexFunc(all, c.is)
		if i < 0 {
			i, all = len(all), append(all, c)
		}
		all[i].good = append(all[i].good, w)
	}
	for _, w := range x.candidates(t, location) {
		if w == none {
			consider(none, nil)
		} else {
			consider(w, x.added[w].past)
		}
	}
	return all
}

// union is the past of what comes after both. A past ends with a number that is not 0.
func union(a, b []int32) []int32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	all := slices.Clone(a)
	for t, n := range b {
		all[t] = max(all[t], n)
	}
	return all
}

// child comes to the node of H and the next decision, if there is one. Mostly the decision can come at the end of E.
func (x *exploration) child() error {
	n, from := x.top(), len(x.added)
	id := x.add(n.t, n.choice)
	if a := &x.added[id]; a.good == nil || slices.Contains(a.good, x.lastOf(a.location)) {
		if err := x.append(id); err != nil {
			return err
		}
		return x.enter(from)
	}
	if !x.realise.find(x, nil) {
		x.drop(from)
		return nil
	}
	if err := x.reorder(n); err != nil {
		if _, again := x.Step(n.t); again != nil {
			err = again // it is t for which the execution has become too long
		}
		return err
	}
	return x.enter(from)
}

// reorder makes E what the search has found; n keeps what it has been.
func (x *exploration) reorder(n *node) error {
	if !slices.Equal(x.order[:n.length], x.realise.order[:n.length]) {
		n.order = slices.Clone(x.order[:n.length])
	}
	return x.run(x.realise.order)
}

// restore makes E what it has been at n.
func (x *exploration) restore(n *node) error {
	if n.order == nil {
		x.cut(n.length)
		return nil
	}
	order := n.order
	n.order = nil
	return x.run(order)
}

// leave returns from a node whose children have been visited to the one above, which excludes it.
func (x *exploration) leave() error {
	n := x.top()
	if n.threads != nil {
		x.threads = x.threads[:copy(x.threads, n.threads)]
	}
	if err := x.end(n.children); err != nil {
		return err
	}
	if err := x.restore(n); err != nil {
		return err
	}
	from := n.from
	if x.nodes = x.nodes[:len(x.nodes)-1]; len(x.nodes) == 0 {
		return nil
	}
	n = x.top()
	if err := x.restore(n); err != nil {
		return err
	}
	x.drop(from)
	if n.children++; n.threads == nil {
		n.threads = slices.Clone(x.threads)
	}
	x.threads[n.t].excluded = append(x.threads[n.t].excluded, n.choice)
	return nil
}

// end is for a node with so many children: H may be all of a class, if threads wait or have ended.
func (x *exploration) end(children int) error {
	ended, wait := true, true
	for t, s := range x.active {
		ended, wait = false, wait && x.mayWait(t, s)
		x.noteWriter(t, s)
	}
	if !ended && wait {
		if ended = x.realise.find(x, x.allWait); ended {
			if err := x.reorder(x.top()); err != nil {
				return err
			}
		}
	}
	switch {
	case ended:
		return x.Maximal()
	case children == 0:
		return x.Redundant()
	}
	return nil
}

// mayWait reports whether thread t may have to wait with its next event, of s, after some order of H.
func (x *exploration) mayWait(t event.ThreadID, s operation.Step) bool {
	switch location := locationOf(s); {
	case s.Kind(0) == event.Join:
		return true // nothing that it waits for is in H
	case s.Kind(0) == event.Lock:
		return !x.Machine.Enabled(t)
	case s.Guard() == nil:
		return false
	default:
		return !s.Enabled(x.valueOf(none, location)) || slices.ContainsFunc(x.added, func(a added) bool {
			return a.location == location && a.writes() && !s.Enabled(a.value)
		})
	}
}

// allWait reports whether all threads wait that have not ended, after the order that has been found.
func (x *exploration) allWait() bool {
	for _, s := range x.active {
		if s.Kind(0) != event.Join && s.Enabled(x.valueOf(x.realise.lastOf(locationOf(s)), locationOf(s))) {
			return false
		}
	}
	return true
}

// isWaitedFor reports whether a thread that has not ended comes to that location next.
func (x *exploration) isWaitedFor(location int32) bool {
	for _, s := range x.active {
		if locationOf(s) == location {
			return true
		}
	}
	return false
}
