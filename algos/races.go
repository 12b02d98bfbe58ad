package algos

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	finder "dporbench/model/races"
)

// races finds the data races of the executions of a Session, once its threads are known to have plain accesses: in the
// machine that explores or, where there is none, in one that repeats each execution.
type races struct {
	finder *finder.Finder
	replay *finder.Replay
	found  []model.Race   // in the last execution
	last   [2]event.Event // what raced first in an execution,
	text   string         // and how that was described
}

// plain reports whether a thread has been seen to come to a plain access.
func (s *Session) plain() bool {
	if s.machine != nil {
		return s.machine.Plain()
	}
	return s.threads.Plain()
}

// findRaces finds the races of an execution, which may change its outcome.
//
//go:noinline
func (s *Session) findRaces(events func() []event.Event, o *model.Outcome, failure *string) (err error) {
	if err := s.NeedsOrder("whether plain accesses race"); err != nil {
		return err
	}
	*o, *failure, err = s.races.judge(s, events, *o, *failure)
	return err
}

// judge is how an execution ends that has that outcome but for its races.
func (r *races) judge(s *Session, events func() []event.Event, o model.Outcome, failure string) (model.Outcome, string, error) {
	m := s.machine
	switch {
	case m != nil && r.finder == nil:
		r.finder = finder.New(m)
	case m == nil && r.replay == nil:
		var err error
		if r.replay, err = finder.NewReplay(s.Program, behaviour.Limits{Memory: s.Memory}); err != nil {
			return o, failure, err
		}
	}
	if m != nil {
		r.found = r.finder.Find()
	} else {
		var err error
		if r.found, err = r.replay.Find(events()); err != nil {
			return o, failure, err
		}
		m = r.replay.Machine
	}
	after := o.AfterRaces()
	if len(r.found) == 0 || after == o {
		return o, failure, nil
	}
	if first := r.found[0]; s.visit != nil || s.Observer != nil {
		e := m.Events()
		if pair := [2]event.Event{e[first.First], e[first.Second]}; pair != r.last {
			r.last, r.text = pair, finder.Describe(m, first, func(t event.ThreadID) string { return "thread " + m.ThreadName(t) })
		}
		failure = r.text
	}
	return after, failure, nil
}

func (r *races) close() {
	if r.replay != nil {
		r.replay.Close()
	}
}
