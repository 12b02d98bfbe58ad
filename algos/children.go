package algos

import "math"

// First says which children of an execution, among those that branch off after so many steps, are
// to be explored: those from number first on. It is 0 unless a task begins elsewhere, and exceeds
// the number of children if none is to be explored. depth counts the executions that the current
// one branches off from. Explored must be called after each child; First need not be called where
// there are none.
func (s *Session) First(depth int, after int32) (first int) {
	if s.walk.lead == nil {
		return 0
	}
	return s.lead(depth, after)
}

func (s *Session) lead(depth int, after int32) int {
	w := &s.walk
	last := len(w.lead) - 1
	to := w.lead[min(depth, last)]
	if after != to.After {
		return math.MaxInt32
	}
	if depth == last {
		w.lead, w.own = nil, w.from
		s.Replayed()
	}
	return int(to.Child)
}

// Replayed discards what has been counted, because it was part of another task.
func (s *Session) Replayed() {
	s.Stats.Counts, s.Stats.Work = Counts{}, Work{}
	s.replayed = s.workElsewhere()
	if s.machine != nil {
		s.machine.ForgetSteps()
	}
}

// Explored is called when a child has been explored, which has returned err. An error that it
// returns must be returned, without any cleaning up: the explorer is called again for the next
// task.
func (s *Session) Explored(err error, depth int, after int32, child int) error {
	if err == nil && depth >= s.walk.own {
		return nil
	}
	return s.walk.leave(err, Step{after, int32(child)})
}
