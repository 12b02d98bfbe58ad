package campaign

import (
	"context"
	"fmt"
	"sync"
	"time"

	"dporbench/algos/sampling"
	"dporbench/results"
)

// Sizes are the numbers of executions of runs: the published ones or, failing that, estimates for runs that take long.
type Sizes struct {
	Published func(results.Run) int64
	// Estimate, if not nil, estimates for about limit, while the run is being measured.
	Estimate func(ctx context.Context, run results.Run, limit time.Duration) (sampling.Estimate, error)

	found sync.Map // a sampling.Estimate, by program
}

// A run that takes longer than patience is estimated in a few steps, each longer than the last.
const patience = 10 * time.Second

func steps() []time.Duration {
	return []time.Duration{time.Second, 4 * time.Second, 15 * time.Second}
}

// begin is called when a run begins, and stop when it ends.
func (s *Sizes) begin(run results.Run) (stop func()) {
	if s.Estimate == nil || s.Published(run) > 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for _, limit := range steps() {
			select {
			case <-ctx.Done():
				return
			case <-time.After(patience):
			}
			if s.bounded(run) || !s.estimate(ctx, run, limit) {
				return
			}
		}
	}()
	return cancel
}

// estimate reports whether there is an estimate.
func (s *Sizes) estimate(ctx context.Context, run results.Run, limit time.Duration) bool {
	e, err := s.Estimate(ctx, run, limit)
	if err != nil || e.Passes == 0 {
		return false
	}
	s.found.Store(run.Name(), e)
	return true
}

func (s *Sizes) estimated(run results.Run) sampling.Estimate {
	e, _ := s.found.Load(run.Name())
	found, _ := e.(sampling.Estimate)
	return found
}

func (s *Sizes) bounded(run results.Run) bool { return s.estimated(run).High > 0 }

// expected is the number of executions as far as known; 0 if unknown.
func (s *Sizes) expected(run results.Run) int64 {
	if n := s.Published(run); n > 0 {
		return n
	}
	return int64(s.estimated(run).Executions)
}

// text is the expected number as shown after the number done, such as " of 12"; empty if unknown, or if more have been done.
func (s *Sizes) text(run results.Run, done int64) string {
	if n := s.Published(run); n > 0 {
		return fmt.Sprintf(" of %d", n)
	}
	switch e := s.estimated(run); {
	case !e.Exact && max(e.Executions, e.High) <= float64(done):
		return ""
	case e.Exact:
		return fmt.Sprintf(" of %.0f", e.Executions)
	case sampling.Rounded(e.Low) < sampling.Rounded(e.High):
		return fmt.Sprintf(" of %.0f to %.0f", max(sampling.Rounded(e.Low), float64(done)), max(sampling.Rounded(e.High), float64(done)))
	case e.Executions > 0:
		return fmt.Sprintf(" of about %.0f", max(sampling.Rounded(e.Executions), float64(done)))
	}
	return ""
}
