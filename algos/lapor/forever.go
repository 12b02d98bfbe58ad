package lapor

import (
	"maps"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// A mutex stays locked forever if a thread ends within its section, or waits there: for another thread, or at a Lock of
// a mutex that stays locked forever. So which mutexes may stay locked is known from what threads do within
// sections. At first nothing is known of that, and no Lock waits forever. Whenever an exploration has seen more, another one
// lets Locks of more mutexes wait, and visits what has a Lock that could not wait before. What is visited twice
// is left out the second time.

// forever is what is known of it.
type forever struct {
	stops     map[int32]bool    // mutexes in whose sections a thread has ended, or has come to a Join
	nested    map[[2]int32]bool // pairs of mutexes: within a section of the first, a thread has come to a Lock of the second
	mayWait   map[int32]bool    // mutexes at whose Locks threads may wait forever
	couldWait map[int32]bool    // those of the exploration before
}

// explore is Visit(G) for the empty graph, with more and more Locks that wait forever.
func (x *exploration) explore() error {
	x.live, x.held, x.frames = x.live[:0], x.held[:0], 0
	x.forever = forever{stops: map[int32]bool{}, nested: map[[2]int32]bool{}}
	for {
		if err := x.branch(newGraph(x.behaviour.Declared())); err != nil {
			return err
		}
		more := x.stayLocked()
		if maps.Equal(more, x.mayWait) {
			return nil
		}
		x.couldWait, x.mayWait = x.mayWait, more
	}
}

// stayLocked are the mutexes that may stay locked forever, as far as is known: the largest set of those in whose sections
// threads end, join, or come to Locks of the set.
func (f *forever) stayLocked() map[int32]bool {
	all := maps.Clone(f.stops)
	for pair := range f.nested {
		all[pair[0]] = true
	}
	for {
		n := len(all)
		maps.DeleteFunc(all, func(m int32, _ bool) bool { return !f.stops[m] && !f.leadsTo(m, all) })
		if len(all) == n {
			return all
		}
	}
}

func (f *forever) leadsTo(m int32, all map[int32]bool) bool {
	for pair := range f.nested {
		if pair[0] == m && all[pair[1]] {
			return true
		}
	}
	return false
}

// note takes note of what t comes to within sections.
func (x *exploration) note(t event.ThreadID, s operation.Step) {
	locks := !s.Stopped() && s.Kind(0) == event.Lock
	if !locks && !s.Stopped() && s.Kind(0) != event.Join {
		return
	}
	for _, e := range x.threads[t].nodes {
		switch m := x.nodes[e].object; {
		case x.nodes[e].kind != event.Lock || x.nodes[e].waits || !x.isOpen(e):
		case locks:
			x.nested[[2]int32{m, s.Object}] = true
		default:
			x.stops[m] = true
		}
	}
}

// waits reports whether t waits at a Lock forever.
func (x *exploration) waits(t event.ThreadID) bool {
	e := x.last(t)
	return e != none && x.nodes[e].waits
}

// isToVisit reports whether the graph stands for an execution that no exploration before has visited: the Locks that wait
// forever are of mutexes that stay locked, one of them could not wait before, if there are any, and no others wait.
func (x *exploration) isToVisit() bool {
	waiting, known := false, true
	for t := range event.ThreadID(len(x.threads)) {
		switch e := x.last(t); {
		case !x.threads[t].begun:
		case x.waits(t):
			m := x.nodes[e].object
			if x.holder(m) == event.NoThread {
				return false
			}
			waiting, known = true, known && x.couldWait[m]
		default:
			if s := x.step(t); !s.Stopped() && s.Kind(0) == event.Lock {
				return false
			}
		}
	}
	if !waiting {
		return len(x.mayWait) == 0
	}
	return !known
}
