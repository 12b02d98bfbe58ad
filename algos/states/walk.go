package states

import (
	"math/rand/v2"

	"dporbench/model/event"
)

// Random executions show the accesses of threads, before states are visited: at least the first of these numbers, until the second in a row have
// shown nothing new, and at most the third. The fourth bounds the events of each.
const (
	fewestWalks = 100
	quietWalks  = 500
	mostWalks   = 3000
	mostInWalk  = 2000
)

// walk runs random executions, its share of them.
func (s *search) walk() error {
	random, share := rand.New(rand.NewPCG(1, uint64(s.number)+1)), len(s.workers)
	last, most := 0, mostInWalk // last is the walk that has shown something new
	if s.options.MaxSteps > 0 {
		most = min(most, s.options.MaxSteps-1)
	}
	for n := range mostWalks / share {
		if n >= fewestWalks/share && n > last+quietWalks/share || s.stopped.Load() {
			break
		}
		news := s.classes.news.Load()
		if err := s.walkOnce(random, most); err != nil {
			return err
		}
		if s.classes.news.Load() > news {
			last = n
		}
		if s.ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// walkOnce runs a random execution of at most so many events, and goes back. Threads settle, so bodies run only where a local state is met for the first time.
func (s *search) walkOnce(random *rand.Rand, most int) error {
	defer s.Reset()
	for t := range event.ThreadID(s.program.NumThreads()) {
		s.settle(t)
	}
	last := event.NoThread
	for s.Len() < most && s.Threads() <= MostThreads {
		if random.IntN(2) == 0 || last == event.NoThread || !s.Enabled(last) {
			if last = s.draw(random); last == event.NoThread {
				return nil
			}
		}
		s.Choose(random.Int32N(s.Values(last)))
		e, err := s.Step(last)
		if err != nil {
			return err
		}
		if s.settle(last); e.Kind == event.Spawn {
			s.settle(event.ThreadID(e.Object))
		}
	}
	return nil
}

// draw returns one of the enabled threads, or event.NoThread if there is none.
func (s *search) draw(random *rand.Rand) (drawn event.ThreadID) {
	drawn = event.NoThread
	n := 0
	for t := s.NextEnabled(event.NoThread); t != event.NoThread; t = s.NextEnabled(t) {
		if n++; random.IntN(n) == 0 {
			drawn = t
		}
	}
	return drawn
}
