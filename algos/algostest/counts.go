package algostest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// counts checks the known numbers of executions of benchmarks with few and short ones. An algorithm that does not
// promise to be optimal may be stopped on some, but not most; one that may repeat classes, on any.
func (k kit) counts() error {
	const longest = 200
	largest := int64(1500)
	if testing.Short() {
		largest = 150
	}
	var errs []error
	explored, abandoned := 0, 0
	for _, c := range benchmarks.Counts() {
		if c.Executions > largest {
			continue
		}
		p := program(c.Benchmark, c.Params...)
		if long, err := isLonger(p, longest); long || err != nil {
			errs = append(errs, err)
			continue
		}
		known, err := k.project(p, c.Executions)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, order := range []algos.Order{algos.FirstThread, algos.LastThread} {
			done, err := k.count(p, algos.Options{Order: order}, known)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s %v, order %v: %w", c.Benchmark, c.Params, order, err))
			}
			if explored++; !done {
				abandoned++
			}
		}
	}
	if k.ExactlyOnce && 2*abandoned > explored {
		errs = append(errs, fmt.Errorf("%d of %d explorations of benchmarks were abandoned: %w", abandoned, explored, errAbandoned))
	}
	return errors.Join(errs...)
}

// project converts the known number of executions of p to the number of classes of the algorithm's equivalence.
func (k kit) project(p *model.Program, known int64) (int64, error) {
	if k.Equivalence.KeepsOrder() {
		return known, nil
	}
	keyer := k.Equivalence.NewKeyer(p, memory.SC)
	defer keyer.Close()
	classes, stats, err := ExploreBy(keyer, pop.New(algos.Options{}), p)
	if err == nil && stats.Executions != known {
		err = fmt.Errorf("%d executions to project, must be %d", stats.Executions, known)
	}
	return int64(len(classes)), err
}

// isLonger reports whether the execution of p in which the first enabled thread always goes next has more than n
// events.
func isLonger(p *model.Program, n int) (bool, error) {
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		return false, err
	}
	defer m.Close()
	for m.Len() <= n {
		t := m.NextEnabled(event.NoThread)
		if t == event.NoThread {
			return false, nil
		}
		if _, err := m.Step(t); err != nil {
			return false, err
		}
	}
	return true, nil
}

// count explores p; done is false if the exploration was abandoned.
func (k kit) count(p *model.Program, o algos.Options, executions int64) (done bool, err error) {
	ctx, cancel := k.limited()
	defer cancel()
	stats, err := k.New(o).Explore(ctx, p, nil)
	switch {
	case errors.Is(err, errAbandoned) && (stats.Executions <= executions || !k.ExactlyOnce):
		return false, nil
	case err != nil:
		return true, err
	case stats.Executions != executions && (k.ExactlyOnce || stats.Executions < executions):
		return true, fmt.Errorf("%d executions, must be %d", stats.Executions, executions)
	case k.Optimal && stats.Redundant > 0:
		return true, fmt.Errorf("%d redundant explorations, promises none", stats.Redundant)
	}
	return true, nil
}

var errAbandoned = errors.New("too much redundant exploration")

// limit is a context that is done after a number of calls of Done. An explorer calls it at the end
// of each exploration and at every 16th event (see algos.GraphExploration), so this limits the work it does
// in the same way on every machine.
type limit struct {
	context.Context
	cancel context.CancelCauseFunc
	left   int64
}

// limited limits the time, and the work unless the algorithm promises to be optimal.
func (k kit) limited() (l *limit, cancel func()) {
	l = &limit{left: 2000}
	if k.Optimal {
		l.left = 1 << 40
	}
	timed, done := context.WithTimeoutCause(context.Background(), time.Minute, errLate)
	l.Context, l.cancel = context.WithCancelCause(timed)
	return l, func() { l.cancel(nil); done() }
}

func (l *limit) Done() <-chan struct{} {
	if l.left--; l.left < 0 {
		l.cancel(errAbandoned)
	}
	return l.Context.Done()
}

// program returns a benchmark, which must exist.
func program(name string, params ...int) *model.Program {
	b, _ := benchmarks.Lookup(name)
	p, err := b.Program(params...)
	must(err)
	return p
}
