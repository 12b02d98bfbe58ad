package algos

import "dporbench/model"

// The bodies of threads run for this many events when an exploration begins, to
// find Go state that they share, and beside that for one in so many of the events
// it executes, so that it is found early and large explorations are not slower
// for it.
const (
	sharingFirst  = 200
	sharingBudget = 3000
	sharingShare  = 1024
)

// sharing looks for Go state that threads share, in some of the executions.
type sharing struct {
	isolation *model.Isolation
	length    int   // of the execution checked last
	spent     int64 // events run
}

func newSharing(p *model.Program) (*sharing, error) {
	isolation, err := model.NewIsolation(p, sharingFirst)
	return &sharing{isolation: isolation}, err
}

// check checks an execution, or what of the first one is not too long, if enough
// events have been executed since the last check.
func (s *sharing) check(executed int64, execution func() []model.Event) error {
	budget := sharingBudget + executed/sharingShare - s.spent
	if int64(s.isolation.Cost(s.length)) > budget {
		return nil
	}
	events := execution()
	if s.length == 0 {
		start, one := s.isolation.Cost(0), s.isolation.Cost(1)-s.isolation.Cost(0)
		events = events[:min(len(events), max(int(budget)-start, 0)/one)]
	}
	s.length = len(events)
	s.spent += int64(s.isolation.Cost(len(events)))
	return s.isolation.Check(events)
}
