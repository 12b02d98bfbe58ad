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
	if x.InUpdate(t) {
		return write{t, s, x.Graph.Last(t)}
	}
	return write{t, s, graph.None}
}

// seen is the value that u replaces, if it belongs to an update.
func (x *exploration) seen(u *write) int64 {
	if u.read == graph.None {
		return 0
	}
	return x.Graph.Event(u.read).Value
}

// firstPlace is the write right after which u comes in co: for an update the only possible one,
// otherwise the last one.
func (x *exploration) firstPlace(u *write) graph.ID {
	if u.read != graph.None {
		return x.Graph.Event(u.read).Source
	}
	return x.Graph.LastWrite(x.location(u.step))
}

// addWrite adds u right after w in co.
func (x *exploration) addWrite(u *write, w graph.ID) error {
	seen := x.seen(u)
	after, err := x.After(u.thread, u.step.Returned(seen))
	if err != nil {
		return err
	}
	return x.added(x.Graph.AddWrite(u.thread, x.access(&u.step, seen), w, u.step.Written(seen), u.read != graph.None, after))
}

// addRead adds the read of s, the next step of thread t, from w. old is the cut read
// that it replaces, or None.
func (x *exploration) addRead(t event.ThreadID, s operation.Step, w, old graph.ID) error {
	value := x.Graph.Event(w).Value
	after, err := x.afterRead(t, s, value)
	if err != nil {
		return err
	}
	return x.added(x.Graph.AddRead(t, x.access(&s, value), w, isUpdate(s, value), after, old))
}

// addReadAs adds a read from w instead of r, which was cut.
func (x *exploration) addReadAs(r, w graph.ID) error {
	t := x.Graph.Event(r).Thread
	return x.addRead(t, x.Step(t), w, r)
}

// afterRead is After for a read with that value; if a write follows, the thread stays where it is.
func (x *exploration) afterRead(t event.ThreadID, s operation.Step, value int64) (graph.ThreadState, error) {
	if s.Guard() != nil && !s.Enabled(value) {
		return graph.ThreadState{At: x.Graph.Position(t), Unmet: !x.blocking, Ends: x.blocking}, nil
	}
	if s.Kind(value) != event.Read {
		return graph.ThreadState{At: x.Graph.Position(t)}, nil
	}
	return x.After(t, s.Returned(value))
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

// addOther adds a step that can be added in only one way, or a choice of that value.
func (x *exploration) addOther(t event.ThreadID, value int32) error {
	e, err := x.Add(t, value)
	if err != nil {
		return err
	}
	return x.added(e)
}

// added counts an event that was added to the graph. The caller must return its error.
func (x *exploration) added(id graph.ID) error {
	algos.RaisePeak(&x.Stats.Peak.Events, x.Graph.Held())
	algos.RaisePeak(&x.Stats.Peak.GraphNodes, x.Graph.Nodes())
	if !x.Graph.InExecutionEvent(id) && !x.Graph.Event(id).Unmet {
		return nil
	}
	return x.CountEvent()
}
