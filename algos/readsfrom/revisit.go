package readsfrom

import (
	"slices"

	"dporbench/algos/internal/rfgraph"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// revisiting is the state of a revisit that is being considered. Events are events of the current graph.
type revisiting struct {
	revisited rfgraph.ID
	keep      []bool       // by event
	lastW     []rfgraph.ID // by location: the last deleted write before the event being checked, or None
	asked     []source     // the conditions on the order of the kept events
}

// source is a write, or None, that must be the last one of a location.
type source struct {
	location int32
	write    rfgraph.ID
}

// revisitEach explores the graphs in which a read that has already been added reads from u, which is about to be
// added.
func (x *exploration) revisitEach(u *rfgraph.Event) error {
	x.hold(u)
	defer x.release()
	pred := x.Pred(u.Thread)
	for r := x.LastAt(u.Object); r != rfgraph.None && !x.Hides(r, pred); r = x.EarlierAt(r) {
		e := x.Event(r)
		if e.Kind != event.Read || e.Blocked && event.IsMutex(e.Object) || x.IsBefore(r, pred) {
			continue
		}
		x.Stats.Work.Races++
		if x.mayRevisit(r, u) {
			if err := x.revisit(u); err != nil {
				return err
			}
		}
	}
	return nil
}

// mayRevisit reports whether the revisit of r by u is made here, and nowhere else.
func (x *exploration) mayRevisit(r rfgraph.ID, u *rfgraph.Event) bool {
	x.revisited, x.asked = r, x.asked[:0]
	x.findKept(r, u)
	return x.isClosed() && x.isMaximal() && x.isAsAsked()
}

// findKept finds the events that are kept: those added before r, and those porf-before u.
func (x *exploration) findKept(r rfgraph.ID, u *rfgraph.Event) {
	x.keep = x.keep[:0]
	pred := x.Pred(u.Thread)
	for id := range rfgraph.ID(x.Len()) {
		x.keep = append(x.keep, id < r || id > r && x.IsBefore(id, pred))
	}
}

// isClosed reports whether each kept event is kept with all that is porf-before it. If not, a deleted write has revisited
// one. A read that acquired a mutex in place can wait for it again.
func (x *exploration) isClosed() bool {
	for id := range x.revisited {
		switch e := x.Event(id); e.Kind {
		case event.Read:
			if e.Source > id && !x.keep[e.Source] && (!x.AcquiredInPlace(id) || !x.keep[x.LockOf(e.Source)]) {
				return false
			}
		case event.Join:
			if last := x.Last(event.ThreadID(e.Object)); last != rfgraph.None && !x.keep[last] {
				return false
			}
		}
	}
	return true
}

// isMaximal reports whether the revisited read and the deleted events were added last of their alternatives, as far as
// that is decided by them and by porf. It records the conditions on the order of the kept events.
func (x *exploration) isMaximal() bool {
	x.lastW = x.lastW[:0]
	for id := x.revisited; int(id) < x.Len(); id++ {
		if id > x.revisited && x.keep[id] {
			continue
		}
		switch e := x.Event(id); e.Kind {
		case event.Read:
			if !x.readsLast(id) {
				return false
			}
		case event.Write:
			*stack.AtOr(&x.lastW, int(e.Object), rfgraph.None) = id
		case event.Choice:
			if e.Object != 0 {
				return false
			}
		}
	}
	return true
}

// readsLast reports whether a read that is not kept may read from the last write before it: the last deleted one, or
// else the last kept one.
func (x *exploration) readsLast(id rfgraph.ID) bool {
	e := x.Event(id)
	from := e.Source
	if x.AcquiredInPlace(id) && !x.keep[from] {
		from = x.LockOf(from)
	}
	if int(e.Object) < len(x.lastW) && x.lastW[e.Object] != rfgraph.None {
		return from == x.lastW[e.Object]
	}
	if from != rfgraph.None && !x.keep[from] {
		return false
	}
	decided := true
	for w := x.LastWriteAt(e.Object); w != rfgraph.None; w = x.EarlierWriteAt(w) {
		if w == from || !x.keep[w] {
			continue
		}
		if from == rfgraph.None || x.IsBefore(from, w) {
			return false
		}
		decided = decided && x.IsBefore(w, from)
	}
	if !decided {
		x.asked = append(x.asked, source{e.Object, from})
	}
	return true
}

// isAsAsked reports whether the order of the kept events meets the recorded conditions.
func (x *exploration) isAsAsked() bool {
	if len(x.asked) == 0 {
		return true
	}
	whole := x.Graph
	defer x.enter()()
	x.MakePart(whole, x.keep, x.waitAgain(whole))
	x.Solve(nil, nil)
	for _, a := range x.asked {
		if x.Part(a.write) != x.LastWrite(a.location) {
			return false
		}
	}
	return true
}

// revisit explores the revisited graph. If nothing is deleted and the write belongs to no update, it does so in the
// current graph: otherwise threads that hand over to each other would need a new graph each time.
func (x *exploration) revisit(u *rfgraph.Event) error {
	whole, read := x.Graph, *x.Event(x.revisited)
	if err := x.setSource(&read, x.behaviour.Step(read.Before), rfgraph.None, u.Value); err != nil {
		return err
	}
	if !u.Exclusive && !slices.Contains(x.keep[x.revisited+1:], false) {
		mark, at := x.Mark(), x.revisited
		read.Source = x.Add(*u)
		x.Acquire(at, read)
		if err := x.added(read.Source); err != nil {
			return err
		}
		return x.branch(mark)
	}
	defer x.enter()()
	wait, at := x.waitAgain(whole), x.revisited
	x.keep[at] = true
	x.MakePart(whole, x.keep, func(id rfgraph.ID, e *rfgraph.Event) rfgraph.Edit {
		if id == at {
			*e = read
			return rfgraph.Open
		}
		return wait(id, e)
	})
	if !x.Revisit(*u) {
		return nil
	}
	if err := x.added(rfgraph.ID(x.Len() - 1)); err != nil {
		return err
	}
	return x.visit()
}

// waitAgain lets reads that acquired a mutex in place wait for it again if the Unlock is not kept.
func (x *exploration) waitAgain(whole *rfgraph.Graph) func(rfgraph.ID, *rfgraph.Event) rfgraph.Edit {
	keep := x.keep
	return func(id rfgraph.ID, e *rfgraph.Event) rfgraph.Edit {
		if e.Kind != event.Read || e.Source <= id || keep[e.Source] {
			return rfgraph.Unchanged
		}
		e.Source, e.Value, e.Blocked, e.Exclusive = whole.LockOf(e.Source), operation.Held, true, false
		return rfgraph.Edited
	}
}
