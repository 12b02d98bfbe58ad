package algos

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	finder "dporbench/model/races"
)

// races finds the data races of the executions of a Session, once its threads are known to have accesses that may race: in the
// machine that explores or, where there is none, in one that repeats each execution.
type races struct {
	finder  *finder.Finder
	machine *machine.Machine // whose executions it looks at
	replay  *machine.Replay  // the same, where the session has none
	found   []model.Race     // in the last execution
	last    [2]event.Event   // what raced first in an execution,
	text    string           // and how that was described
}

// mayRace reports whether plain accesses have been seen that may race with others.
func (s *Session) mayRace() bool {
	if s.machine != nil {
		return s.machine.MayRace()
	}
	return s.threads.MayRace()
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

// judge is how an execution ends that has that outcome but for its races. Only those who look at executions get to know
// which races those are.
func (r *races) judge(s *Session, events func() []event.Event, o model.Outcome, failure string) (model.Outcome, string, error) {
	r.found = nil
	after, seen := o.AfterRaces(), s.visit != nil || s.Observer != nil
	if after == o && !seen {
		return o, failure, nil
	}
	if err := r.follow(s, events); err != nil {
		return o, failure, err
	}
	if !r.finder.Any() {
		return o, failure, nil
	}
	if !seen {
		return after, failure, nil
	}
	r.found = r.finder.Find()
	if after == o {
		return o, failure, nil
	}
	m, first := r.machine, r.found[0]
	if pair := [2]event.Event{m.Events()[first.First], m.Events()[first.Second]}; pair != r.last {
		r.last, r.text = pair, finder.Describe(m, first, func(t event.ThreadID) string { return "thread " + m.ThreadName(t) })
	}
	return after, r.text, nil
}

// follow lets the machine be at the end of the execution.
func (r *races) follow(s *Session, events func() []event.Event) (err error) {
	switch {
	case r.finder != nil:
	case s.machine != nil:
		r.machine = s.machine
	default:
		if r.replay, err = machine.NewReplay(s.Program, behaviour.Limits{Memory: s.Memory}); err != nil {
			return err
		}
		r.machine = r.replay.Machine
	}
	if r.finder == nil {
		r.finder = finder.New(r.machine)
	}
	if r.replay != nil {
		_, err = r.replay.Run(events())
	}
	return err
}

func (r *races) close() {
	if r.replay != nil {
		r.replay.Close()
	}
}
