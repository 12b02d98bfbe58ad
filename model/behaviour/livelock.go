package behaviour

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Livelocked reports whether nothing will ever happen after an execution that leaves each thread t at at[t]: all threads
// that have not ended wait, or go round loops whose iterations change nothing and read what nobody has written since.
func (b *Behaviour) Livelocked(at []Position, events []event.Event) bool {
	if !b.spun {
		return false
	}
	for t, n := range at {
		if n != None && b.nodes[n].Code == operation.Assume && (b.nodes[n].A == 0 || !b.goesRound(event.ThreadID(t), b.nodes[n].A, events)) {
			return false
		}
	}
	return true
}

// Spun reports whether a thread has been seen to stop at a Spin. Until then, no execution is Livelocked.
func (b *Behaviour) Spun() bool { return b.spun }

// goesRound reports whether nobody has written what the last operations of t have accessed, so many, after they did.
func (b *Behaviour) goesRound(t event.ThreadID, operations int64, events []event.Event) bool {
	written := map[int32]bool{}
	for i := len(events) - 1; i >= 0 && operations > 0; i-- {
		e := events[i]
		switch own := e.Thread == t || e.IsFlush() && e.Issuer() == t; {
		case !own && e.Kind.Writes():
			written[e.Object] = true
		case e.Thread == t && e.Kind.OnVariable() && written[e.Object], e.Thread == t && !e.Kind.OnVariable() && !e.Kind.OnMutex():
			return false
		case own:
			operations--
		}
	}
	return operations == 0
}
