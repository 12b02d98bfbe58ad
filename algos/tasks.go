package algos

import (
	"errors"
	"math"
	"slices"
)

// Tasks leads the explorer of a [Splittable] to the start of its task, and records the path to where it is suspended.
type Tasks struct {
	lead  []Step // the path to the start of the task; nil once that has been reached
	own   int    // executions at a lower depth are not the task's to continue
	from  int    // the value of own once the task has begun
	back  []Step // the path to where the exploration was suspended, deepest step first
	stats *Stats
	work  *work
}

var errFinished = errors.New("what remains is not part of the task")

// ErrNoTask means that a task does not fit the exploration: its program, algorithm or
// options differ.
var ErrNoTask = errors.New("the task names an execution that this exploration does not have")

// First returns the number of the first child to explore among the children that branch off an execution after the
// given number of steps. It is 0 unless a task begins elsewhere, and exceeds the number of children if none is to be
// explored. depth counts the executions that the current one branches off from. Explored must be called after each
// child; First need not be called if there are none.
func (w *Tasks) First(depth int, after int32) (first int) {
	if w.lead == nil {
		return 0
	}
	return w.follow(depth, after)
}

func (w *Tasks) follow(depth int, after int32) int {
	last := len(w.lead) - 1
	to := w.lead[min(depth, last)]
	if after != to.After {
		return math.MaxInt32
	}
	if depth == last {
		w.lead, w.own = nil, w.from
		w.Replayed()
	}
	return int(to.Child)
}

// Replayed discards all counts so far, because they belong to another task.
func (w *Tasks) Replayed() { w.work.discard(w.stats) }

// Explored must be called after each child has been explored, with the error of that exploration. If it returns an
// error, that must be returned without any cleanup: the explorer is called again for the next task.
func (w *Tasks) Explored(err error, depth int, after int32, child int) error {
	if err == nil && depth >= w.own {
		return nil
	}
	return w.leave(err, Step{after, int32(child)})
}

func (w *Tasks) leave(err error, s Step) error {
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

func (w *Tasks) start(t Task) {
	w.lead, w.own, w.from, w.back = t.Path, math.MaxInt, t.From, w.back[:0]
	if len(t.Path) == 1 && t.Path[0] == (Step{}) {
		w.lead, w.own = nil, t.From // the start of the exploration
	}
}

// rest returns the rest of the task after its exploration has returned err.
func (w *Tasks) rest(err error) (Task, error) {
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
