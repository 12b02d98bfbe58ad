package algostest

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"dporbench/algos"
	"dporbench/algos/oracle"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/event"
)

type visited struct {
	classes  Classes
	examples map[string][]event.Event // an execution of each class, where they are kept
	stats    algos.Stats
	program  *model.Program
	outcomes oracle.Outcomes // of the classes
	largest  oracle.Extent
}

type how struct {
	atMost int                                      // executions; one more is errTooMany
	keep   bool                                     // an execution of each class
	keyer  *equivalence.Keyer                       // of the events once they are renamed
	rename func(events []event.Event) []event.Event // of the events, before the classes are distinguished, if not nil
}

var errTooMany = errors.New("too many executions")

func (k kit) visit(x algos.Explorer, p *model.Program, h how) (visited, error) {
	v := visited{program: p, classes: Classes{}, examples: map[string][]event.Event{}}
	executions := 0
	stats, err := k.guarded(x, p, func(e *model.Execution) error {
		if executions++; executions > h.atMost {
			return errTooMany
		}
		events := e.Events()
		v.largest.Add(events)
		if h.rename != nil {
			events = h.rename(events)
		}
		key, err := h.keyer.Key(events)
		if err != nil {
			return err
		}
		if v.classes[key]++; v.classes[key] == 1 {
			v.outcomes.Add(e.Outcome())
		}
		if h.keep && v.classes[key] == 1 {
			v.examples[key] = append([]event.Event(nil), events...)
		}
		return nil
	})
	v.stats = stats
	return v, err
}

var (
	errPanicked = errors.New("the explorer panics")
	errLate     = errors.New("the exploration does not end")
)

// guarded returns an error if x panics or does not end; in that case x is left running.
func (k kit) guarded(x algos.Explorer, p *model.Program, visit func(*model.Execution) error) (stats algos.Stats, err error) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), k.timeout, errLate)
	defer cancel()
	done := make(chan struct{})
	late := time.NewTimer(k.timeout + k.timeout/10)
	defer late.Stop()
	go func() {
		defer close(done)
		defer func() {
			if panicked := recover(); panicked != nil {
				err = fmt.Errorf("%w: %v\n%s", errPanicked, panicked, debug.Stack())
			}
		}()
		stats, err = x.Explore(ctx, p, visit)
	}()
	select {
	case <-done:
		return stats, err
	case <-late.C:
		return algos.Stats{}, fmt.Errorf("%w, although its context is done", errLate)
	}
}
