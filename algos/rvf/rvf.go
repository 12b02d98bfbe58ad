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
	"cmp"
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// New returns an explorer of reads-value-from classes.
func New(o algos.Options) algos.Explorer { return algos.NewCoarser(o, explore) }

func explore(run *algos.Exploration) error {
	x := &exploration{Exploration: run}
	if err := cmp.Or(algos.NoBuffers(run.Memory), algos.NoCommuting(run.Memory)); err != nil {
		return err
	}
	return x.visit()
}

type exploration struct {
	*algos.Exploration
	added    []added
	order    []int32    // E, as places in added
	threads  [][]int32  // by thread: its events, as places in added
	clocks   [][]int32  // by thread: the decisions before its next event
	spawns   []int32    // by thread: who started it
	excluded [][]choice // by thread
	realise  search
	writers  [][]int64 // by location and thread: when the thread was last seen to write there, or to be about to
	now      int64
}

// none is the place of the write before all others.
const none = -1

// added is an event of H.
type added struct {
	event.Event
	location int32    // of an access; see locationOf
	good     []int32  // of a decision that reads: what it may read from
	value    int64    // that it writes
	past     []int32  // by thread: how many decisions are before its end
	needs    int32    // the event of another thread that it comes after, or none: a Spawn, or the last one of whom it joins
	clock    []int32  // the clock of its thread before it,
	excluded []choice // and what that had excluded
}

// choice is an annotation.
type choice struct {
	value int64
	past  []int32
	good  []int32
}

func (c *choice) is(d choice) bool { return c.value == d.value && slices.Equal(c.past, d.past) }

// visit visits the node of H.
func (x *exploration) visit() error {
	from := len(x.added)
	err := x.addOthers()
	children := 0
	if err == nil {
		children, err = x.branch()
	}
	if err == nil {
		err = x.end(children)
	}
	x.drop(from)
	return err
}

// addOthers adds what decides nothing, as long as there is any.
func (x *exploration) addOthers() error {
	for more := true; more; {
		more = false
		for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
			for x.Machine.Enabled(t) && !x.decides(t) {
				x.order = append(x.order, x.add(t, nil))
				if _, err := x.Step(t); err != nil {
					return err
				}
				more = true
			}
		}
	}
	algos.RaisePeak(&x.Stats.Peak.Events, len(x.added))
	x.noteWriters()
	return nil
}

// decides reports whether the next event of t, which has one, is a decision.
func (x *exploration) decides(t event.ThreadID) bool {
	k := x.Machine.NextStep(t).Kind(0)
	return k == event.Read || k == event.Update || k == event.Lock || k == event.Choice
}

// branch visits the children, each of one more decision.
func (x *exploration) branch() (children int, err error) {
	order, excluded := slices.Clone(x.order), slices.Clone(x.excluded)
	for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
		if _, active := x.Machine.Next(t); !active || !x.decides(t) {
			continue
		}
		first, since := len(*x.excludedOf(t)) == 0, x.now
		for _, c := range x.choices(t) {
			if slices.ContainsFunc(*x.excludedOf(t), c.is) {
				continue
			}
			ok, err := x.child(t, c)
			if err != nil {
				return children, err
			}
			if ok {
				children++
				*x.excludedOf(t) = append(*x.excludedOf(t), c)
				if err := x.run(order); err != nil {
					return children, err
				}
			}
		}
		if first && len(*x.excludedOf(t)) > 0 && x.isAll(t, since) {
			break
		}
	}
	clear(x.excluded[copy(x.excluded, excluded):])
	return children, nil
}

// child visits the node of H and a decision of t, if there is one.
func (x *exploration) child(t event.ThreadID, c choice) (ok bool, err error) {
	n := len(x.added)
	x.add(t, &c)
	if ok = x.realise.find(x, nil); ok {
		if err = x.run(x.realise.order); err == nil {
			err = x.visit()
		} else if _, again := x.Step(t); again != nil {
			err = again // it is t for which the execution has become too long
		}
	}
	x.drop(n)
	return ok, err
}

// isAll reports whether the next decision of t, whose annotations have all been visited since then, can have no other one:
// nobody else could write there.
//
// Suppose that a class has another one. Then an execution τ of it has a write of the location before that decision, by
// another thread, that is not in H; let w be the first. What comes before w in τ, and H, are closed, so there is an order
// of them, and the decision can come at its end, with some annotation that could be had after H alone. In the node
// of that, or one below it, w is the next event of its thread, or has been added.
func (x *exploration) isAll(t event.ThreadID, since int64) bool {
	s := x.Machine.NextStep(t)
	location := locationOf(s)
	switch {
	case location == nowhere:
		return true
	case s.Guard() != nil || s.Kind(0) == event.Lock && x.isHeld(location):
		return false // the decision may not be possible at the end
	}
	for u, last := range *at(&x.writers, event.ThreadID(location)) {
		if u != int(t) && last > since {
			return false
		}
	}
	return true
}

// isHeld reports whether a mutex is held after H.
func (x *exploration) isHeld(location int32) bool {
	locks := 0
	for i := range x.added {
		switch a := &x.added[i]; {
		case a.location != location:
		case a.Kind == event.Lock:
			locks++
		default:
			locks--
		}
	}
	return locks != 0
}

// noteWriters notes the threads whose next event may write. Those of writes that have been added are noted by add.
func (x *exploration) noteWriters() {
	for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
		if _, active := x.Machine.Next(t); active {
			x.noteWriter(t, x.Machine.NextStep(t))
		}
	}
}

func (x *exploration) noteWriter(t event.ThreadID, s operation.Step) {
	if location := locationOf(s); location != nowhere && (s.Kind(0) != event.Read || s.Compares()) {
		x.now++
		*at(at(&x.writers, event.ThreadID(location)), t) = x.now
	}
}

// end is for a node with so many children: H may be all of a class, if threads wait or have ended.
func (x *exploration) end(children int) error {
	waiting, ended := 0, true
	for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
		if _, active := x.Machine.Next(t); active {
			ended = false
			if s := x.Machine.NextStep(t); s.Kind(0) != event.Join && s.Kind(0) != event.Lock && s.Guard() == nil {
				waiting = -1
				break
			}
			waiting++
		}
	}
	if ended {
		return x.Maximal()
	}
	if waiting > 0 && x.mayAllWait() && x.realise.find(x, x.allWait) {
		if err := x.run(x.realise.order); err != nil {
			return err
		}
		return x.Maximal()
	}
	if children == 0 {
		return x.Redundant()
	}
	return nil
}

// allWait reports whether all threads wait that have not ended, after the order that has been found.
func (x *exploration) allWait() bool {
	for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
		if _, active := x.Machine.Next(t); !active {
			continue
		}
		s := x.Machine.NextStep(t)
		if s.Kind(0) == event.Join {
			continue // nothing that it waits for is in H
		}
		if s.Enabled(x.valueOf(x.realise.lastOf(locationOf(s)), locationOf(s))) {
			return false
		}
	}
	return true
}

// mayAllWait reports whether each thread that has not ended may find a value for which it waits.
func (x *exploration) mayAllWait() bool {
	for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
		if _, active := x.Machine.Next(t); !active {
			continue
		}
		switch s := x.Machine.NextStep(t); {
		case s.Kind(0) == event.Join:
		case s.Kind(0) == event.Lock:
			if !x.isHeld(locationOf(s)) {
				return false
			}
		case s.Enabled(x.valueOf(none, locationOf(s))):
			if !slices.ContainsFunc(x.added, func(a added) bool {
				return a.location == locationOf(s) && a.writes() && !s.Enabled(a.value)
			}) {
				return false
			}
		}
	}
	return true
}

// isWaitedFor reports whether a thread that has not ended comes to that location next.
func (x *exploration) isWaitedFor(location int32) bool {
	for t := event.ThreadID(0); int(t) < x.Machine.Threads(); t++ {
		if _, active := x.Machine.Next(t); active && locationOf(x.Machine.NextStep(t)) == location {
			return true
		}
	}
	return false
}

// choices are the annotations that the next event of t could have, if some order had them.
func (x *exploration) choices(t event.ThreadID) (all []choice) {
	s, past := x.Machine.NextStep(t), *at(&x.clocks, t)
	if s.Kind(0) == event.Choice {
		for value := range s.Values() {
			all = append(all, choice{value: int64(value), past: past})
		}
		return all
	}
	location := locationOf(s)
	consider := func(w int32, of []int32) {
		c := choice{value: x.valueOf(w, location), past: joined(past, of)}
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
