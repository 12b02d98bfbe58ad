package states

import (
	"slices"

	"dporbench/model"
	"dporbench/model/event"
)

// A fair livelock is an execution that never ends although every thread that can move again and again does, and although each choice that a thread
// has again and again has each of its values again and again. From its states a final state may be reachable, if somebody is passed over long enough: two threads
// that step back for each other forever are one. (So fairness is strong: it is also for threads that can move only now and then.)
//
// It stays in a component of states that lead to each other. There is one exactly if a part of such a component is fair: whoever can move in some state of it does
// so within it. States in which somebody can move who only leaves cannot be passed again and again; what remains without them may fall apart, and is looked
// at again (E. A. Emerson, C.-L. Lei, Modalities for Model Checking, Science of Computer Programming 8, 1987).

// edge is an event that leads from a state to another one.
type edge struct {
	from, to int32 // to is noState after a race
	thread   event.ThreadID
	choice   int32
	mover    mover
}

// mover is whoever has to be treated fairly: a thread, or, where it chooses, a value of it at one of its local states.
type mover struct {
	thread        event.ThreadID
	class, choice int32
}

const noState = -1

// moverOf returns whoever moves next, if the thread is t.
func (s *search) moverOf(t event.ThreadID, choice, choices int32) mover {
	if choices < 2 {
		return mover{thread: t}
	}
	return mover{t, 1 + s.classOf(t), choice}
}

// fairPart returns edges of a component that a fair execution may follow forever, or nil.
func fairPart(component []edge) []edge {
	for todo := [][]edge{component}; len(todo) > 0; {
		part := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		inner := inside(part)
		if len(inner) == 0 {
			continue
		}
		moves, passed := map[mover]bool{}, map[int32]bool{}
		for _, e := range inner {
			moves[e.mover] = true
		}
		for _, e := range part {
			passed[e.from] = passed[e.from] || !moves[e.mover]
		}
		rest := slices.DeleteFunc(slices.Clone(part), func(e edge) bool { return passed[e.from] })
		if len(rest) == len(part) {
			return inner
		}
		todo = append(todo, components(rest)...)
	}
	return nil
}

// inside returns the edges between states that all have edges.
func inside(part []edge) (inner []edge) {
	in := map[int32]bool{}
	for _, e := range part {
		in[e.from] = true
	}
	for _, e := range part {
		if in[e.to] {
			inner = append(inner, e)
		}
	}
	return inner
}

// components groups edges by the strongly connected component of the state from which they lead (S. R. Kosaraju, M. Sharir).
func components(edges []edge) (all [][]edge) {
	after, before := map[int32][]int32{}, map[int32][]int32{}
	for _, e := range edges {
		after[e.from] = append(after[e.from], e.to)
		before[e.to] = append(before[e.to], e.from)
	}
	var order []int32 // of the states, by when all that follows has been visited
	seen := map[int32]bool{}
	for _, e := range edges {
		visit(e.from, after, seen, func(n int32) { order = append(order, n) })
	}
	of := map[int32]int{}
	clear(seen)
	for _, n := range slices.Backward(order) {
		all = append(all, nil)
		visit(n, before, seen, func(m int32) { of[m] = len(all) - 1 })
	}
	for _, e := range edges {
		all[of[e.from]] = append(all[of[e.from]], e)
	}
	return slices.DeleteFunc(all, func(part []edge) bool { return len(part) == 0 })
}

// visit visits all states that can be reached from n and have not been seen, depth first, and calls leave for each after all below it.
func visit(n int32, next map[int32][]int32, seen map[int32]bool, leave func(int32)) {
	type visited struct {
		state int32
		left  bool
	}
	for todo := []visited{{state: n}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case at.left:
			leave(at.state)
		case !seen[at.state]:
			seen[at.state] = true
			todo = append(todo, visited{at.state, true})
			for _, m := range next[at.state] {
				todo = append(todo, visited{state: m})
			}
		}
	}
}

// way returns the shortest way along edges from a state to the first one that is wanted, which is its last.
func way(edges []edge, from int32, wanted func(edge) bool) (found []edge) {
	after := map[int32][]edge{}
	for _, e := range edges {
		after[e.from] = append(after[e.from], e)
	}
	into := map[int32]edge{from: {from: noState}}
	for todo := []int32{from}; len(todo) > 0; todo = todo[1:] {
		for _, e := range after[todo[0]] {
			if wanted(e) {
				for found = []edge{e}; e.from != from; {
					e = into[e.from]
					found = append(found, e)
				}
				slices.Reverse(found)
				return found
			}
			if _, known := into[e.to]; !known {
				into[e.to] = e
				todo = append(todo, e.to)
			}
		}
	}
	return nil
}

// round returns a way from a state of a fair part back to it, on which everybody moves who can.
func round(part []edge, start int32) (all []edge) {
	at, moved := start, map[mover]bool{}
	follow := func(wanted func(edge) bool) {
		for _, e := range way(part, at, wanted) {
			all, at, moved[e.mover] = append(all, e), e.to, true
		}
	}
	for _, e := range part {
		if !moved[e.mover] {
			follow(func(f edge) bool { return f.mover == e.mover })
		}
	}
	if at != start {
		follow(func(f edge) bool { return f.to == start })
	}
	return all
}

// noteFair keeps an execution that comes round in a fair part of a component, to whose state root E leads, if there is one.
func (s *search) noteFair(root int32, component []edge) error {
	if s.fair != nil || s.isOver() || !slices.ContainsFunc(component, func(e edge) bool { return e.to == root }) {
		return nil
	}
	part := fairPart(component)
	if part == nil {
		return nil
	}
	start, to := part[0].from, []edge(nil)
	if start != root {
		to = way(component, root, func(e edge) bool { return e.to == start })
	}
	again := round(part, start)
	before, moved := s.Len(), s.moved
	for _, e := range append(to, again...) {
		s.Choose(e.choice)
		if err := s.move(e.thread); err != nil {
			return err
		}
	}
	s.fair = &Ended{Events: slices.Clone(s.Events()), Outcome: model.Livelocked, Failure: "threads may go on forever, each moving again and again", Repeats: len(again)}
	s.back(before)
	s.moved = moved
	return nil
}

// visitFair visits the execution that noteFair has kept, unless something worse is known.
func (s *search) visitFair() error {
	if s.fair == nil || s.doomed || s.metFair {
		return nil
	}
	s.metFair = true
	return s.report(*s.fair)
}
