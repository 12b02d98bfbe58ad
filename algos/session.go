package algos

import (
	"cmp"
	"context"
	"math/rand/v2"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// Session is one call of Explore, or one Worker: what explorers of sequences, which have an [Exploration], and explorers
// of graphs, which have a [GraphExploration], have in common. It does not depend on how executions are found.
type Session struct {
	Program  *model.Program
	Memory   memory.Model
	Order    Order
	Random   *rand.Rand // for RandomThread
	Observer Observer   // nil if there is none
	Stats    Stats
	Tasks    Tasks // for a [Splittable]
	Features

	caller   caller   // is shown executions
	limit    limit    // of preemptions
	sharing  sharing  // finds Go state that threads share
	verdicts verdicts // on executions whose events alone do not show how they end
	work     work     // counted outside Stats
	threads  Threads
	draws    draws // the source of Random
}

// Threads run the program of a Session: a machine.Machine, or a behaviour.Behaviour for
// an explorer of graphs.
type Threads interface {
	// BehaviourNodes is the largest size so far of the cache of thread
	// behaviour.
	BehaviourNodes() int
	// CheckDeterminism is called after an exploration that ended without an error.
	CheckDeterminism() error
	// WhenMayRace arranges for a call of its argument, perhaps at once, when plain accesses that may race with others
	// are seen.
	WhenMayRace(tell func())
	Close()
}

func newSession(p *model.Program, o Options) (*Session, error) {
	shared, err := newSharing(p, o.Memory) // before any thread has run
	if err != nil {
		return nil, err
	}
	generator := rand.NewPCG(o.Seed, 0)
	s := &Session{
		Program:  p,
		Memory:   o.Memory,
		Order:    o.Order,
		Random:   rand.New(generator),
		Observer: o.Observer,
		caller:   caller{ctx: context.Background(), progress: o.Progress},
		sharing:  shared,
		Features: Features{memory: o.Memory},
		verdicts: newVerdicts(p, o.Memory),
		draws:    draws{seed: o.Seed, generator: generator},
	}
	s.Tasks.stats, s.Tasks.work = &s.Stats, &s.work
	if err := s.Declare(featuresOf(p, o)); err != nil {
		return nil, err
	}
	s.limit, err = newLimit(p, o.Preemptions)
	return s, err
}

// CountWork registers count, which is called when the exploration or a task has ended, to add the counts made
// elsewhere since it began.
func (s *Session) CountWork(count func(*Work)) { s.work.counts = append(s.work.counts, count) }

// Bound is the limit of preemptions.
func (s *Session) Bound() Bound { return s.limit.Bound }

// begin begins a task.
func (s *Session) begin(c caller) {
	c.progress = s.caller.progress
	s.sharing.passed(s.Stats.Events)
	s.caller, s.Stats, s.work.discarded = c, Stats{}, Work{}
}

// executed counts a maximal execution, unless it is beyond the Bound, and shows it to the Observer and to visit;
// events is called only if needed. An error must be returned.
func (s *Session) executed(o model.Outcome, failure string, events func() []event.Event) (err error) {
	if s.Stats.Events >= s.sharing.due {
		if err := s.sharing.check(s.Stats.Events, events); err != nil {
			return err
		}
	}
	if s.Tasks.lead != nil {
		return ErrNoTask
	}
	if s.limit.counter != nil {
		if beyond, err := s.limit.exceeds(events()); beyond || err != nil {
			s.Stats.Redundant++
			s.Stats.Beyond++
			return cmp.Or(err, s.caller.cancelled())
		}
	}
	s.Stats.Executions++
	if s.verdicts.needed {
		if o, failure, err = s.verdict(o, failure, events); err != nil {
			return err
		}
	}
	if n := Counted(&s.Stats.Counts, o); n != nil {
		*n++
	}
	return s.show(o, failure, events)
}

// verdict determines how an execution ends whose events alone show outcome o.
//
//go:noinline
func (s *Session) verdict(o model.Outcome, failure string, events func() []event.Event) (model.Outcome, string, error) {
	o, failure = s.verdicts.judge(o, failure, events)
	if !s.verdicts.mayRace {
		return o, failure, nil
	}
	if err := s.Declare(PlainRaces); err != nil {
		return o, failure, err
	}
	return s.verdicts.races.judge(events, o, failure, s.caller.visit != nil || s.Observer != nil)
}

// show shows an execution to all who follow the exploration, and asks whether to continue.
func (s *Session) show(o model.Outcome, failure string, events func() []event.Event) error {
	if s.caller.progress != nil {
		s.Stats.Peak.BehaviourNodes = int64(s.threads.BehaviourNodes())
		s.caller.progress(&s.Stats)
	}
	if s.Observer != nil {
		s.Observer.Ended(events(), End{Executed, o, failure})
	}
	if s.caller.visit != nil {
		if err := s.caller.visit((*front.Program)(s.Program).NewExecution(events, o, failure).WithRaces(s.verdicts.races.found)); err != nil {
			return err
		}
	}
	return s.caller.continues(&s.Stats)
}

// RaisePeak raises a peak to n if n is larger.
func RaisePeak(peak *int64, n int) { *peak = max(*peak, int64(n)) }
