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
