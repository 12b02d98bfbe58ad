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
	if x.Graph.Pending() > 0 {
		isReady = func(t event.ThreadID, _ operation.Step) bool { return x.InUpdate(t) }
	}
	x.ready = x.ready[:0]
	for t := x.Active(event.NoThread); t != event.NoThread; t = x.Active(t) {
		s := x.Step(t)
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
	t = x.Choose(x.ready, x.Progress)
	return t, x.Step(t), true
}

func (x *exploration) isEnabled(t event.ThreadID, s operation.Step) bool {
	if s.Stopped() {
		return false
	}
	switch s.Kind(0) {
	case event.Lock:
		return !x.isHeld(x.Graph.LastWrite(x.location(s)))
	case event.Read, event.Update:
		return x.blocking || s.Guard() == nil || s.Enabled(x.Graph.Event(x.Graph.LastWrite(s.Object)).Value)
	case event.Join:
		return x.HasEnded(event.ThreadID(s.Object))
	}
	return true
}

// access is the Access of s, the next step of its thread, if its object has that value.
func (x *exploration) access(s *operation.Step, value int64) graph.Access {
	if !x.buffers {
		return graph.Waits
	}
	return bufferedAccess(s, x.Memory, value)
}

func bufferedAccess(s *operation.Step, m memory.Model, value int64) graph.Access {
	switch {
	case s.Drains(m, value):
		return graph.Waits
	case s.Code == operation.Barrier:
		return graph.Barriers
	case s.Buffered(m):
		return graph.Stores
	}
	return graph.Loads
}

// accessOf is the access of u.
func (x *exploration) accessOf(u *write) graph.Access {
	if !x.buffers {
		return graph.Waits
	}
	return x.access(&u.step, x.seen(u))
}

// accessToRead is the access of the next step of thread t if it reads from u.
func (x *exploration) accessToRead(t event.ThreadID, u *write) graph.Access {
	if !x.buffers {
		return graph.Waits
	}
	s := x.Step(t)
	return x.access(&s, x.written(u))
}

// mayLoad reports whether s, a CompareAndSwap, is a Load if it fails.
func (x *exploration) mayLoad(s *operation.Step) bool {
	return s.Code.DrainsUnlessFailing(x.Memory)
}

func (x *exploration) location(s operation.Step) int32 {
	if s.Kind(0).OnMutex() {
		return x.Graph.Mutex(s.Object)
	}
	return s.Object
}
