package tree

import (
	"errors"
	"fmt"
	"strings"

	"dporbench/model"
	"dporbench/trace"
)

// Schedule is the trace of a program whose threads run in a given order.
type Schedule struct {
	trace.Trace
	Maximal bool   // whether it is a whole execution, not the beginning of one
	Stuck   string // why the next thread cannot continue; "" if all could
}

// Follow runs one event of each of threads, in this order. A thread is named as in [trace.Trace],
// or by its number from 1. It is an error if one has not been started when it is to run.
func Follow(p *model.Program, threads []string) (*Schedule, error) {
	var order trace.Recording
	for _, name := range threads {
		order.Events = append(order.Events, trace.Recorded{Thread: name})
	}
	done, _, err := order.Replay(p)
	s := &Schedule{Trace: done, Maximal: err == nil && done.Maximal()}
	misfit, ok := errors.AsType[*trace.MisfitError](err)
	switch {
	case !ok:
		return s, err
	case misfit.Unknown:
		started := done.Started()
		return nil, fmt.Errorf("event %d: no thread is called %q there: must be one of %s, or a number from 1 to %d",
			misfit.Event, misfit.Thread, strings.Join(started, ", "), len(started))
	}
	s.Stuck = fmt.Sprintf("event %d of %d is impossible: %s", misfit.Event, len(threads),
		strings.Replace(misfit.Now, "it", misfit.Thread, 1))
	return s, nil
}
