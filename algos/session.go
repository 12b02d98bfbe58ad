package algos

import (
	"context"
	"errors"
	"math/rand/v2"

	"dporbench/model"
)

// Session is one call of Explore, seen from the caller's side: it counts events
// and executions, shows executions to visit, and notices when ctx is done. It
// does not know how executions are found.
type Session struct {
	Program  *model.Program
	Stats    Stats
	Order    Order
	Random   *rand.Rand // for RandomThread
	Observer Observer   // nil if there is none

	sharing  sharing
	ctx      context.Context
	visit    func(*model.Execution) error
	progress func(*Stats)
	threads  Threads
}

// Threads run the program of a Session: a model.Machine, or a model.Behaviour for
// an explorer of graphs.
type Threads interface {
	// BehaviourNodes is the largest size so far of the cache of the threads'
	// behaviour.
	BehaviourNodes() int
	// CheckDeterminism is called after an exploration that ended without an error.
	CheckDeterminism() error
	Close()
}

// Run is Explore for every Explorer. It begins a Session, lets start make what
// runs the program and the function that explores it, calls that function, and
// closes the threads.
func Run(ctx context.Context, p *model.Program, o Options, visit func(*model.Execution) error,
	start func(*Session) (threads Threads, explore func() error, err error)) (Stats, error) {
	if err := context.Cause(ctx); err != nil {
		return Stats{}, err
	}
	shared, err := newSharing(p) // before any thread has run
	if err != nil {
		return Stats{}, err
	}
	s := &Session{
		Program:  p,
		sharing:  shared,
		Order:    o.Order,
		Random:   rand.New(rand.NewPCG(o.Seed, 0)),
		Observer: o.Observer,
		ctx:      ctx,
		visit:    visit,
		progress: o.Progress,
	}
	threads, explore, err := start(s)
	if err != nil {
		return Stats{}, err
	}
	defer threads.Close()
	s.threads = threads
	if err = explore(); err == nil {
		err = threads.CheckDeterminism()
	}
	s.Stats.Peak.BehaviourNodes = int64(threads.BehaviourNodes())
	if errors.Is(err, ErrStop) {
		err = nil
	}
	return s.Stats, err
}

// pollInterval is how many events are counted between two looks at ctx, which
// would cost several per cent of the time if made with each event.
const pollInterval = 16

// CountEvent counts an event that is about to be executed, for explorers without a
// model.Machine, which counts by itself. The error, which must be returned, is the cause
// if ctx is found to be done.
func (s *Session) CountEvent() error {
	s.Stats.Events++
	if s.Stats.Events%pollInterval != 0 {
		return nil
	}
	return s.cancelled()
}

// Executed counts a maximal execution and shows it to the Observer and to visit;
// events is called only if one of them is to see it. An error must be returned.
func (s *Session) Executed(outcome model.Outcome, failure string, events func() []model.Event) error {
	if s.Stats.Events >= s.sharing.due {
		if err := s.sharing.check(s.Stats.Events, events); err != nil {
			return err
		}
	}
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
		s.Stats.Peak.BehaviourNodes = int64(s.threads.BehaviourNodes())
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

func (s *Session) cancelled() error {
	select {
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	default:
		return nil
	}
}

// RaisePeak raises a peak to n if n is larger.
func RaisePeak(peak *int64, n int) { *peak = max(*peak, int64(n)) }
