package readsfrom

import (
	"dporbench/algos"
	"dporbench/algos/internal/rfgraph"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// next chooses the thread whose next event, the step s, is added: any thread, except that updates are
// completed first, and that those at an Await or a When come last.
func (x *exploration) next() (t event.ThreadID, s operation.Step, any bool) {
	x.ready = x.ready[:0]
	waiting := event.NoThread
	for t := range event.ThreadID(x.Threads()) {
		if x.IsPending(t) {
			return t, x.step(t), true
		}
		if _, active := x.Position(t); !active {
			continue
		}
		switch s := x.step(t); {
		case !x.isReady(s):
		case s.Guard() != nil:
			waiting = t
		default:
			x.ready = append(x.ready, t)
		}
	}
	switch {
	case len(x.ready) > 0:
		t = x.choose()
	case waiting != event.NoThread:
		t = waiting
	default:
		return 0, operation.Step{}, false
	}
	return t, x.step(t), true
}

func (x *exploration) step(t event.ThreadID) operation.Step {
	at, _ := x.Position(t)
	return x.behaviour.Step(at)
}

func (x *exploration) isReady(s operation.Step) bool {
	switch {
	case s.Stopped():
		return false
	case s.Kind(0) == event.Lock:
		return !x.IsHeld(rfgraph.Mutex(s.Object))
	case s.Kind(0) == event.Join:
		child := event.ThreadID(s.Object)
		if !x.Started(child) {
			return false
		}
		_, active := x.Position(child)
		return active && x.step(child).Ended()
	}
	return true
}

// choose takes one of the threads that are ready.
func (x *exploration) choose() event.ThreadID {
	switch x.Order {
	case algos.LastThread:
		return x.ready[len(x.ready)-1]
	case algos.RandomThread:
		return x.ready[x.Random.IntN(len(x.ready))]
	}
	return x.ready[0]
}

// extend adds the event of s, the next step of thread t. It explores what follows each way of adding it except the last,
// which it leaves in the graph; it does not go on if there is none.
func (x *exploration) extend(t event.ThreadID, s operation.Step) (goesOn bool, err error) {
	at, _ := x.Position(t)
	if err := x.behaviour.Within(x.Len(), t, at); err != nil {
		return false, err
	}
	if x.IsPending(t) {
		goesOn, err = x.complete(t, s)
		if !goesOn {
			x.Stats.Redundant++ // the update of a revisited read cannot be done
		}
		return goesOn, err
	}
	e := rfgraph.Event{Thread: t, Kind: s.Kind(0), Object: s.Object, Before: at, Source: rfgraph.None}
	switch e.Kind {
	case event.Spawn, event.Join, event.Fence:
		return true, x.addOther(e, s)
	case event.Choice:
		return true, x.chooseValue(e, s)
	case event.Write, event.Unlock:
		return true, x.store(e, s)
	}
	return x.read(e, s)
}

// after moves the thread of e behind it, if its operation returns result.
func (x *exploration) after(e *rfgraph.Event, result int64) (err error) {
	e.After, err = x.behaviour.After(e.Thread, e.Before, result)
	return err
}

func (x *exploration) addOther(e rfgraph.Event, s operation.Step) error {
	result, child := int64(0), event.ThreadID(s.Object)
	if e.Kind == event.Join {
		result = x.step(child).Result()
	}
	if err := x.after(&e, s.Returned(result)); err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		x.hold(&e)
		defer x.release()
		var err error
		if e.Start, err = x.behaviour.Start(child, e.Before); err != nil {
			return err
		}
	}
	return x.added(x.Add(e))
}

// chooseValue adds a choice: with each value, ending with 0.
func (x *exploration) chooseValue(e rfgraph.Event, s operation.Step) error {
	for e.Object = s.Values() - 1; e.Object >= 0; e.Object-- {
		mark := x.Mark()
		if err := x.after(&e, int64(e.Object)); err != nil {
			return err
		}
		if err := x.added(x.Add(e)); err != nil || e.Object == 0 {
			return err
		}
		if err := x.branch(mark); err != nil {
			return err
		}
	}
	return nil
}

// read adds a read, and its write if it belongs to an update, from each write for which the graph stays consistent.
func (x *exploration) read(e rfgraph.Event, s operation.Step) (goesOn bool, err error) {
	e.Kind, e.Object = event.Read, location(s)
	mark, found := x.Mark(), false // whether a way of adding it is in the graph
	w := x.LastAt(e.Object)
	try := func(w rfgraph.ID) error {
		if found {
			if err := x.branch(mark); err != nil {
				return err
			}
		}
		found, err = x.readFrom(e, s, w)
		if err == nil && !found {
			x.Back(mark)
		}
		return err
	}
	for ; w != rfgraph.None; w = x.EarlierAt(w) {
		if f := x.Event(w); f.Kind == event.Write && !x.isLock(f) {
			if err := try(w); err != nil {
				return false, err
			}
		}
	}
	err = try(rfgraph.None)
	return found, err
}

func location(s operation.Step) int32 {
	if s.Kind(0).OnMutex() {
		return rfgraph.Mutex(s.Object)
	}
	return rfgraph.Variable(s.Object)
}

// isLock reports whether e is the write of a Lock, which no Lock can read from when it is added.
func (x *exploration) isLock(e *rfgraph.Event) bool { return e.Exclusive && rfgraph.IsMutex(e.Object) }

// readFrom adds a read from w, and its write if it belongs to an update, unless that is inconsistent. The write makes its
// revisits also where only it is inconsistent: one of them may delete what is in its way.
func (x *exploration) readFrom(e rfgraph.Event, s operation.Step, w rfgraph.ID) (ok bool, err error) {
	if err := x.setSource(&e, s, w, x.valueOf(w, e.Object)); err != nil {
		return false, err
	}
	id, ok := x.AddRead(e)
	if !ok {
		return false, nil
	}
	if e.Exclusive {
		return x.complete(e.Thread, s)
	}
	return true, x.added(id)
}

// setSource makes e, a read of s, read that value from w.
func (x *exploration) setSource(e *rfgraph.Event, s operation.Step, w rfgraph.ID, value int64) error {
	e.Source, e.Value = w, value
	k := s.Kind(value)
	e.Blocked = !s.Enabled(value)
	e.Exclusive = !e.Blocked && (k == event.Update || k == event.Lock)
	e.After = e.Before
	if e.Blocked || e.Exclusive {
		return nil
	}
	return x.after(e, s.Returned(value))
}

// complete makes the revisits of the write of an update, whose read is in the graph, and adds it, unless that is
// inconsistent.
func (x *exploration) complete(t event.ThreadID, s operation.Step) (ok bool, err error) {
	u, err := x.writeOf(t, s)
	if err != nil {
		return false, err
	}
	if err := x.revisitEach(&u); err != nil {
		return false, err
	}
	id, ok := x.AddExclusive(u)
	if !ok {
		return false, nil
	}
	return true, x.added(id)
}

// writeOf is the write of s; if s is an update, its read is in the graph.
func (x *exploration) writeOf(t event.ThreadID, s operation.Step) (rfgraph.Event, error) {
	seen := int64(0)
	u := rfgraph.Event{Thread: t, Kind: event.Write, Object: location(s), Source: rfgraph.None, Exclusive: x.IsPending(t)}
	u.Before, _ = x.Position(t)
	if u.Exclusive {
		seen = x.Event(x.Last(t)).Value
	}
	u.Value = s.Written(seen)
	return u, x.after(&u, s.Returned(seen))
}

// store adds a write that belongs to no update.
func (x *exploration) store(e rfgraph.Event, s operation.Step) error {
	u, err := x.writeOf(e.Thread, s)
	if err != nil {
		return err
	}
	if e.Kind == event.Unlock {
		return x.unlock(u)
	}
	if err := x.revisitEach(&u); err != nil {
		return err
	}
	return x.added(x.Add(u))
}

// added counts an event that was added to the graph, as one of an execution: an update counts as one.
func (x *exploration) added(id rfgraph.ID) error {
	algos.RaisePeak(&x.Stats.Peak.Events, x.Len())
	if e := x.Event(id); e.Kind == event.Read && (e.Exclusive || rfgraph.IsMutex(e.Object)) {
		return nil
	}
	return x.CountEvent()
}

var _ behaviour.View = (*exploration)(nil)
