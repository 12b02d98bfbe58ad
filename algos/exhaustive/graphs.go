package exhaustive

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Where executions are graphs, a thread that waits may read any write that ends its wait, and may also stay until the end if the last one
// in mo does not. So a configuration may be maximal, with its threads as they are, and be continued as well.

// references are the steps of all threads, with each write that they may refer to, whether the axioms allow it or not.
func (s *search) references() (all []step) {
	for t := range event.ThreadID(s.Machine.Threads()) {
		next := s.Machine.NextStep(t)
		if !next.Code.OnVariable() && !next.Code.OnMutex() {
			if s.Machine.Enabled(t) {
				for value := range s.Machine.Values(t) {
					all = append(all, step{thread: t, value: value})
				}
			}
			continue
		}
		for _, w := range s.writes(next.Code, next.Object) {
			if s.Machine.Refer(w); s.Machine.Enabled(t) {
				all = append(all, step{thread: t, refer: w})
			}
		}
	}
	s.Machine.Refer(event.Access{})
	return all
}

// writes are references to the writes of the object of an operation.
func (s *search) writes(c operation.Code, object int32) []event.Access {
	kind := event.Write
	if c.OnMutex() {
		kind = event.Lock
	}
	all := []event.Access{event.Access{}.ReferToInitial()}
	for _, e := range s.Machine.Events() {
		if e.Location() == kind.Location(object) && (e.Kind.Writes() || e.Kind.OnMutex()) {
			all = append(all, event.Access{}.ReferTo(e.Thread, e.Index))
		}
	}
	return all
}
