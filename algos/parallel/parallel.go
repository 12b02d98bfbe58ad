// Package parallel explores with several workers in one process; an exploration can be suspended and continued. An
// idle worker takes what remains of the shallowest execution of another. That is usually a lot, so a whole
// exploration is split only a few dozen times.
package parallel

import (
	"context"
	"errors"
	"sync"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// Explorer explores a Splittable with several workers. Its Stats are as with one worker, even after a resume, except
// for BehaviourNodes, since each worker has its own.
type Explorer struct {
	algos.Splittable
	Jobs int // workers, at least 1
	// Concurrent lets workers call visit concurrently. Otherwise, one calls it at a time. In either case the order of
	// executions is not determined.
	Concurrent bool
	// Progress, if not nil, is called from time to time, by one worker at a time, with the counts so
	// far. The Progress of the Splittable's Options would get the counts of each worker separately.
	Progress func(*algos.Stats)
	// From is the State to continue from; nil means the start.
	From *State
	// Save, if not nil, is called with the state every SaveEvery, and when the exploration ends without
	// an error or is suspended. If the exploration is continued from that state, executions visited
	// since are visited again.
	Save      func(State) error
	SaveEvery time.Duration
	// Suspend ends the exploration with ErrSuspended when it is closed.
	Suspend <-chan struct{}

	search *search // nil to explore everything
}

// State is the progress of an exploration: the Stats of the explored part, and the tasks that
// are left.
type State struct {
	Stats algos.Stats
	Tasks []algos.Task
}

// ErrSuspended is returned by an exploration that was suspended.
var ErrSuspended = errors.New("suspended")

// Explore implements algos.Explorer. When visit returns an error, or ctx is done, every worker stops at its next
// execution, which is neither visited nor counted.
func (x *Explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	if err := context.Cause(ctx); err != nil {
		return algos.Stats{}, err
	}
	from := State{Tasks: []algos.Task{algos.Root()}}
	if x.From != nil {
		from = *x.From
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{Explorer: x, ctx: ctx, cancel: cancel, program: p, tasks: newTasks(x.Jobs, from), reported: make([]time.Time, x.Jobs)}
	if visit != nil {
		r.visit = r.visitor(visit)
	}
	stop := r.saving()
	var all sync.WaitGroup
	for i := range x.Jobs {
		all.Go(func() {
			if err := r.work(i); err != nil {
				r.fail(err)
			}
		})
	}
	all.Wait()
	stop()
	return r.end()
}

// run is one call of Explore.
type run struct {
	*Explorer
	*tasks
	ctx     context.Context
	cancel  context.CancelCauseFunc
	program *model.Program
	visit   func(*model.Execution) error

	reported []time.Time // by worker: when it last called Progress

	visiting      sync.Mutex // held by visit
	deterministic sync.Once

	failing sync.Mutex
	err     error // the first
}

func (r *run) end() (algos.Stats, error) {
	state := r.state()
	if r.err == nil && r.suspended() && len(state.Tasks) > 0 {
		r.err = ErrSuspended
	}
	if r.Save != nil && (r.err == nil || r.err == ErrSuspended) {
		if err := r.Save(state); err != nil {
			r.err = err
		}
	}
	if errors.Is(r.err, algos.ErrStop) {
		r.err = nil
	}
	return state.Stats, r.err
}

func (r *run) work(i int) error {
	t, ok := r.get(i)
	if !ok {
		return nil
	}
	w, err := r.NewWorker(r.program)
	if err != nil {
		return err
	}
	defer w.Close()
	for ; ok; t, ok = r.get(i) {
		if err := r.explore(i, w, t); err != nil {
			return err
		}
	}
	if context.Cause(r.ctx) == nil && !r.suspended() {
		r.deterministic.Do(func() { err = w.CheckDeterminism() })
	}
	return err
}

// patience is the minimum number of executions for which a task is explored before it is split again.
const patience = 4

// explore explores t, except for parts that it gives away while other workers are idle.
func (r *run) explore(i int, w *algos.Worker, t algos.Task) error {
	least := int64(0)
	for !t.IsDone() && !r.suspended() {
		visit := r.visit
		if r.search != nil {
			if r.search.beyond(t) {
				return nil
			}
			visit = r.search.visitor(t, r.advanceAll)
		}
		looked := int64(0)
		stats, rest, err := w.Explore(r.ctx, t, visit, func(s *algos.Stats) bool {
			if r.Progress != nil && s.Events-looked >= reportEvents {
				looked = s.Events
				r.report(i, s)
			}
			return !r.isToAdvance(i) && (s.Executions < least || !r.hungry())
		})
		if err != nil {
			r.failed(i, stats)
			return err
		}
		if r.search != nil {
			rest = r.search.end(t, stats.Executions, rest)
		}
		var shared bool
		if t, shared = r.advance(i, stats, rest); shared {
			least = patience
		} else {
			least = max(patience, 2*stats.Executions) // there is little to share
		}
	}
	return nil
}

// A worker checks the clock every reportEvents events, which take less time than reportInterval.
const (
	reportEvents   = 1000
	reportInterval = time.Millisecond
)

func (r *run) report(i int, s *algos.Stats) {
	if now := time.Now(); now.Sub(r.reported[i]) >= reportInterval {
		r.reported[i] = now
		r.progress(i, *s, r.Progress)
	}
}

func (r *run) fail(err error) {
	r.failing.Lock()
	if r.err == nil {
		r.err = err
	}
	r.failing.Unlock()
	r.cancel(err)
	r.finish()
}

// visitor returns a function that calls visit until it returns an error, for one worker at a time unless Concurrent.
func (r *run) visitor(visit func(*model.Execution) error) func(*model.Execution) error {
	if r.Concurrent || r.Jobs == 1 {
		return visit
	}
	return func(e *model.Execution) error {
		r.visiting.Lock()
		defer r.visiting.Unlock()
		if err := context.Cause(r.ctx); err != nil {
			r.uncount(e.Outcome())
			return err
		}
		err := visit(e)
		if err != nil {
			r.fail(err)
		}
		return err
	}
}

// saving saves the state periodically, and watches Suspend, until stop is called.
func (r *run) saving() (stop func()) {
	if r.Save == nil && r.Suspend == nil {
		return func() {}
	}
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		every := r.SaveEvery
		if r.Save == nil || every <= 0 {
			every = time.Hour
		}
		clock := time.NewTicker(every)
		defer clock.Stop()
		for {
			select {
			case <-clock.C:
				if err := r.save(done); err != nil {
					r.fail(err)
					return
				}
			case <-r.Suspend:
				r.suspend()
				return
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		running.Wait()
	}
}

// patienceForState is how long to wait for workers that are in the middle of an execution. After
// that, their tasks are saved as they were at the start.
const patienceForState = 10 * time.Second

func (r *run) save(done <-chan struct{}) error {
	if r.Save == nil {
		return nil
	}
	late := time.NewTimer(patienceForState)
	defer late.Stop()
	select {
	case <-r.nextTurn():
	case <-late.C:
	case <-done:
		return nil
	}
	return r.Save(r.state())
}
