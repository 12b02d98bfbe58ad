// Package parallel explores with several workers in one process. Whoever has nothing to do is given
// what remains of the shallowest execution that another one is in, which is usually much, so a whole
// exploration is cut a few dozen times only.
package parallel

import (
	"context"
	"errors"
	"sync"

	"dporbench/algos"
	"dporbench/model"
)

// Explorer is a Splittable with several workers. Its Stats are those of one worker, except for
// BehaviourNodes, of which each worker has its own.
type Explorer struct {
	algos.Splittable
	Jobs int // workers, at least 1
	// Concurrent lets visit be called by all workers at once. Otherwise it is called by one at a
	// time. In both cases the order of executions is not determined.
	Concurrent bool
	// Progress, if not nil, is called from time to time, by one worker at a time, with the counts so
	// far. That of the Splittable's Options would be told of each worker apart.
	Progress func(*algos.Stats)
}

// Explore is that of algos.Explorer. When visit returns an error, or ctx is done, every worker stops
// at its next execution, none of which is visited or counted any more.
func (x *Explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	if err := context.Cause(ctx); err != nil {
		return algos.Stats{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{Explorer: x, ctx: ctx, cancel: cancel, program: p, pool: newPool(x.Jobs, algos.Root()), now: make([]algos.Stats, x.Jobs)}
	if visit != nil {
		r.visit = r.visitor(visit)
	}
	var all sync.WaitGroup
	for i := range x.Jobs {
		all.Go(func() {
			if err := r.work(i); err != nil {
				r.fail(err)
			}
		})
	}
	all.Wait()
	if errors.Is(r.err, algos.ErrStop) {
		r.err = nil
	}
	return r.done, r.err
}

// run is one call of Explore.
type run struct {
	*Explorer
	ctx     context.Context
	cancel  context.CancelCauseFunc
	program *model.Program
	visit   func(*model.Execution) error
	pool    *pool

	visiting      sync.Mutex // held by visit
	deterministic sync.Once

	mu   sync.Mutex
	done algos.Stats   // of the tasks that have been done
	now  []algos.Stats // of the others, by worker, as far as known
	err  error         // the first
}

// work explores tasks until there are none.
func (r *run) work(i int) error {
	t, ok := r.pool.get()
	if !ok {
		return nil
	}
	w, err := r.NewWorker(r.program)
	if err != nil {
		return err
	}
	defer w.Close()
	for ; ok; t, ok = r.pool.get() {
		if err := r.explore(i, w, t); err != nil {
			return err
		}
	}
	if context.Cause(r.ctx) == nil {
		r.deterministic.Do(func() { err = w.CheckDeterminism() })
	}
	return err
}

// patience is how many executions a task is explored for at first if it cannot be split.
const patience = 4

// explore explores t, and gives parts of it away while others have nothing to do.
func (r *run) explore(i int, w *algos.Worker, t algos.Task) error {
	atLeast := int64(0) // executions before the next attempt to split
	for !t.IsDone() {
		stats, rest, err := w.Explore(r.ctx, t, r.visit, func(s *algos.Stats) bool {
			r.report(i, s)
			return s.Executions < atLeast || !r.pool.hungry()
		})
		r.add(i, stats)
		if err != nil {
			return err
		}
		t = rest
		shared := false
		for r.pool.hungry() {
			shallow, deep, ok := t.Split()
			if !ok {
				break
			}
			r.pool.put(shallow)
			t, shared = deep, true
		}
		if atLeast = patience; !shared {
			atLeast = max(patience, 2*stats.Executions)
		}
	}
	return nil
}

// reportInterval is how many executions there are between two reports of a worker.
const reportInterval = 64

func (r *run) report(i int, s *algos.Stats) {
	if r.Progress == nil || s.Executions%reportInterval != 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now[i] = *s
	sum := r.done
	for _, s := range r.now {
		sum.Add(s)
	}
	r.Progress(&sum)
}

func (r *run) add(i int, s algos.Stats) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done.Add(s)
	r.now[i] = algos.Stats{}
}

// fail ends the exploration.
func (r *run) fail(err error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.cancel(err)
	r.pool.end()
}

// visitor lets visit be called until it returns an error.
func (r *run) visitor(visit func(*model.Execution) error) func(*model.Execution) error {
	if r.Concurrent || r.Jobs == 1 {
		return visit
	}
	return func(e *model.Execution) error {
		r.visiting.Lock()
		defer r.visiting.Unlock()
		if err := context.Cause(r.ctx); err != nil {
			r.uncount(e)
			return err
		}
		err := visit(e)
		if err != nil {
			r.fail(err)
		}
		return err
	}
}

// uncount takes an execution back that has been counted, and will not be visited.
func (r *run) uncount(e *model.Execution) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done.Executions--
	switch e.Outcome() {
	case model.Failed:
		r.done.Failed--
	case model.AssumeBlocked:
		r.done.AssumeBlocked--
	case model.Deadlocked:
		r.done.Deadlocked--
	}
}
