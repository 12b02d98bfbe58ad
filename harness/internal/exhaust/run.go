package exhaust

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"runtime/debug"
	"sync"

	"dporbench/smallprog"
)

// ErrInterrupted is returned by Run when its context is done.
var ErrInterrupted = errors.New("interrupted")

// Run checks all programs of the plan, on all processors. What is in the state,
// which may be nil, is not checked again, and what is checked is added to it.
// progress, if not nil, is called with the number of programs in each part of the enumeration.
//
// If the plan says to stop at the first failure, the findings are right up to
// that, and the first of their Failures is the first in the enumeration.
func Run(ctx context.Context, p Plan, state *State, progress func(programs int)) (Findings, error) {
	r := &run{plan: p, state: state, progress: progress, done: map[int]Findings{}}
	maps.Copy(r.done, state.findings())
	defer debug.SetGCPercent(debug.SetGCPercent(fewerCollections))
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	ahead, stop := context.WithCancel(working) // done when no more shards are to be begun
	defer stop()

	err := r.collect(r.work(working, r.produce(ahead)), stop, cancel)
	if ctx.Err() != nil {
		err = ErrInterrupted
	}
	return merge(r.done, p.StopAtFirst), err
}

// Nearly nothing lives long: the heap stays at some tens of megabytes, and collecting it
// takes a third of the time otherwise.
const fewerCollections = 1600

type run struct {
	plan     Plan
	state    *State
	progress func(int)
	done     map[int]Findings // by shard, with those in the state
}

type checked struct {
	shard    int
	programs int
	findings Findings
	err      error
}

func (r *run) produce(ahead context.Context) <-chan shard {
	shards := make(chan shard)
	go func() {
		defer close(shards)
		for s := range r.plan.shards() {
			if r.state.has(s.number) {
				continue
			}
			select {
			case shards <- s:
			case <-ahead.Done():
				return
			}
		}
	}()
	return shards
}

func (r *run) work(ctx context.Context, shards <-chan shard) <-chan checked {
	done := make(chan checked)
	var workers sync.WaitGroup
	for range cmp.Or(r.plan.Jobs, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			v := newVerifier(r.plan.Algorithm, r.plan.Orders)
			for s := range shards {
				findings, err := r.plan.check(ctx, v, s)
				done <- checked{s.number, len(s.programs), findings, err}
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	return done
}

// collect takes what has been checked, until all has been. The first error
// cancels the rest; after a failure nothing new is begun if it is to be the last.
func (r *run) collect(done <-chan checked, stop, cancel func()) (first error) {
	for c := range done {
		err := c.err
		if err == nil && r.plan.StopAtFirst && len(c.findings.Failures) > 0 {
			stop()
		} else if err == nil {
			err = r.state.add(c.shard, c.findings)
		}
		if err != nil {
			first = cmp.Or(first, err)
			cancel()
			continue
		}
		r.done[c.shard] = c.findings
		if r.progress != nil {
			r.progress(c.programs)
		}
	}
	return first
}

// Shrink makes a program that fails smaller, as long as it fails in one of the
// orders of the plan, and says how.
func Shrink(ctx context.Context, p Plan, f Failure) (Failure, error) {
	program, err := smallprog.Parse(f.Program)
	if err != nil {
		return f, err
	}
	v := newVerifier(p.Algorithm, p.Orders)
	small := smallprog.Shrink(program, func(q smallprog.Program) bool {
		failure, err := v.verify(ctx, q)
		return err == nil && failure != nil
	})
	smaller, err := v.verify(ctx, small)
	if smaller == nil {
		return f, err
	}
	return *smaller, nil
}
