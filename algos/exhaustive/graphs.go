package exhaustive

import "dporbench/model/event"

// Where executions are graphs, a thread that waits may read any write that ends its wait, and may also stay until the end if the last one
// in mo does not. So a configuration may be maximal, with its threads as they are, and be continued as well.

// references are the steps of all threads, with each write that they may refer to, whether the axioms allow it or not.
func (s *search) references() (all []step) {
	for t := range event.ThreadID(s.Machine.Threads()) {
		writes := s.Machine.References(t)
		for _, w := range writes {
			if s.Machine.Refer(w); s.Machine.Enabled(t) {
				all = append(all, step{thread: t, refer: w})
			}
		}
		if writes == nil && s.Machine.Enabled(t) {
			all = s.valued(all, t)
		}
	}
	s.Machine.Refer(event.Access{})
	return all
}
