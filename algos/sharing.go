package algos

import "dporbench/model"

// The bodies of threads run for sharingFirst events when an exploration begins, to
// find Go state that they share. Beside that they run for about sharingBudget
// events, so that it is found in the first executions, and for one in sharingShare
// of the events that are executed, so that large explorations are no slower. The
// share is all that remains if the program has been checked before.
const (
	sharingFirst  = 400
	sharingBudget = 2000
	sharingShare  = 1024
)

// sharing looks for Go state that threads share, in some of the executions.
type sharing struct {
	program   *model.Program
	isolation *model.Isolation // nil until it is needed
	length    int              // of the execution checked last
	budget    int64            // events that may be run beside the share
}

func newSharing(p *model.Program) (s sharing, err error) {
	s.program = p
	if p.Isolated() == model.Unchecked {
		s.budget = sharingBudget
		s.isolation, err = model.NewIsolation(p, sharingFirst)
	}
	return s, err
}

// check checks an execution if enough events have been executed since the last
// check; of the first one, so much as the budget allows. An execution that is much
// longer than that is not even asked for: an explorer of graphs has to linearise it.
func (s *sharing) check(executed int64, execution func() []model.Event) (err error) {
	budget := s.budget + executed/sharingShare
	if s.isolation == nil {
		if budget < sharingBudget || s.program.Isolated() == model.Assumed {
			return nil
		}
		if s.isolation, err = model.NewIsolation(s.program, sharingFirst); err != nil {
			return err
		}
	}
	first := s.length == 0
	if first {
		s.length = int(executed)
	}
	if first && executed > sharingBudget || !first && int64(s.isolation.Cost(s.length)) > budget {
		return nil
	}
	events := execution()
	if first {
		start, one := s.isolation.Cost(0), s.isolation.Cost(1)-s.isolation.Cost(0)
		events = events[:min(len(events), max(int(budget)-start, 0)/one)]
	}
	s.length = max(len(events), 1)
	s.budget -= int64(s.isolation.Cost(len(events)))
	return s.isolation.Check(events)
}
