package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// watch shows each graph visited to a Watcher, if there is one.
func (x *exploration) watch(s *algos.Session) {
	w, ok := s.Observer.(algos.Watcher)
	if !ok {
		return
	}
	s.Watch(x.state)
	inspect := x.inspect
	x.inspect = func(g *graph.Graph) error {
		w.At(g.Linearise(nil))
		if inspect != nil {
			return inspect(g)
		}
		return nil
	}
}

// state describes the graph to a Watcher.
func (x *exploration) state() (d algos.State) {
	g := x.Graph
	for t := range event.ThreadID(g.Threads()) {
		for _, id := range g.ThreadEvents(t) {
			if e := g.Event(id); e.Kind == event.Read && g.InExecutionEvent(id) {
				d.Sources = append(d.Sources, algos.ReadsFrom{Read: g.InExecution(id), Write: x.asWrite(e.Source)})
			}
		}
	}
	for location := range int32(g.Locations()) {
		var order []event.Event
		for w := g.LastWrite(location); w != graph.None; w = g.Earlier(w) {
			if e := x.asWrite(w); e.Index > 0 {
				order = append([]event.Event{e}, order...)
			}
		}
		if len(order) > 1 {
			d.Order = append(d.Order, order)
		}
	}
	return d
}

// asWrite is a write as an event, the zero Event for an initial value.
func (x *exploration) asWrite(w graph.ID) event.Event {
	if w == graph.None || x.Graph.Event(w).Index == 0 || !x.Graph.InExecutionEvent(w) {
		return event.Event{}
	}
	return x.Graph.InExecution(w)
}
