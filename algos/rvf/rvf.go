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
		return x.visit()
	}))
}

type exploration struct {
	*algos.Exploration
	added   []added
	order   []int32 // E, as places in added
	threads []thread
	realise search
	writing
}

// visit visits the node of H.
func (x *exploration) visit() error {
	defer x.drop(len(x.added))
	if err := x.addOthers(); err != nil {
		return err
	}
	children, err := x.branch()
	if err != nil {
		return err
	}
	return x.end(children)
}

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
				x.order = append(x.order, x.add(t, choice{past: x.thread(t).past}))
				if _, err := x.Step(t); err != nil {
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

// branch visits the children, each of one more decision.
func (x *exploration) branch() (children int, err error) {
	order, threads := slices.Clone(x.order), slices.Clone(x.threads)
	defer func() { x.threads = x.threads[:copy(x.threads, threads)] }()
	for t, s := range x.active {
		if !decides(s) {
			continue
		}
		first, since := len(x.thread(t).excluded) == 0, x.now
		for _, c := range x.choices(t, s) {
			if slices.ContainsFunc(x.thread(t).excluded, c.is) {
				continue
			}
			ok, err := x.child(t, c)
			if err != nil {
				return children, err
			}
			if ok {
				children++
				x.threads[t].excluded = append(x.threads[t].excluded, c)
				if err := x.run(order); err != nil {
					return children, err
				}
			}
		}
		if first && len(x.threads[t].excluded) > 0 && x.isAll(t, s, since) {
			break
		}
	}
	return children, nil
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
	consider(none, nil)
	for w := range x.added {
		if a := &x.added[w]; a.location == location && a.writes() {
			consider(int32(w), a.past)
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

// child visits the node of H and a decision of t, if there is one.
func (x *exploration) child(t event.ThreadID, c choice) (ok bool, err error) {
	defer x.drop(len(x.added))
	x.add(t, c)
	if !x.realise.find(x, nil) {
		return false, nil
	}
	if err := x.run(x.realise.order); err != nil {
		if _, again := x.Step(t); again != nil {
			err = again // it is t for which the execution has become too long
		}
		return true, err
	}
	return true, x.visit()
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
			if err := x.run(x.realise.order); err != nil {
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
