package algos

import (
	"context"
	"errors"
	"math/rand/v2"

	"dporbench/model"
)

// Session is what one call of Explore has to do with its caller: it counts, and
// shows executions to visit. It knows nothing of how they are found.
type Session struct {
	Stats    Stats
	Order    Order
	Random   *rand.Rand // for RandomThread
	Observer Observer   // nil if there is none

	ctx      context.Context
	visit    func(*model.Execution) error
	progress func(*Stats)
}

// NewSession begins a session. The error is the cause if ctx is done already.
func NewSession(ctx context.Context, o Options, visit func(*model.Execution) error) (*Session, error) {
	return &Session{
		Order:    o.Order,
		Random:   rand.New(rand.NewPCG(o.Seed, 0)),
		ctx:      ctx,
		visit:    visit,
		Observer: o.Observer,
		progress: o.Progress,
	}, context.Cause(ctx)
}

// Executed counts a maximal execution and shows it to the Observer and to visit;
// events is called if they are to see it. After an error, Explore must return it, by way of
// Result.
func (s *Session) Executed(outcome model.Outcome, failure string, events func() []model.Event) error {
	s.Stats.Executions++
	switch outcome {
	case model.Failed:
		s.Stats.Failed++
	case model.AssumeBlocked:
		s.Stats.AssumeBlocked++
	case model.Deadlocked:
		s.Stats.Deadlocked++
	}
	if s.progress != nil {
		s.progress(&s.Stats)
	}
	if s.Observer != nil {
		s.Observer.Ended(events(), End{Executed, outcome, failure})
	}
	if s.visit != nil {
		if err := s.visit(model.NewExecution(events(), outcome, failure)); err != nil {
			return err
		}
	}
	return s.cancelled()
}

// Redundant counts an exploration that a sleep set blocked. After an error,
// Explore must return it, by way of Result.
func (s *Session) Redundant() error {
	s.Stats.Redundant++
	return s.cancelled()
}

func (s *Session) cancelled() error {
	select {
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	default:
		return nil
	}
}

// Result turns err, with which an exploration ended, into what Explore returns.
func (s *Session) Result(err error) (Stats, error) {
	if errors.Is(err, ErrStop) {
		err = nil
	}
	return s.Stats, err
}

// Reached raises a peak to n if n is larger.
func RaisePeak(peak *int64, n int) { *peak = max(*peak, int64(n)) }
