package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

type write struct {
	thread event.ThreadID
	step   operation.Step
	read   graph.ID // its read if it belongs to an update; otherwise None
}

// writeOf is the write of s; if s is an update, its read is in the graph.
func (x *exploration) writeOf(t event.ThreadID, s operation.Step) write {
	if x.isInUpdate(t, s) {
		return write{t, s, x.graph.Last(t)}
	}
	return write{t, s, graph.None}
}

// seen is the value that u replaces, if it belongs to an update.
func (x *exploration) seen(u *write) int64 {
	if u.read == graph.None {
		return 0
	}
	return x.graph.Event(u.read).Value
}

// firstPlace is the write right after which u comes in co: for an update the only possible one,
// otherwise the last one.
func (x *exploration) firstPlace(u *write) graph.ID {
	if u.read != graph.None {
		return x.graph.Event(u.read).Source
	}
	return x.graph.LastWrite(x.location(u.step))
}

// addWrite adds u right after w in co.
func (x *exploration) addWrite(u *write, w graph.ID) error {
	var seen int64
	if u.read != graph.None {
		seen = x.graph.Event(u.read).Value
	}
	after, err := x.after(u.thread, u.step.Returned(seen))
	if err != nil {
		return err
	}
	return x.added(x.graph.AddWrite(u.thread, x.access(&u.step, seen), w, u.step.Written(seen), u.read != graph.None, after))
}

// addRead adds the read of s, the next step of thread t, from w. If it replaces a read
// that was cut, that is old; otherwise old is None.
func (x *exploration) addRead(t event.ThreadID, s operation.Step, w, old graph.ID) error {
	value := x.graph.Event(w).Value
	after, err := x.afterRead(t, s, value)
	if err != nil {
		return err
	}
	return x.added(x.graph.AddRead(t, x.access(&s, value), w, isUpdate(s, value), after, old))
}

// addReadAs adds a read from w instead of r, which was cut.
func (x *exploration) addReadAs(r, w graph.ID) error {
	t := x.graph.Event(r).Thread
	return x.addRead(t, x.step(t), w, r)
}

// afterRead is after for a read with that value; if a write follows, the thread stays.
func (x *exploration) afterRead(t event.ThreadID, s operation.Step, value int64) (graph.ThreadState, error) {
	if s.Guard() != nil && !s.Enabled(value) {
		return graph.ThreadState{At: x.graph.Position(t), Unmet: !x.blocking, Ends: x.blocking}, nil
	}
	if s.Kind(value) != event.Read {
		return graph.ThreadState{At: x.graph.Position(t)}, nil
	}
	return x.after(t, s.Returned(value))
}

// after returns the state of t after its next step, if that returns result.
func (x *exploration) after(t event.ThreadID, result int64) (graph.ThreadState, error) {
	at, err := x.behaviour.After(t, x.graph.Position(t), result)
	if err != nil {
		return graph.ThreadState{}, err
	}
	return graph.ThreadState{At: at, Ends: x.behaviour.Step(at).Stopped()}, nil
}

// isUpdate reports whether s writes if it reads that value: a Lock that reads Held does not.
func isUpdate(s operation.Step, value int64) bool {
	switch s.Kind(value) {
	case event.Update:
		return s.Guard() == nil || s.Enabled(value)
	case event.Lock:
		return value == operation.Free
	}
	return false
}

// addOther adds a step that there is one way to add, or a choice of that value.
func (x *exploration) addOther(t event.ThreadID, value int32) error {
	e, err := x.growth.Add(t, value)
	if err != nil {
		return err
	}
	return x.added(e)
}

// added counts an event that was added to the graph. An error must be returned.
func (x *exploration) added(id graph.ID) error {
	algos.RaisePeak(&x.Stats.Peak.Events, x.graph.Held())
	algos.RaisePeak(&x.Stats.Peak.GraphNodes, x.graph.Nodes())
	if !x.graph.InExecutionEvent(id) && !x.graph.Event(id).Unmet {
		return nil
	}
	return x.CountEvent()
}
