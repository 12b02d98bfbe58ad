package characterization

import (
	"dporbench/algos/internal/parsimonious"
	"dporbench/model"
)

// Where Stores are buffered, which events are in conflict depends on what else has happened: a Load of a
// store of its own thread is in conflict with a write of another one only if the store is flushed before
// that write.

// isRead reports whether e is a read, from memory or from a buffer (rule 17).
func isRead(e model.Event) bool { return e.Kind == model.Read || e.Kind == model.BufferRead }

// conflicting is e ↔ e_l: whether the event e at position p, which counts as one of that kind, is in
// conflict with c = r.Tail[l], an event of another thread.
func (x *Set) conflicting(r *parsimonious.Schedule, p int, kind model.Kind, l int) bool {
	e, c := x.Event(p), r.Tail[l].Event
	switch {
	case e.Object != c.Object:
		return false
	case e.IsFlush() && e.Issuer() == c.Thread || c.IsFlush() && c.Issuer() == e.Thread:
		return false
	case c.ReadsOwn() && kind.Writes() && !e.Kind.Writes():
		return r.FlushedBefore(1, c.Flusher(), int32(c.Ref)) // rule 16: e would write right after the race's first event
	case c.ReadsOwn() && kind.Writes():
		return x.Clock(p)[c.Flusher()] >= int32(c.Ref) // rule 14
	case e.ReadsOwn() && c.Kind.Writes():
		return r.FlushedBefore(l, e.Flusher(), int32(e.Ref)) // rule 15
	}
	return model.Conflicting(kind, e.Object, c.Kind, c.Object)
}

// inheritedBuffered is inherited for the predecessors of the event at position p by its thread, what it
// waits for (rule 12), and the last write; a Load of a store of its own thread does not follow that (rule 13).
func (x *Set) inheritedBuffered(s *expression, p int) int32 {
	e, links := x.Event(p), x.Links(p)
	first := x.conflictOf(s, links.Thread)
	if !e.ReadsOwn() {
		first = min(first, x.conflictOf(s, links.Write))
	}
	x.EachFlushPredecessor(p, func(at int32) bool {
		first = min(first, x.conflictOf(s, at))
		return int(at) >= s.born
	})
	return first
}
