// Package sleepset explores with sleep sets alone. It is the shortest algorithm here
// that reduces anything, and shows how much the others gain beyond sleep sets: it
// visits every class exactly once, but starts many redundant explorations, which it
// abandons where every enabled thread is asleep.
//
// Source: P. Godefroid, Partial-Order Methods for the Verification of
// Concurrent Systems, LNCS 1032 (1996), chapter 5.
//
//	s                      E, the machine's state
//	Sleep(s)               sleep, the threads that are asleep at E
//	t independent of t'    !event.Dependent of the two threads' next events
//
// Deviation: there are no persistent sets, so every enabled thread that is awake is
// explored.
//
// Where Stores are buffered nothing changes but the events: sleeping threads are asked for their next event again
// at each step, so a Load whose store has left the buffer is a Read by itself (rule R25).
package sleepset

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// New returns an explorer with sleep sets.
func New(o algos.Options) algos.Explorer { return algos.NewSplittable(o, start) }

func start(x *algos.Exploration) (explore func() error) {
	s := &search{Exploration: x}
	return func() error {
		s.threads, s.asleep = s.threads[:0], 0
		return s.explore(nil)
	}
}

type search struct {
	*algos.Exploration
	threads []event.ThreadID // the enabled threads and the sleep sets of all prefixes of E, one after the other
	asleep  int              // the size of those sleep sets together
}

// explore explores what follows E. sleep is part of s.threads, or nil, and is not
// changed.
func (s *search) explore(sleep []event.ThreadID) error {
	mark := len(s.threads)
	defer func() { s.threads = s.threads[:mark] }()
	s.threads = s.AppendEnabled(s.threads)
	enabled := s.threads[mark:]
	if len(enabled) == 0 {
		return s.Maximal()
	}
	s.threads = append(s.threads, sleep...)
	sleepFrom := mark + len(enabled)

	depth := s.Machine.Len()
	first, awake := s.First(depth, 0), 0
	for _, t := range enabled {
		sleep := s.threads[sleepFrom:]
		s.Stats.Work.SleepEntries += int64(len(sleep))
		if slices.Contains(sleep, t) {
			s.NotifyAsleep(t)
			continue
		}
		for v := range s.Machine.Values(t) {
			s.Machine.Choose(v)
			if awake++; awake > 1 {
				s.NotifyBranch(t)
			}
			if awake <= first {
				continue
			}
			err := s.descend(t, sleep)
			if err = s.Explored(err, depth, 0, awake-1); err != nil {
				return err
			}
		}
		s.threads = append(s.threads, t)
	}
	if awake == 0 {
		return s.Redundant()
	}
	return nil
}

// descend explores what follows E and the next event of t. Threads stay asleep if
// their next events are independent of that event.
func (s *search) descend(t event.ThreadID, sleep []event.ThreadID) error {
	mark := len(s.threads)
	e, _ := s.Machine.Next(t)
	for _, u := range sleep {
		if f, _ := s.Machine.Next(u); !event.Dependent(e, f) {
			s.threads = append(s.threads, u)
		}
	}
	below := s.threads[mark:]
	s.asleep += len(below)
	algos.RaisePeak(&s.Stats.Peak.SleepEntries, s.asleep)
	algos.RaisePeak(&s.Stats.Peak.Events, s.Machine.Len()+1)
	if _, err := s.Step(t); err != nil {
		return err
	}
	if err := s.explore(below); err != nil {
		return err
	}
	s.Machine.Undo()
	s.asleep -= len(below)
	s.threads = s.threads[:mark]
	return nil
}
