package trust

import (
	"dporbench/algos"
	"dporbench/model"
)

// next returns the thread whose next event is added to the graph, and its step; any is
// false if no thread has one. It may be any thread, except that updates are completed
// first.
func (x *exploration) next() (t model.ThreadID, s model.Step, any bool) {
	isReady := x.isEnabled
	if x.graph.Pending() > 0 {
		isReady = x.isInUpdate
	}
	x.ready = x.ready[:0]
	for t := x.graph.NextActive(model.NoThread); t != model.NoThread; t = x.graph.NextActive(t) {
		s := x.step(t)
		if !isReady(t, s) {
			continue
		}
		if x.Order == algos.FirstThread {
			return t, s, true
		}
		x.ready = append(x.ready, t)
	}
	if len(x.ready) == 0 {
		return 0, model.Step{}, false
	}
	t = x.choose(x.ready)
	return t, x.step(t), true
}

// isInUpdate reports whether thread t has the read of an update in the graph, but not yet
// the write.
func (x *exploration) isInUpdate(t model.ThreadID, _ model.Step) bool {
	e := x.graph.Event(x.graph.Pred(t))
	return e.Exclusive && e.Kind == model.Read
}

// isEnabled reports whether s, the next step of thread t, can be done.
func (x *exploration) isEnabled(t model.ThreadID, s model.Step) bool {
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

// step returns what thread t, which has been started, does next.
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
