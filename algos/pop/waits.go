package pop

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
)

// An Await or a When that is not enabled right after e waits there (rules R15 and R16). Its race with e is found where
// it is enabled again, or at the end, if E leaves it pending: on the path of events outside schedules from the node
// where what comes before it has been executed. So the walk continues without f until nothing remains, and then along
// that path. Likewise for a CompareAndSwap that waits for its buffers unless it fails (rule R50).

// waitsAfter reports whether the head of τ, an access of e's variable, waits right after e.
func (x *SleepSet) waitsAfter(s *parsimonious.Schedule, tau []int32) bool {
	if !x.Run.Machine.Guarded() {
		return false
	}
	f := tau[len(tau)-1]
	if expected, ok := x.Run.Machine.ExpectsAt(int(f)); ok {
		return expected == s.After && !x.drainedIn(s, tau)
	}
	guard := x.Run.Machine.GuardAt(int(f))
	return guard != nil && !guard.Holds(s.After)
}

// drainedIn reports whether all flushes are in E1 or τ that its head, a CompareAndSwap, has to wait for if it writes
// right after e (rule R50).
func (x *SleepSet) drainedIn(s *parsimonious.Schedule, tau []int32) bool {
	f := x.At(int(tau[len(tau)-1]))
	actor, n := x.Run.Machine.LastStoreBefore(f.Thread, f.Index)
	return n == 0 || s.FlushedBefore(0, actor, n) || slices.ContainsFunc(tau, func(q int32) bool {
		return x.At(int(q)).Thread == actor && x.At(int(q)).Index == n
	})
}

// waitsBefore decides the walk after the whole tail: pending events have their races reversed in the
// order of their threads.
func (x *SleepSet) waitsBefore(f int32, s *parsimonious.Schedule) bool {
	return s.Pending && x.Run.Machine.TriedBefore(x.At(int(f)).Thread, s.Second.Thread)
}
