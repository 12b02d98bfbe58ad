package pop

import "dporbench/algos/internal/parsimonious"

// An Await or a When that is not enabled right after e waits there (rules R15 and R16). Its race with e is found where
// it is enabled again, or at the end, if E leaves it pending: on the path of events outside schedules from the node
// where what comes before it has been executed. So the walk continues without f until nothing remains, and then along
// that path.

// waitsRightAfter reports whether the event at position f of E, an access of e's variable, waits right after e.
func (x *SleepSet) waitsRightAfter(s *parsimonious.Schedule, f int32) bool {
	if !x.Run.Machine.Guarded() {
		return false
	}
	guard := x.Run.Machine.GuardAt(int(f))
	return guard != nil && !guard.Holds(s.After)
}

// waitsAt reports whether c, reached when only the head of τ remains, decides the walk, and how.
func (x *SleepSet) waitsAt(t schedule, c *parsimonious.TailEvent) (decided, before bool) {
	switch c.Place {
	case parsimonious.AtHead:
		return true, false // the path that f is found on has been left
	case parsimonious.Outside:
		found := same(c.Event, *x.At(int(t.head)))
		return found, found
	}
	return false, false
}

// waitsAfter decides the walk after the whole tail: pending events have their races reversed in the
// order of their threads.
func (x *SleepSet) waitsAfter(t schedule, s *parsimonious.Schedule) bool {
	return len(t.rem) == 0 && s.Pending && x.Run.Machine.TriedBefore(x.At(int(t.head)).Thread, s.Thread)
}
