package algos

import (
	"errors"
	"math"
	"slices"
)

// walk leads an explorer to the start of its task, and records the path to where it is suspended.
// The zero value is for a whole exploration.
type walk struct {
	lead []Step // the path to the start of the task; nil once that has been reached
	own  int    // executions at a lower depth are not the task's to continue
	from int    // the value of own once the task has begun
	back []Step // the path to where the exploration was suspended, deepest step first
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
		w.lead, w.own = nil, t.From // the start of the exploration
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

// rest returns what is left of the task after its exploration has returned err.
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
