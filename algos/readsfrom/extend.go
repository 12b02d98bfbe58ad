package readsfrom

import (
	"dporbench/algos"
	"dporbench/algos/internal/rfgraph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// next is the thread whose next event is added: any thread, except that updates are completed first, and threads at an
// Await or a When come last.
func (x *exploration) next() (t event.ThreadID, any bool) {
	x.ready = x.ready[:0]
	waiting := event.NoThread
	for t := range event.ThreadID(x.Threads()) {
		if x.IsPending(t) {
			return t, true
		}
		switch s, active := x.step(t); {
		case !active || !x.isReady(s):
		case s.Guard() != nil:
			waiting = t
		default:
			x.ready = append(x.ready, t)
		}
	}
	if len(x.ready) == 0 {
		return waiting, waiting != event.NoThread
	}
	return x.Choose(x.ready, nil), true
}

// step is the next step of thread t, if it has been started and is not blocked; it may have ended.
func (x *exploration) step(t event.ThreadID) (s operation.Step, active bool) {
	at, active := x.Position(t)
	if active {
		s = x.behaviour.Step(at)
	}
	return s, active
}

func (x *exploration) isReady(s operation.Step) bool {
	switch {
	case s.Stopped():
		return false
	case s.Kind(0) == event.Lock:
		return !x.IsHeld(event.Lock.Location(s.Object))
	case s.Kind(0) == event.Join:
		of, active := x.step(event.ThreadID(s.Object))
		return active && of.Ended()
	}
	return true
}

// extend adds the next event of thread t. It explores each way of adding it except the last,
// which it leaves in the graph; goesOn is false if there is none.
func (x *exploration) extend(t event.ThreadID) (goesOn bool, err error) {
	at, _ := x.Position(t)
	if err := x.behaviour.Within(x.Len(), t, at); err != nil {
		return false, err
	}
	s := x.behaviour.Step(at)
	e := rfgraph.Event{Thread: t, Kind: s.Kind(0), Object: s.Object, Before: at, Source: rfgraph.None}
	switch {
	case x.IsPending(t):
		if goesOn, err = x.write(e, s); !goesOn {
			x.Stats.Redundant++ // the update of a revisited read cannot be done
		}
		return goesOn, err
	case e.Kind == event.Spawn, e.Kind == event.Join, e.Kind == event.Fence:
		return true, x.addOther(e, s)
	case e.Kind == event.Choice:
		return true, x.chooseValue(e, s)
	case e.Kind == event.Write, e.Kind == event.Unlock:
		return x.write(e, s)
	}
	return x.read(e, s)
}

// after sets e.After to where its thread is if its operation returns result.
func (x *exploration) after(e *rfgraph.Event, result int64) (err error) {
	e.After, err = x.behaviour.After(e.Thread, e.Before, result)
	return err
}

func (x *exploration) addOther(e rfgraph.Event, s operation.Step) error {
	result, child := int64(0), event.ThreadID(s.Object)
	if e.Kind == event.Join {
		of, _ := x.step(child)
		result = of.Result()
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

// chooseValue adds a choice of each value, ending with 0.
func (x *exploration) chooseValue(e rfgraph.Event, s operation.Step) error {
	for e.Object = s.Values() - 1; ; e.Object-- {
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
}

// read adds a read, and its write if it belongs to an update, from each write for which the graph stays consistent.
func (x *exploration) read(e rfgraph.Event, s operation.Step) (goesOn bool, err error) {
	e.Kind, e.Object = event.Read, s.Location()
	pred := x.Pred(e.Thread)
	mark, found := x.Mark(), false // whether a way of adding it is in the graph
	for w := x.LastWriteAt(e.Object); ; w = x.EarlierWriteAt(w) {
		e.Source = w
		if (w == rfgraph.None || !x.Event(w).IsLock()) && !x.IsOverwritten(&e, pred) {
			if found {
				if err := x.branch(mark); err != nil {
					return false, err
				}
			}
			if found, err = x.readFrom(e, s, w); err != nil {
				return false, err
			}
			if !found {
				x.Back(mark)
			}
		}
		if w == rfgraph.None || x.Hides(w, pred) {
			return found, nil
		}
	}
}

// readFrom adds a read from w, and its write if it belongs to an update, unless that is inconsistent. The write makes its
// revisits even if it alone is inconsistent: one of them may delete the events in its way.
func (x *exploration) readFrom(e rfgraph.Event, s operation.Step, w rfgraph.ID) (ok bool, err error) {
	if err := x.setSource(&e, s, w, x.valueOf(w, e.Object)); err != nil {
		return false, err
	}
	id, ok := x.AddRead(e)
	switch {
	case !ok:
		return false, nil
	case e.Exclusive:
		return x.write(e, s)
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

// write makes the revisits of the next write in the thread of e, and adds it, unless that is inconsistent. It is the write
// of a Store, an Unlock, or an update whose read is in the graph.
func (x *exploration) write(e rfgraph.Event, s operation.Step) (ok bool, err error) {
	u, seen := rfgraph.Event{Thread: e.Thread, Kind: event.Write, Object: s.Location(), Before: e.Before, Source: rfgraph.None}, int64(0)
	if u.Exclusive = x.IsPending(u.Thread); u.Exclusive {
		seen = x.Event(x.Last(u.Thread)).Value
	}
	u.Value = s.Written(seen)
	if err := x.after(&u, s.Returned(seen)); err != nil {
		return false, err
	}
	if s.Kind(0) == event.Unlock {
		return true, x.unlock(u)
	}
	if err := x.revisitEach(&u); err != nil {
		return false, err
	}
	id, ok := x.AddWrite(u)
	if !ok {
		return false, nil
	}
	return true, x.added(id)
}

// unlock adds an Unlock, and lets the read that its Lock blocks acquire the mutex in place. It can revisit nothing else.
func (x *exploration) unlock(u rfgraph.Event) error {
	lock := x.LockBefore(u.Thread, u.Object, rfgraph.ID(x.Len()))
	id := x.Add(u)
	for r := x.LastAt(u.Object); r != rfgraph.None && !x.Hides(r, id); r = x.EarlierAt(r) {
		if e := *x.Event(r); e.Kind == event.Read && e.Blocked && e.Source == lock {
			e.Source, e.Value, e.Blocked, e.Exclusive = id, operation.Free, false, true
			x.Acquire(r, e)
			break
		}
	}
	return x.added(id)
}

// added counts an event that was added to the graph, as one of an execution: an update counts as one.
func (x *exploration) added(id rfgraph.ID) error {
	algos.RaisePeak(&x.Stats.Peak.Events, x.Len())
	if e := x.Event(id); e.Kind == event.Read && (e.Exclusive || event.IsMutex(e.Object)) {
		return nil
	}
	return x.CountEvent()
}
