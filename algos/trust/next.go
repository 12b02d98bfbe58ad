package trust

import (
	"dporbench/algos"
	"dporbench/algos/graph"
	"dporbench/model"
)

// next is the thread whose next event is added to the graph; any is false if no
// thread has one. It may be any thread, except that updates are finished first.
func (x *exploration) next() (t model.ThreadID, any bool) {
	isReady := x.isEnabled
	if x.graph.Pending() > 0 {
		isReady = x.isInUpdate
	}
	x.ready = x.ready[:0]
	for t := x.graph.NextActive(model.NoThread); t != model.NoThread; t = x.graph.NextActive(t) {
		if !isReady(t) {
			continue
		}
		if x.order == algos.FirstThread {
			return t, true
		}
		x.ready = append(x.ready, t)
	}
	if len(x.ready) == 0 {
		return 0, false
	}
	return x.choose(x.ready), true
}

// isInUpdate reports whether thread t has the read of
// an update in the graph, and not yet the write.
func (x *exploration) isInUpdate(t model.ThreadID) bool {
	last := x.graph.Last(t)
	if last == graph.None {
		return false
	}
	e := x.graph.Event(last)
	return e.Kind == model.Read && e.Exclusive
}

// isEnabled reports whether thread t, which is active, has an event that can be
// added.
func (x *exploration) isEnabled(t model.ThreadID) bool {
	s := x.step(t)
	if s.Stopped() {
		return false
	}
	switch s.Kind(0) {
	case model.Lock:
		return !x.isHeld(x.graph.LastWrite(x.location(s)))
	case model.Join:
		child := model.ThreadID(s.Object)
		return x.graph.Started(child) && x.step(child).Ended()
	}
	return true
}

// step is what thread t, which has been started, does next.
func (x *exploration) step(t model.ThreadID) model.Step {
	return x.behaviour.Step(x.graph.Position(t))
}

// location is what s reads or writes.
func (x *exploration) location(s model.Step) int32 {
	if s.Kind(0).OnMutex() {
		return x.graph.Mutex(s.Object)
	}
	return s.Object
}
