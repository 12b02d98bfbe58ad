package exhaust

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"dporbench/frontends/smallprog"
)

// ErrInterrupted is returned by Run when its context is done.
var ErrInterrupted = errors.New("interrupted")

// Run checks all programs of the plan, in parallel. Shards in the state, which may
// be nil, are not checked again; newly checked ones are added to it.
// progress, if not nil, is called with the number of programs in each shard checked.
//
// If the plan says to stop at the first failure, the findings are complete up to
// it, and the first of their Failures is the first in the enumeration.
func Run(ctx context.Context, p Plan, state *State, progress func(programs int)) (Findings, error) {
	r := &run{plan: p, state: state, progress: progress, done: map[int]Findings{}}
	maps.Copy(r.done, state.findings())
	defer debug.SetGCPercent(debug.SetGCPercent(fewerCollections))
	err := r.work(ctx)
	if ctx.Err() != nil {
		err = ErrInterrupted
	}
	return merge(r.done, p.StopAtFirst), err
}

// Almost nothing lives long: the heap stays at a few tens of megabytes, and collecting it
// as often as by default takes a third of the time.
const fewerCollections = 1600

type run struct {
	plan     Plan
	state    *State
	progress func(int)

	enough atomic.Bool // no further shard is begun
	mu     sync.Mutex
	done   map[int]Findings // by shard, including those in the state
}

// work checks the remaining shards. The first error cancels the rest.
func (r *run) work(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(cmp.Or(r.plan.Jobs, runtime.GOMAXPROCS(0)))
	for s := range r.plan.shards() {
		if r.state.has(s.number) {
			continue
		}
		if ctx.Err() != nil || r.enough.Load() {
			break
		}
		all.Go(func() error {
			findings, err := r.plan.check(ctx, newVerifier(r.plan.Algorithm, r.plan.Orders), s)
			if err != nil {
				return err
			}
			return r.keep(s, findings)
		})
	}
	return all.Wait()
}

func (r *run) keep(s shard, f Findings) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.plan.StopAtFirst && len(f.Failures) > 0 {
		r.enough.Store(true)
	} else if err := r.state.add(s.number, f); err != nil {
		return err
	}
	r.done[s.number] = f
	if r.progress != nil {
		r.progress(len(s.programs))
	}
	return nil
}

// Shrink makes a failing program smaller, as long as it fails in one of the plan's
// orders, and returns the failure of the smaller program.
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
