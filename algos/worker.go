package algos

import (
	"context"
	"errors"

	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Splittable is implemented by Explorers whose exploration is a tree of independent parts.
type Splittable interface {
	Explorer
	// NewWorker returns a Worker for p, which must be closed.
	NewWorker(p *model.Program) (*Worker, error)
}

// Worker explores tasks, one after the other. It belongs to one goroutine.
//
// However the tasks of an exploration are suspended, split and assigned, each execution is visited once, and the
// Counts and the Work of all tasks add up to the Counts and Work of a worker that explores [Root]: reaching the start
// of a task is not counted. The largest Stored of any task is that worker's, except for BehaviourNodes, the size of a
// cache.
//
// Explore has the same Stats, unless the order is RandomThread: a worker draws the next thread from the
// seed and the progress of each thread, so that it does not depend on what else has been explored. The
// classes are then the same, but the executions that represent them differ.
type Worker struct {
	session *Session
	explore func() error
}

// Explore explores t and calls visit for each execution, as Explorer does. After each execution goOn, which
// may be nil, reports whether to continue; if not, rest is the rest of t. stats covers this call, without
// reaching the start of t. After an error, ErrStop included, a worker must only be closed.
func (w *Worker) Explore(ctx context.Context, t Task, visit func(*model.Execution) error, goOn func(*Stats) bool) (stats Stats, rest Task, err error) {
	if t.IsDone() {
		return Stats{}, Task{}, nil
	}
	s := w.session
	s.begin(caller{ctx: ctx, visit: visit, goOn: goOn})
	s.Tasks.start(t)
	rest, err = s.Tasks.rest(w.run())
	return s.Stats, rest, err
}

func (w *Worker) run() (err error) {
	defer operation.CatchUsage(&err)
	s := w.session
	if err := context.Cause(s.caller.ctx); err != nil {
		return err
	}
	err = w.explore()
	s.work.end(&s.Stats)
	s.Stats.Peak.BehaviourNodes = int64(s.threads.BehaviourNodes())
	return err
}

// CheckDeterminism must be called once, by one worker of an exploration, after all of it has been explored.
func (w *Worker) CheckDeterminism() error { return w.session.threads.CheckDeterminism() }

// Close ends the worker.
func (w *Worker) Close() {
	w.session.limit.close()
	w.session.verdicts.races.close()
	w.session.threads.Close()
	(*front.Program)(w.session.Program).Explored()
}

// Start makes the Threads of a Session, and a function that explores the program from the empty
// execution, which may be called repeatedly.
type Start func(*Session) (threads Threads, explore func() error, err error)

func newWorker(p *model.Program, o Options, start Start) (w *Worker, err error) {
	defer operation.CatchUsage(&err)
	s, err := newSession(p, o)
	if err != nil {
		return nil, err
	}
	threads, explore, err := start(s)
	if err != nil {
		s.limit.close()
		return nil, err
	}
	if err := s.declareUnlessTaken(); err != nil {
		s.limit.close()
		threads.Close()
		return nil, err
	}
	s.threads = threads
	threads.WhenMayRace(s.verdicts.findRaces)
	return &Worker{s, explore}, nil
}

// NewWorker implements NewWorker for every Splittable.
func NewWorker(p *model.Program, o Options, start Start) (*Worker, error) {
	w, err := newWorker(p, o, start)
	if err == nil {
		w.session.draws.inTasks = true
	}
	return w, err
}

// Run implements Explore for every Explorer.
func Run(ctx context.Context, p *model.Program, o Options, visit func(*model.Execution) error, start Start) (Stats, error) {
	if err := context.Cause(ctx); err != nil {
		return Stats{}, err
	}
	w, err := newWorker(p, o, start)
	if err != nil {
		return Stats{}, err
	}
	defer w.Close()
	w.session.begin(caller{ctx: ctx, visit: visit})
	if err = w.run(); err == nil || errors.Is(err, ErrStop) {
		err = w.CheckDeterminism()
	}
	return w.session.Stats, err
}
