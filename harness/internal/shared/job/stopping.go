package job

import (
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Stopping is the execution at which a run stopped, as an error.
type Stopping struct {
	Number   int64        // in the order of the visits
	Outcome  string       // as [model.Outcome] writes it
	Trace    trace.Trace  // in the order of its class with the fewest preemptions, if known
	Fewest   bool         // whether it is known
	Schedule string       // see [trace.Trace.Schedule]
	Program  program.Spec // as explored, with the facts learned about it
	Why      string
}

// Error says that the execution is the first of its kind.
func (s *Stopping) Error() string { return s.Why }

// shown returns the error with which a run stops at e, or an error of preparing e for display.
func shown(p program.Program, number int64, e *model.Execution, why error) error {
	s := &Stopping{Number: number, Outcome: e.Outcome().String(), Why: why.Error(), Program: p.Spec}
	var err error
	if s.Trace, s.Fewest, err = easiest(p.Program, e); err != nil {
		return err
	}
	if s.Schedule, err = s.Trace.Schedule(p.Program); err != nil {
		return err
	}
	return s
}

// easiest is e in the order of its class with the fewest preemptions or, if the class is too large to find that, e as it is.
func easiest(p *model.Program, e *model.Execution) (t trace.Trace, fewest bool, err error) {
	order, _, ok, err := trace.FewestPreemptions(p, e.Events())
	if err != nil {
		return t, false, err
	}
	if ok {
		t, err = trace.Of(p, memory.SC, order)
		if err != nil || t.Outcome == e.Outcome() {
			return t, true, err
		}
	}
	t, err = trace.Of(p, memory.SC, e.Events())
	return t, false, err
}
