// Package rvf visits one execution of each class of equivalence.ReadsValueFrom: each choice of which values are read, and
// for each read, which decisions of threads are in its past. It is value-centric: which write a value comes from is
// left open.
//
// The equivalence is from Agarwal, Chatterjee, Pathak, Pavlogiannis, Toman, Stateless Model Checking Under a
// Reads-Value-From Equivalence, CAV 2021; values alone are the point of Chatterjee, Pavlogiannis, Toman, Value-Centric
// Dynamic Partial Order Reduction, OOPSLA 2019. As there, events have sets of good writes, and whether an order fits is
// decided by search. How classes are enumerated is ours: explored classes are not stored, and there is no
// backtracking.
//
//	H                 history.added, the events and reads of threads; E on the machine is one of its orders
//	a decision        a Load, an update, a Lock or a Choose, and the value that it reads
//	an annotation     the value of a decision, and its past: which decisions come before it by program order and reads-from
//	good(r)           the writes of that value with which r has that past, except writes that no order can have for a simple reason
//	excluded          by thread: annotations of its next decision whose classes have been visited
//
// A node stands for the classes that contain H, and no excluded annotation. Events that decide nothing are added at
// once, since they may come last. Let τ be an execution of such a class, and e its first event that is not in H: a
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
	"dporbench/model/stack"
)

// New returns an explorer of reads-value-from classes.
func New(o algos.Options) algos.Explorer {
	return algos.NewCoarser(o, algos.OnlySC(func(run *algos.Exploration) error {
		x := &exploration{Exploration: run, history: history{added: make([]added, 1)}, search: search{failed: map[string]struct{}{}}}
		return x.explore()
	}))
}

type exploration struct {
	*algos.Exploration
	history
	search
	nodes   []node           // those on the way to H
	visited []event.ThreadID // for each node and each of its children so far, the thread whose decision the child adds
}

// node is the progress of the visit of a node.
type node struct {
	from     int            // the place of the first event of H that is not in the node above
	length   int            // of E
	replaced []int32        // the end of E, if a child has changed it
	t        event.ThreadID // whose next decision the child adds
	choice   choice         // its annotation
	left     []choice       // the annotations after it
	first    bool           // nothing of t was excluded above
	since    int64          // as for isAll
	children int
}

// explore visits the node of E, and all below it.
func (x *exploration) explore() error {
	err := x.enter(1)
	for err == nil && len(x.nodes) > 0 {
		if x.nextChoice() {
			err = x.child()
		} else {
			err = x.leave()
		}
	}
	return err
}

// enter enters the node of H, whose events before that place are the events of the node above. It adds events that
// decide nothing as long as there are any.
func (x *exploration) enter(from int) error {
	for more := true; more; {
		more = false
		for t := x.Machine.NextActive(event.NoThread); t != event.NoThread; t = x.Machine.NextActive(t) {
			for x.Machine.Enabled(t) && !decides(x.Machine.NextStep(t)) {
				x.do(x.add(t, choice{past: x.added[x.last(t)].past}))
				if err := x.follow(); err != nil {
					return err
				}
				more = true
			}
		}
	}
	algos.RaisePeak(&x.Stats.Peak.Events, len(x.order))
	x.nodes = append(x.nodes, node{from: from, length: len(x.order), t: event.NoThread})
	return nil
}

func (x *exploration) top() *node { return &x.nodes[len(x.nodes)-1] }

// decides reports whether the event of s is a decision.
func decides(s operation.Step) bool {
	k := s.Kind(0)
	return k == event.Read || k == event.Update || k == event.Lock || k == event.Choice
}

// nextChoice moves on to the next annotation of a decision that is not excluded.
func (x *exploration) nextChoice() bool {
	n := x.top()
	for len(n.left) == 0 {
		if !x.nextThread(n) {
			return false
		}
	}
	n.choice, n.left = n.left[0], n.left[1:]
	return true
}

// nextThread moves on to the next thread with a decision, unless the children so far have all classes.
func (x *exploration) nextThread(n *node) bool {
	if n.t != event.NoThread && n.first && len(x.threads[n.t].excluded) > 0 && x.isAll(n.t, x.Machine.NextStep(n.t), n.since) {
		return false
	}
	for n.t = x.Machine.NextActive(n.t); n.t != event.NoThread; n.t = x.Machine.NextActive(n.t) {
		if s := x.Machine.NextStep(n.t); decides(s) {
			excluded := stack.At(&x.threads, int(n.t)).excluded
			n.first, n.since = len(excluded) == 0, x.now
			n.left = slices.DeleteFunc(x.choices(n.t, s), func(c choice) bool { return slices.ContainsFunc(excluded, c.is) })
			return true
		}
	}
	return false
}

// child enters the node of H and the next decision, if there is one. Usually the decision can come at the end of E.
func (x *exploration) child() error {
	n, from := x.top(), len(x.added)
	switch id := x.add(n.t, n.choice); {
	case n.choice.good == nil || x.canRead(id):
		x.do(id)
	case !x.find(nil):
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

// reorder makes E equal to the order; n keeps what E was.
func (x *exploration) reorder(n *node) error {
	if x.same < n.length {
		n.replaced = slices.Clone(x.executed[x.same:n.length])
	}
	return x.follow()
}

// leave returns from a node whose children have been visited to the one above, which excludes it.
func (x *exploration) leave() error {
	n := x.top()
	for _, t := range stack.Take(&x.visited, n.children) {
		stack.Take(&x.threads[t].excluded, 1)
	}
	if err := x.end(n.children); err != nil {
		return err
	}
	x.redo(n.length-len(n.replaced), n.replaced)
	if x.nodes = x.nodes[:len(x.nodes)-1]; len(x.nodes) == 0 {
		return nil
	}
	above := x.top()
	x.redo(above.length-len(above.replaced), above.replaced)
	above.replaced = nil
	x.drop(n.from)
	above.children++
	x.visited = append(x.visited, above.t)
	th := &x.threads[above.t]
	th.excluded = append(th.excluded, above.choice)
	return x.follow()
}

// end ends a node with that many children. H may be an execution of a class, if all threads wait or have ended.
func (x *exploration) end(children int) error {
	ended, wait := true, true
	for t := x.Machine.NextActive(event.NoThread); t != event.NoThread; t = x.Machine.NextActive(t) {
		s := x.Machine.NextStep(t)
		ended, wait = false, wait && x.mayWait(t, s)
		x.noteWriter(t, s)
	}
	if !ended && wait && x.find(x.allWait) {
		if err := x.reorder(x.top()); err != nil {
			return err
		}
		ended = true
	}
	switch {
	case ended:
		return x.Maximal()
	case children == 0:
		return x.Redundant()
	}
	return nil
}

// mayWait reports whether thread t may have to wait at its next event, of s, after some order of H.
func (x *exploration) mayWait(t event.ThreadID, s operation.Step) bool {
	switch s.Kind(0) {
	case event.Join:
		return true // nothing that it waits for is in H
	case event.Lock:
		return !x.Machine.Enabled(t)
	}
	if s.Guard() == nil {
		return false
	}
	location := s.Location()
	last := x.candidates(location, func(int32) bool { return true })
	return slices.ContainsFunc(last, func(w int32) bool { return !s.Enabled(x.valueOf(w, location)) })
}

// allWait reports whether all threads that have not ended wait after the order that has been found.
func (x *exploration) allWait() bool {
	for t := x.Machine.NextActive(event.NoThread); t != event.NoThread; t = x.Machine.NextActive(t) {
		s := x.Machine.NextStep(t)
		if location := s.Location(); s.Kind(0) != event.Join && s.Enabled(x.valueOf(stack.At(&x.locations, int(location)).last, location)) {
			return false
		}
	}
	return true
}
