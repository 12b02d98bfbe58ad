package trust

import (
	"fmt"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Under the memory models of C11 (RC11, RA, SRA), executions are graphs in which po ∪ rf is acyclic, as in the paper on TruSt.
// They are closed under prefixes of it, and an event can always be added as the last one in co. So the algorithm
// is the same: graph.Overwritten has coherence, and an event added at an earlier place in co may close a cycle of psc, which is
// checked here. Where it does, other places are still tried: psc does not grow from one place to an earlier one.

// checkReferences returns an error if there is an event in the graph that others could not refer to.
func (x *exploration) checkReferences() error {
	for t := range event.ThreadID(x.Graph.Threads()) {
		if len(x.Graph.ThreadEvents(t)) > event.LongestThread {
			return fmt.Errorf("thread %d has more than %d events, which is too long where executions are graphs", t, event.LongestThread)
		}
	}
	return nil
}

// isConsistent reports whether the event added last to t, not as the last one in co, leaves the graph consistent.
func (x *exploration) isConsistent(t event.ThreadID) bool { return !x.views || x.satisfiesAxioms(t) }

func (x *exploration) satisfiesAxioms(t event.ThreadID) bool {
	return x.Graph.IsConsistent(x.Graph.Last(t))
}

// isConsistentRevisit is isConsistent for u and for r, which now reads from u.
func (x *exploration) isConsistentRevisit(r graph.ID, u *write) bool {
	return x.satisfiesAxioms(u.thread) && x.satisfiesAxioms(x.Graph.Event(r).Thread)
}

// mayComplete reports whether r, which now reads from u, belongs to no update, or to one whose write can come right after u; see readsBefore.
func (x *exploration) mayComplete(r graph.ID, u *write) bool {
	t := x.Graph.Event(r).Thread
	switch {
	case !x.InUpdate(t):
		return true
	case x.Graph.ClosesCycle(x.Graph.Last(u.thread), x.Graph.Pred(t)):
		return false
	}
	return !x.Memory.FencesThreads() || x.isConsistentWith(x.nextWrite(r))
}

// isConsistentWith reports whether the graph is consistent with that write of an update.
func (x *exploration) isConsistentWith(u write) bool {
	after, err := x.After(u.thread, u.step.Returned(x.seen(&u)))
	if err != nil {
		return true // it is found again where the write is added
	}
	mark := x.Graph.Mark()
	defer x.Graph.Back(mark)
	x.Graph.AddWrite(u.thread, x.access(&u.step, x.seen(&u)), x.firstPlace(&u), u.step.Written(x.seen(&u)), true, after)
	return x.satisfiesAxioms(u.thread)
}

// isConsistentUpdate is isConsistent for the write of an update whose read is consistent. Only in GenMC psc leads to it where it does not lead to
// the read: by po;hb;po, the last step of which is from the one to the other.
func (x *exploration) isConsistentUpdate(t event.ThreadID) bool {
	return !x.views || !x.Memory.FencesThreads() || x.satisfiesAxioms(t)
}

// readsBefore reports whether s is an update that reads from w, right after which its write cannot come, since that would be
// before a write that is before it (SRA). Its read is added only for its revisits; see readToRevisit.
func (x *exploration) readsBefore(t event.ThreadID, s operation.Step, w graph.ID) bool {
	return x.views && x.writesBefore(t, s, w)
}

func (x *exploration) writesBefore(t event.ThreadID, s operation.Step, w graph.ID) bool {
	return isUpdate(s, x.Graph.Event(w).Value) && x.Graph.ClosesCycle(w, x.Graph.Pred(t))
}
