package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// next chooses the thread whose next event, the step s, is added: any thread, except that
// updates are completed first.
func (x *exploration) next() (t event.ThreadID, s operation.Step, any bool) {
	isReady := x.isEnabled
	if x.graph.Pending() > 0 {
		isReady = x.isInUpdate
	}
	x.ready = x.ready[:0]
	for t := x.nextActive(event.NoThread); t != event.NoThread; t = x.nextActive(t) {
		s := x.step(t)
		if !isReady(t, s) {
			continue
		}
		if x.Order == algos.FirstThread {
			return t, s, true
		}
		x.ready = append(x.ready, t)
	}
	if len(x.ready) == 0 && x.blocking {
		return 0, operation.Step{}, false
	}
	if len(x.ready) == 0 {
		return x.nextUnmet()
	}
	t = x.growth.Choose(x.Session, x.ready)
	return t, x.step(t), true
}

func (x *exploration) nextActive(t event.ThreadID) event.ThreadID {
	return x.behaviour.NextOf(x.graph.Active(), t)
}

// isInUpdate reports whether the graph has the read of t's update, but not yet the write.
func (x *exploration) isInUpdate(t event.ThreadID, _ operation.Step) bool {
	e := x.graph.Event(x.graph.Pred(t))
	return e.Exclusive && e.Kind == event.Read
}

func (x *exploration) isEnabled(t event.ThreadID, s operation.Step) bool {
	if s.Stopped() {
		return false
	}
	switch s.Kind(0) {
	case event.Lock:
		return !x.isHeld(x.graph.LastWrite(x.location(s)))
	case event.Read, event.Update:
		return x.blocking || s.Guard() == nil || s.Enabled(x.graph.Event(x.graph.LastWrite(s.Object)).Value)
	case event.Join:
		return x.growth.HasEnded(event.ThreadID(s.Object))
	}
	return true
}

// step returns what thread t, which has been started, does next.
func (x *exploration) step(t event.ThreadID) operation.Step {
	return x.behaviour.Step(x.graph.Position(t))
}

// access says what s comes after in its thread where Stores are buffered, if its object has that value.
func (x *exploration) access(s *operation.Step, value int64) graph.Access {
	if x.memory == memory.SC {
		return graph.Waits
	}
	return bufferedAccess(s, x.memory, value)
}

func bufferedAccess(s *operation.Step, m memory.Model, value int64) graph.Access {
	switch {
	case s.Drains(m, value):
		return graph.Waits
	case s.Buffered(m):
		return graph.Stores
	}
	return graph.Loads
}

// accessOf is the access of u.
func (x *exploration) accessOf(u *write) graph.Access {
	if x.memory == memory.SC {
		return graph.Waits
	}
	return x.access(&u.step, x.seen(u))
}

// accessToRead is the access of the next step of thread t if it reads from u.
func (x *exploration) accessToRead(t event.ThreadID, u *write) graph.Access {
	if x.memory == memory.SC {
		return graph.Waits
	}
	s := x.step(t)
	return x.access(&s, x.written(u))
}

// mayLoad reports whether s, a CompareAndSwap, is a Load if it fails.
func (x *exploration) mayLoad(s *operation.Step) bool {
	return x.memory == memory.GenMCTSO && s.Compares()
}

func (x *exploration) location(s operation.Step) int32 {
	if s.Kind(0).OnMutex() {
		return x.graph.Mutex(s.Object)
	}
	return s.Object
}
