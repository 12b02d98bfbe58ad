package algos

import (
	"errors"
	"math"
	"slices"
)

// walk leads an explorer to where its task begins, and records the way to where it is
// suspended. The zero value is for a whole exploration.
type walk struct {
	lead []Step // the way to where the task begins; nil once it has been reached
	own  int    // what remains of executions at a lower depth is not the task's
	from int    // what own will be once the task has begun
	back []Step // the way to where the exploration was suspended, deepest step first
}

// The ends of a task that are not errors.
var (
	errSuspended = errors.New("suspended")
	errFinished  = errors.New("what remains is not part of the task")
)

// ErrNoTask means that a task does not fit the exploration: its program, algorithm or
// options differ.
var ErrNoTask = errors.New("the task names an execution that this exploration does not have")

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

func (w *walk) start(t Task) {
	*w = walk{lead: t.Path, own: math.MaxInt, from: t.From, back: w.back[:0]}
	if len(t.Path) == 1 && t.Path[0] == (Step{}) {
		w.lead, w.own = nil, t.From // it begins where the exploration does
	}
}

func (w *walk) leave(err error, s Step) error {
	switch {
	case err == errSuspended:
		w.back = append(w.back, s)
	case err == nil && w.lead != nil:
		return ErrNoTask
	case err == nil:
		return errFinished
	}
	return err
}

// rest is the rest of the task once its exploration has returned err.
func (w *walk) rest(err error) (Task, error) {
	switch {
	case err == nil && w.lead != nil:
		return Task{}, ErrNoTask
	case err == errFinished:
		return Task{}, nil
	case err != errSuspended:
		return Task{}, err
	}
	t := Task{slices.Clone(w.back), w.from}
	slices.Reverse(t.Path)
	if t.IsDone() {
		return Task{}, nil
	}
	t.Path[len(t.Path)-1].Child++
	return t, nil
}
