// Package lapor visits each lazy class once: critical sections are ordered only as far as their accesses of variables are.
//
// It is TruSt (see package trust) over graphs without an order of critical sections, which is the idea of Kokologiannakis,
// Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking (LAPOR), OOPSLA 2019. The algorithm of that
// paper is another one, and does not look for deadlocks.
//
//	Visit(G)            exploration.visit
//	next(G)             exploration.next
//	  a read            exploration.read: from each write for which G stays consistent
//	  a write           exploration.store: at each place in co for which G stays consistent
//	  its revisits      exploration.revisitEach
//	Deleted             revisiting.deleted
//	maximally added     exploration.isMaximal
//
// A graph is consistent if its events have an order that respects po, rf, co and fr, and in which sections of the same
// mutex do not overlap (see solve.go). While threads are within sections, these are taken to end where their threads
// are; at the end of an execution, they are not. So a section may have to come before one that has
// been added whole, and if its thread then waits in it or ends in it, this leads nowhere and is counted as redundant.
//
// What is added last, of several ways, is the latest in co that is consistent. What a revisit deletes must have
// been added last, judged among those events that were added before it or are porf-before the revisiting write; see
// exploration.isMaximal.
//
// A thread that waits at a Lock forever is an event, too: it is one of two ways to add a Lock, the other being that it
// succeeds. See forever.go.
package lapor

import (
	"cmp"
	"context"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

type explorer struct{ options algos.Options }

// New returns an explorer of lazy classes.
func New(o algos.Options) algos.Explorer { return &explorer{o} }

func (x *explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return algos.Run(ctx, p, x.options, visit, x.start)
}

func (x *explorer) start(s *algos.Session) (algos.Threads, func() error, error) {
	if err := cmp.Or(algos.NoBuffers(x.options.Memory), algos.NoCommuting(x.options.Memory)); err != nil {
		return nil, nil, err
	}
	s.Coarser = true
	e := &exploration{Session: s, graph: &graph{}}
	var err error
	e.behaviour, err = behaviour.New(s.Program, behaviour.Limits{MaxSteps: x.options.MaxSteps}, e, e.eachPosition)
	return e.behaviour, e.explore, err
}

type exploration struct {
	*algos.Session
	*graph    // the current one
	behaviour *behaviour.Behaviour
	live      []*graph // those that have not been left, the current one last
	held      []node   // not yet in a graph
	frames    int
	forever
}

func (x *exploration) eachPosition(mark func(behaviour.Position)) {
	each := func(n *node) {
		mark(n.before)
		mark(n.after)
		if n.kind == event.Spawn {
			mark(n.start)
		}
	}
	for _, g := range x.live {
		for i := range g.nodes {
			each(&g.nodes[i])
		}
	}
	for i := range x.held {
		each(&x.held[i])
	}
}

// Value and Locked implement behaviour.View.

func (x *exploration) Value(t event.ThreadID, variable int32) int64 {
	past := x.past(t)
	for i := len(x.writes(variable)) - 1; i >= 0; i-- {
		if w := x.co[variable][i]; past[w] {
			return x.nodes[w].value
		}
	}
	return x.Program.Initial(variable)
}

func (x *exploration) Locked(t event.ThreadID, m int32) bool {
	past := x.past(t)
	n := 0
	for e := range x.nodes {
		switch node := &x.nodes[e]; {
		case !past[e] || !node.kind.OnMutex() || node.object != m || node.waits:
		case node.kind == event.Lock:
			n++
		default:
			n--
		}
	}
	return n > 0
}

// branch is Visit(G) for another graph.
func (x *exploration) branch(g *graph) error {
	whole := x.graph
	x.graph, x.live = g, append(x.live, g)
	algos.RaisePeak(&x.Stats.Peak.Frames, x.frames)
	x.frames++
	err := x.visit()
	x.frames--
	x.graph, x.live = whole, x.live[:len(x.live)-1]
	return err
}

// visit is Visit(G) for the current graph.
func (x *exploration) visit() error {
	for {
		t, any := x.next()
		if !any {
			return x.finish()
		}
		if goesOn, err := x.extend(t); err != nil || !goesOn {
			return err
		}
	}
}

// next chooses the thread whose next event is added: any that can go on, except that updates are completed first. Locks
// of a mutex come while it is free. Only if there is nothing else, they come where they are consistent all the same.
func (x *exploration) next() (t event.ThreadID, any bool) {
	var ready, late, locks []event.ThreadID
	order, _ := solve(x.graph, false)
	for t := range event.ThreadID(len(x.threads)) {
		if x.isPending(t) {
			return t, true
		}
		if !x.threads[t].begun || x.waits(t) {
			continue
		}
		s := x.step(t)
		x.note(t, s)
		switch {
		case s.Stopped():
		case s.Kind(0) == event.Join && !x.hasEnded(event.ThreadID(s.Object)):
		case !x.isFirst(t, order):
			late = append(late, t)
		case s.Kind(0) == event.Lock:
			if x.holder(s.Object) == event.NoThread {
				ready = append(ready, t)
			} else {
				locks = append(locks, t)
			}
		default:
			ready = append(ready, t)
		}
	}
	if len(ready) == 0 {
		ready = late
	}
	if len(ready) > 0 {
		return x.choose(ready), true
	}
	for _, t := range locks {
		n := node{thread: t, kind: event.Lock, object: x.step(t).Object}
		if x.mayWait[n.object] || x.isConsistent(withLock(x.graph, n)) {
			return t, true
		}
	}
	return 0, false
}

func (x *exploration) step(t event.ThreadID) operation.Step { return x.behaviour.Step(x.at(t)) }

func (x *exploration) hasEnded(t event.ThreadID) bool {
	return int(t) < len(x.threads) && x.threads[t].begun && x.step(t).Ended()
}

// isFirst reports whether no thread is within a section that comes, in that order, before a section of the same mutex that
// t is in: that one must end before.
func (x *exploration) isFirst(t event.ThreadID, order []id) bool {
	holders := map[int32]event.ThreadID{} // of sections without an Unlock, the first
	for _, e := range order {
		n := &x.nodes[e]
		if n.kind != event.Lock || n.waits || !x.isOpen(e) {
			continue
		}
		if u, ok := holders[n.object]; !ok {
			holders[n.object] = n.thread
		} else if u != t && n.thread == t {
			return false
		}
	}
	return true
}

// isOpen reports whether no Unlock follows the Lock e in its thread.
func (x *exploration) isOpen(e id) bool {
	n := &x.nodes[e]
	for _, f := range x.threads[n.thread].nodes {
		if f > e && x.nodes[f].kind == event.Unlock && x.nodes[f].object == n.object {
			return false
		}
	}
	return true
}

func (x *exploration) choose(threads []event.ThreadID) event.ThreadID {
	switch x.Order {
	case algos.LastThread:
		return threads[len(threads)-1]
	case algos.RandomThread:
		return threads[x.Random.IntN(len(threads))]
	}
	return threads[0]
}

// finish is for a graph to which nothing can be added.
func (x *exploration) finish() error {
	order, ok := solve(x.graph, true)
	if !ok || !x.isToVisit() {
		x.Stats.Redundant++
		return nil
	}
	var at []behaviour.Position
	for t := range event.ThreadID(len(x.threads)) {
		at = append(at, 0)
		if x.threads[t].begun {
			at[t] = x.at(t)
		}
	}
	outcome, failure := x.behaviour.Ending(at)
	if outcome == model.AssumeBlocked && x.behaviour.Spun() {
		if err := x.NeedsOrder("whether a loop is gone round forever"); err != nil {
			return err
		}
	}
	events := func() []event.Event { return x.sequence(order) }
	if x.behaviour.MayBeStuck(outcome) {
		outcome = x.behaviour.Stuck(at, events())
	}
	return x.Executed(outcome, failure, events)
}

// sequence is an execution in that order.
func (x *exploration) sequence(order []id) (events []event.Event) {
	index := make([]int32, len(x.threads))
	for _, e := range order {
		n := &x.nodes[e]
		if n.waits || n.kind == event.Read && n.exclusive {
			continue
		}
		made := event.Event{Thread: n.thread, Kind: n.kind, Access: event.Access{Object: n.object}}
		if n.kind == event.Write && n.exclusive {
			made.Kind = event.Update
		}
		index[n.thread]++
		made.Index = index[n.thread]
		events = append(events, made)
	}
	return events
}
