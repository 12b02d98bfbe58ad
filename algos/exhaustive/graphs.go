package exhaustive

import (
	"context"

	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// Where executions are graphs, a thread that waits may read any write that ends its wait, and may also stay until the end if the last one
// in mo does not. So a configuration may be maximal, with its threads as they are, and be continued as well.

// references are the steps of all threads, with each write that they may refer to, whether the axioms allow it or not.
func (s *search) references() (all []step) {
	for t := range event.ThreadID(s.Machine.Threads()) {
		all = referring(all, s.Machine, t)
	}
	return all
}

// referring appends to all the steps of t, with each write that they may refer to.
func referring(all []step, m *machine.Machine, t event.ThreadID) []step {
	writes := m.References(t)
	for _, w := range writes {
		if m.Refer(w); m.Enabled(t) {
			all = append(all, step{thread: t, refer: w})
		}
	}
	m.Refer(event.Access{})
	if writes == nil && m.Enabled(t) {
		all = valued(all, m, t)
	}
	return all
}

// Candidate is an execution, or the beginning of one, that the axioms of a memory model allow or forbid.
type Candidate struct {
	Events    []event.Event // valid during visit
	Violation *Violation    // nil if they allow it
}

// Violation is an axiom that is broken, and a cycle that shows it. Events are numbered by their places in the Candidate, and initial writes -1.
type Violation = axioms.Violation

// Candidates visits all ways to run one event of each of the threads that next returns, until it returns event.NoThread: with each write that the events may refer to
// under m, where executions are graphs. Where the axioms forbid a beginning, nothing is added to it. An error of visit ends the search and is returned.
func Candidates(ctx context.Context, p *model.Program, m memory.Model, next func(*machine.Machine) event.ThreadID, visit func(Candidate) error) error {
	following, err := machine.NewFollowing(p, behaviour.Limits{Memory: m})
	if err != nil {
		return err
	}
	defer following.Close()
	return candidates(ctx, following, next, visit)
}

func candidates(ctx context.Context, m *machine.Machine, next func(*machine.Machine) event.ThreadID, visit func(Candidate) error) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	violation := axioms.Violated(m)
	t := event.NoThread
	if violation == nil {
		t = next(m)
	}
	if t == event.NoThread {
		return visit(Candidate{m.Events(), violation})
	}
	for _, s := range referring(nil, m, t) {
		m.Choose(s.value)
		m.Refer(s.refer)
		if _, err := m.Step(t); err != nil {
			return err
		}
		if err := candidates(ctx, m, next, visit); err != nil {
			return err
		}
		m.Undo()
	}
	return nil
}
