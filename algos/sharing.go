package algos

import (
	"math"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// To find Go state that threads share, their bodies run for sharingFirst events when an exploration begins, and then
// through some of its executions: for about sharingBudget events, and for one in sharingShare of the events executed,
// so that large explorations are no slower. A program checked before gets only the share.
const (
	sharingFirst  = 400
	sharingBudget = 2000
	sharingShare  = 1024
)

// sharing looks for Go state that threads share, in some of the executions.
type sharing struct {
	program   *model.Program
	memory    memory.Model
	isolation *isolation.Isolation // nil until it is needed
	length    int                  // of the execution checked last
	budget    int64                // events that may be run in addition to the share
	due       int64                // how many events must have been executed before the next check
	before    int64                // events executed in earlier tasks, which due does not count
}

// newSharing makes the first check.
func newSharing(p *model.Program, m memory.Model) (s sharing, err error) {
	s.program, s.memory = p, m
	switch (*front.Program)(p).Isolated() {
	case front.Unchecked:
		s.budget = sharingBudget
		s.isolation, err = isolation.New(p, m, sharingFirst)
	case front.Checked:
		s.due = sharingBudget * sharingShare
	case front.Assumed:
		s.due = math.MaxInt64
	}
	return s, err
}

// passed records that events are counted from 0 again, after this many.
func (s *sharing) passed(events int64) {
	s.before += events
	if s.due != math.MaxInt64 {
		s.due -= events
	}
}

// check checks an execution if the budget and the share allow it; of the first one, as much as they allow. A much
// longer execution is not even requested, because an explorer of graphs would have to linearise it.
func (s *sharing) check(executed int64, execution func() []event.Event) (err error) {
	executed += s.before
	switch first := s.length == 0; {
	case s.isolation == nil: // a program checked before, whose share has reached the cost of a first check
		s.isolation, err = isolation.New(s.program, s.memory, sharingFirst)
		s.length, s.budget = sharingFirst, s.budget-sharingBudget
	case first && executed > sharingBudget:
		s.length = int(executed)
	default:
		events := execution()
		if first {
			start, one := s.isolation.Cost(0), s.isolation.Cost(1)-s.isolation.Cost(0)
			most := int(s.budget+executed/sharingShare) - start
			events = events[:min(len(events), max(most, 0)/one)]
		}
		s.length = max(len(events), 1)
		s.budget -= int64(s.isolation.Cost(len(events)))
		err = s.isolation.Check(events)
	}
	if err == nil {
		s.due = (int64(s.isolation.Cost(s.length))-s.budget)*sharingShare - s.before
	}
	return err
}
