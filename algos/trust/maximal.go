package trust

import (
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// The condition for a revisit. Here pred is the event right before the revisiting
// write in program order, so an event is porf-before the write if it is porf-before
// pred or is pred.

// isDeleted reports whether the revisit of r deletes e: whether e was added after r and is
// not porf-before the write. (Deleted)
func (x *exploration) isDeleted(e, r, pred graph.ID) bool {
	return x.Graph.Event(e).Stamp > x.Graph.Event(r).Stamp && !x.Graph.PorfBefore(e, pred)
}

// isPrevious reports whether e was added no later than the event with that stamp, or is
// porf-before the write. (Previous)
func (x *exploration) isPrevious(e, stamp, pred graph.ID) bool {
	return x.Graph.Event(e).Stamp <= stamp || x.Graph.PorfBefore(e, pred)
}

// isMaximal reports whether an event was maximally added; an unmet read was if its write is Previous (rule
// R46).
func (x *exploration) isMaximal(id, pred graph.ID) bool {
	e := x.Graph.Event(id)
	switch e.Kind {
	case event.Read:
		w := e.Source
		if !x.isPrevious(w, e.Stamp, pred) && x.acquiredInPlace(e) {
			w = x.Graph.Earlier(w)
		}
		return x.isPrevious(w, e.Stamp, pred) && (e.Unmet || x.isLastPrevious(w, e.Stamp, pred))
	case event.Write:
		return !x.hasRevisited(id) && x.isLastPrevious(id, e.Stamp, pred)
	case event.Choice:
		return e.Object == 0 // the value added last
	}
	return true
}

// isLastPrevious reports whether no write in Previous comes after w in co.
func (x *exploration) isLastPrevious(w, stamp, pred graph.ID) bool {
	for w = x.Graph.Later(w); w != graph.None; w = x.Graph.Later(w) {
		if x.isPrevious(w, stamp, pred) {
			return false
		}
	}
	return true
}

// hasRevisited reports whether the write w has revisited a read in the graph, which then
// reads from w and was added before w. A read that acquired a mutex in place was revisited
// by the write before the Unlock.
func (x *exploration) hasRevisited(w graph.ID) bool {
	e := x.Graph.Event(w)
	if !x.Graph.IsMutex(e.Object) {
		return x.isReadBefore(w, e.Stamp)
	}
	if !e.Exclusive {
		return false
	}
	unlock := x.Graph.Later(w)
	return x.isReadBefore(w, e.Stamp) || unlock != graph.None && x.isReadBefore(unlock, e.Stamp)
}

// isReadBefore reports whether a read from w was added before that stamp.
func (x *exploration) isReadBefore(w, stamp graph.ID) bool {
	for r := x.Graph.FirstReader(w); r != graph.None; r = x.Graph.NextReader(r) {
		if x.Graph.Event(r).Stamp < stamp {
			return true
		}
	}
	return false
}
