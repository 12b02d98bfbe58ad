package algos

import "math"

// First returns the number of the first child to explore among those that branch off an execution after the given
// number of steps. It is 0 unless a task begins elsewhere, and exceeds the number of children if none is to be
// explored. depth counts the executions that the current one branches off from. Explored must be called after each
// child; First need not be called if there are none.
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

// Replayed discards what has been counted so far, because it belongs to another task.
func (s *Session) Replayed() {
	s.Stats.Counts, s.Stats.Work = Counts{}, Work{}
	s.replayed = s.workElsewhere()
	if s.machine != nil {
		s.machine.ForgetSteps()
	}
}

// Explored must be called after each child has been explored, with the error of that exploration. If it returns an
// error, that must be returned without any cleanup: the explorer is called again for the next task.
func (s *Session) Explored(err error, depth int, after int32, child int) error {
	if err == nil && depth >= s.walk.own {
		return nil
	}
	return s.walk.leave(err, Step{after, int32(child)})
}
