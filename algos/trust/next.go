package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model"
)

// next chooses the thread whose next event, the step s, is added: any one, except that updates
// are completed first.
func (x *exploration) next() (t model.ThreadID, s model.Step, any bool) {
	isReady := x.isEnabled
	if x.graph.Pending() > 0 {
		isReady = x.isInUpdate
	}
	x.ready = x.ready[:0]
	for t := x.nextActive(model.NoThread); t != model.NoThread; t = x.nextActive(t) {
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
		return x.nextUnmet()
	}
	t = x.choose(x.ready)
	return t, x.step(t), true
}

func (x *exploration) nextActive(t model.ThreadID) model.ThreadID {
	return x.behaviour.NextOf(x.graph.Active(), t)
}

// isInUpdate reports whether the graph has the read of t's update, but not yet the write.
func (x *exploration) isInUpdate(t model.ThreadID, _ model.Step) bool {
	e := x.graph.Event(x.graph.Pred(t))
	return e.Exclusive && e.Kind == model.Read
}

func (x *exploration) isEnabled(t model.ThreadID, s model.Step) bool {
	if s.Stopped() {
		return false
	}
	switch s.Kind(0) {
	case model.Lock:
		return !x.isHeld(x.graph.LastWrite(x.location(s)))
	case model.Read, model.Update:
		return s.Guard() == nil || s.Enabled(x.graph.Event(x.graph.LastWrite(s.Object)).Value)
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

// access says what s comes after in its thread where Stores are buffered, if its object has that value.
func (x *exploration) access(s *model.Step, value int64) graph.Access {
	if x.memory == model.SC {
		return graph.Waits
	}
	return bufferedAccess(s, x.memory, value)
}

func bufferedAccess(s *model.Step, m model.Memory, value int64) graph.Access {
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
	if x.memory == model.SC {
		return graph.Waits
	}
	return x.access(&u.step, x.seen(u))
}

// accessToRead is the access of the next step of thread t if that reads from u.
func (x *exploration) accessToRead(t model.ThreadID, u *write) graph.Access {
	if x.memory == model.SC {
		return graph.Waits
	}
	s := x.step(t)
	return x.access(&s, x.written(u))
}

// mayLoad reports whether s, a CompareAndSwap, is a Load if it fails.
func (x *exploration) mayLoad(s *model.Step) bool { return x.memory == model.GenMCTSO && s.Compares() }

func (x *exploration) location(s model.Step) int32 {
	if s.Kind(0).OnMutex() {
		return x.graph.Mutex(s.Object)
	}
	return s.Object
}

// choose takes threads in their order.
func (x *exploration) choose(threads []model.ThreadID) model.ThreadID {
	switch x.Order {
	case algos.LastThread:
		return threads[len(threads)-1]
	case algos.RandomThread:
		x.DrawAt(x.progress)
		return threads[x.Random.IntN(len(threads))]
	}
	return threads[0]
}

// progress is a number made of how far each thread is.
func (x *exploration) progress() (sum uint64) {
	for t := range model.ThreadID(x.graph.Threads()) {
		if n := len(x.graph.ThreadEvents(t)); n > 0 {
			sum += model.Mix(x.behaviour.Identity(t), uint64(n))
		}
	}
	return sum
}
