package lapor

import (
	"maps"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// That a thread waits at a Lock forever is in the graph, too, but not as an event of an execution: it stops there.
//
// A mutex stays locked forever if a thread ends within its section, or waits there: for another thread, or at a Lock of a
// mutex that stays locked forever. At first no such mutex is known, and no Lock waits. Whenever an exploration has found
// more, another one lets more Locks wait, and visits only graphs with one that could not wait before.

// forever holds the results of all explorations so far.
type forever struct {
	within map[[2]int32]bool // in a section of the first mutex, a thread has reached a Lock of the second; or, if that is ends, a Join or its end
	stay   map[int32]bool    // mutexes that may stay locked: threads may wait at their Locks
	before map[int32]bool    // stay in the previous exploration
}

const ends int32 = -1

// explore is Visit(G) for the empty graph, with more and more Locks that wait forever.
func (x *exploration) explore() error {
	x.Graph.Reset()
	x.frames = 0
	x.forever = forever{within: map[[2]int32]bool{}}
	for {
		if err := x.visit(x.Graph.Mark()); err != nil {
			return err
		}
		x.before, x.stay = x.stay, x.stayLocked()
		if maps.Equal(x.before, x.stay) {
			return nil
		}
	}
}

// stayLocked are the mutexes that may stay locked forever, as far as is known: the largest set of mutexes in whose
// sections threads end, or reach Locks of the set.
func (f *forever) stayLocked() map[int32]bool {
	all := map[int32]bool{}
	for pair := range f.within {
		all[pair[0]] = true
	}
	for n := 0; n != len(all); {
		n = len(all)
		stay := map[int32]bool{}
		for pair := range f.within {
			if all[pair[0]] && (pair[1] == ends || all[pair[1]]) {
				stay[pair[0]] = true
			}
		}
		all = stay
	}
	return all
}

// note records where t is within sections.
func (x *exploration) note(t event.ThreadID, s operation.Step) {
	for _, in := range x.sections {
		switch {
		case !in.Open || in.Thread != t:
		case s.Stopped() || s.Kind(0) == event.Join:
			x.within[[2]int32{in.Mutex, ends}] = true
		case s.Kind(0) == event.Lock:
			x.within[[2]int32{in.Mutex, s.Object}] = true
		}
	}
}

// mayWait reports whether t may wait forever at its next step, a Lock.
func (x *exploration) mayWait(t event.ThreadID) bool { return x.stay[x.Step(t).Object] }

// isToVisit reports whether the graph stands for an execution that no earlier exploration has visited: threads have
// stopped only at Locks of mutexes that stay locked, one of which could not wait before; if none has, this is the
// first exploration.
func (x *exploration) isToVisit() bool {
	visit, waiting, known := true, false, true
	for t := range event.ThreadID(x.Graph.Threads()) {
		if !x.Graph.Started(t) {
			continue
		}
		s, last := x.Step(t), x.Graph.Last(t)
		x.note(t, s)
		if stops := last != graph.None && x.Graph.Event(last).Unmet; stops || !s.Stopped() && s.Kind(0) == event.Lock {
			waiting, known = true, known && x.before[s.Object]
			visit = visit && stops && s.Kind(0) == event.Lock && x.stay[s.Object] && x.isHeld(s.Object)
		}
	}
	return visit && (waiting && !known || !waiting && len(x.stay) == 0)
}
