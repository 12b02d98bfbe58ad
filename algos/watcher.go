package algos

import "dporbench/model/event"

// Watcher is an Observer that is also shown each E and the State of the algorithm there, so that an exploration can be followed
// one event at a time. Only some algorithms support it: sleep sets, Source-DPOR, Optimal-DPOR, POP and TruSt; and of
// the orders only FirstThread.
//
// An exploration without a Watcher pays nothing for it: the calls of At are made in the code for other orders than FirstThread.
type Watcher interface {
	Observer
	// Watch is called when an exploration begins. state returns the State at that moment, and may be called by the
	// methods of the Watcher only.
	Watch(state func() State)
	// At: the algorithm is at E, and chooses the next event. It has finished with the races of the last one.
	At(e []event.Event)
}

// State is the memory of an algorithm besides E. All of it is the receiver's.
type State struct {
	Asleep    []Set           // the sleep sets that are not empty, by the prefixes of E
	Waiting   []Waiting       // still to be explored after prefixes of E: backtrack sets and wakeup trees
	Schedules []MarkedPart    // the schedules in E, the first one first
	Tails     []Tail          // the rests of interrupted executions, the outermost first
	Walks     []Walk          // how it was decided whether the last event of E is asleep
	Sources   []ReadsFrom     // of a graph: which write each event reads from
	Order     [][]event.Event // of a graph: the writes of each variable that has several, in coherence order
}

// Set is a set of events after the prefix of E of length At.
type Set struct {
	At     int
	Events []event.Event
}

// Waiting is a tree of sequences of events after the prefix of E of length At.
type Waiting struct {
	At       int
	Branches []Branch
}

// Branch is an event with the branches that may follow it.
type Branch struct {
	Event event.Event
	Below []Branch
}

// MarkedPart is a schedule in E, which begins at position At and ends with its head at position Head.
type MarkedPart struct{ At, Head int }

// Tail is the part e·E2 of an execution E1·e·E2 that was interrupted to reverse a race of e.
type Tail struct {
	At     int           // |E1|
	Events []event.Event // e·E2
	Second event.Event   // e'
}

// Walk is the decision whether a schedule comes before one in E: a walk along the tail of the latter.
type Walk struct {
	Schedule []event.Event // τ, with the last event of E as its head
	Before   []event.Event // the schedule σ in E
	Steps    []WalkStep
	Comes    bool // τ comes before σ
}

// WalkStep is a decision at an event of a tail.
type WalkStep struct {
	Event event.Event
	Line  int           // of the algorithm in docs/pop-proof.md, A.3
	Rest  []event.Event // the rest of τ after it
}

// ReadsFrom is a read and the write that it reads from: the zero Event for the initial value.
type ReadsFrom struct{ Read, Write event.Event }

// watched is the order FirstThread of an exploration with a Watcher.
const watched Order = -1

// Watch gives a Watcher, if there is one, a function that describes the algorithm.
func (s *Session) Watch(state func() State) {
	if w, ok := s.Observer.(Watcher); ok {
		w.Watch(state)
	}
}

// watchOrder is called before a Session with a machine begins.
func (s *Session) watchOrder() {
	if _, ok := s.Observer.(Watcher); ok && s.Order == FirstThread {
		s.Order = watched
	}
}
