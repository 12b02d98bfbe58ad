// Package ifs explores with sleep sets and an oracle, which is asked of each event whether anything that follows it
// has not been explored. So what is begun always ends in a class that has not been visited.
//
// Source: Herbreteau, Larroze-Jardiné, Walukiewicz, Partial-Order Reduction Is Hard, CONCUR 2025. Theirs is the notion
// of an IFS oracle ("includes first set"), that with an exact one sleep sets are an optimal stateless algorithm, and
// that the question is NP-hard. How it is answered here is ours: by a search, which remembers its answers. Where it
// comes to a dead end, that counts as redundant, and its events as events, so the entry does not promise to be optimal.
//
//	s, E               the state and the execution of the machine
//	first(u)           the threads whose next event may come first in a run u, up to equivalence
//	sleep(E)           a part of search.threads
//	IFS(s, B)          search.isOpen: s has a maximal run u with first(u) ⊆ B, for B the enabled threads not asleep
package ifs

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// New returns an explorer with sleep sets and an exact IFS oracle.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	s := &search{Exploration: x, answers: map[string]bool{}, histories: map[history]int32{}}
	return s.explore(0)
}

type search struct {
	*algos.Exploration
	threads   []event.ThreadID // sets of threads, one after the other: a stack
	answers   map[string]bool  // of the oracle, by state and sleep set
	key       []byte           // scratch of isOpen
	histories map[history]int32
	at        []int32          // by thread: what it has done and read so far
	noted     []event.ThreadID // by position: the thread of the event there,
	before    []int32          // and what it had done and read before
}

// explore explores what follows E. The threads from the given place on are asleep.
func (s *search) explore(from int) error {
	enabled, asleep := s.enter(from)
	if enabled == asleep {
		return s.Maximal()
	}
	explored := 0
	for i := enabled; i < asleep; i++ {
		t := s.threads[i]
		if s.sleeps(t, s.threads[asleep:]) {
			s.NotifyAsleep(t)
			continue
		}
		for value := range s.Machine.Values(t) {
			below := s.asleepAfter(t, asleep)
			open, err := s.opens(t, value, below)
			if err == nil && open {
				if explored++; explored > 1 {
					s.Machine.Choose(value)
					s.NotifyBranch(t)
				}
				err = s.step(t, value)
				if err == nil {
					err = s.explore(below)
				}
				s.undo()
			}
			if err != nil {
				return err
			}
			s.threads = s.threads[:below]
		}
		s.threads = append(s.threads, t)
	}
	s.threads = s.threads[:enabled]
	return nil
}

// enter adds to the stack the threads that are enabled, and behind them once more those that are asleep.
func (s *search) enter(from int) (enabled, asleep int) {
	enabled = len(s.threads)
	s.threads = s.AppendEnabled(s.threads)
	asleep = len(s.threads)
	s.threads = append(s.threads, s.threads[from:enabled]...)
	algos.RaisePeak(&s.Stats.Peak.SleepEntries, len(s.threads))
	algos.RaisePeak(&s.Stats.Peak.Events, s.Machine.Len())
	return enabled, asleep
}

func (s *search) sleeps(t event.ThreadID, asleep []event.ThreadID) bool {
	s.Stats.Work.SleepEntries += int64(len(asleep))
	return slices.Contains(asleep, t)
}

// asleepAfter adds to the stack those of the threads from the given place on that stay asleep after the next event
// of t, and returns where they begin.
func (s *search) asleepAfter(t event.ThreadID, from int) (below int) {
	e, _ := s.Machine.Next(t)
	below = len(s.threads)
	for _, u := range s.threads[from:below] {
		if f, _ := s.Machine.Next(u); !event.Dependent(e, f) {
			s.threads = append(s.threads, u)
		}
	}
	return below
}

// step does the next event of t. Whatever it returns, undo must be called.
func (s *search) step(t event.ThreadID, value int32) error {
	s.Machine.Choose(value)
	s.note(t)
	_, err := s.Step(t)
	return err
}
