// Package sleepset explores with sleep sets alone. It is the shortest algorithm here
// that reduces anything, and shows how much the others gain beyond sleep sets: it
// visits every class exactly once, but starts many redundant explorations, which it
// abandons where every enabled thread is asleep.
//
// Source: P. Godefroid, Partial-Order Methods for the Verification of
// Concurrent Systems, LNCS 1032 (1996), chapter 5.
//
//	s                      E, the machine's state
//	Sleep(s)               the threads from level.asleep on, which are asleep at E
//	t independent of t'    !event.Dependent of the two threads' next events
//
// Deviation: there are no persistent sets, so every enabled thread that is awake is
// explored.
//
// With a bound of preemptions, prefixes that take more, as counted by preemption.Prefix, are left out. Each class
// within it has a first linearisation that sleep sets keep, and no prefix of that takes more than the class. So
// exactly the classes within the bound are visited, once each; but a prefix may lead nowhere.
//
// Where Stores are buffered nothing changes but the events: sleeping threads are asked for their next event again
// at each step, so a Load whose store has left the buffer is a Read by itself (rule R25).
package sleepset

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/preemption"
)

// New returns an explorer with sleep sets.
func New(o algos.Options) algos.Explorer { return algos.NewSplittable(o, start) }

func start(x *algos.Exploration) (explore func() error) {
	s := &search{Exploration: x}
	if _, any := x.Bound().Limit(); any {
		s.bound = &preemption.Prefix{}
	}
	x.Watch(s.state)
	return func() error {
		s.threads, s.levels, s.asleep = s.threads[:0], s.levels[:0], 0
		return s.explore()
	}
}

type search struct {
	*algos.Exploration
	threads []event.ThreadID   // of all levels, one after the other
	levels  []level            // E and its prefixes, the empty one first
	bound   *preemption.Prefix // nil without a bound of preemptions
	asleep  int                // the total size of the sleep sets that they were reached with
}

// level is a prefix of E. Its threads are first the ones that were asleep when it was reached, then the enabled ones,
// and then the ones that are asleep now: at first the same, later also the threads that have been explored.
type level struct {
	from, enabled, asleep int   // where each of the three begins
	next                  int   // where the next enabled thread to explore is
	value                 int32 // the next value of that thread
	first, awake          int   // the child to begin with, and the number so far
	beyond                bool  // it takes too many preemptions
	beyonds               int   // children that do
}

// explore explores all continuations of the empty execution. The recursion of the paper's search is a loop, in
// which descend calls and leave returns.
func (s *search) explore() (err error) {
	s.levels = append(s.levels, level{})
	s.enter()
	for {
		for err == nil && s.next() {
			err = s.descend()
		}
		if err == nil {
			err = s.end()
		}
		if len(s.levels) == 1 {
			return err
		}
		err = s.leave(err)
	}
}

// last is the level of E.
func (s *search) last() *level { return &s.levels[len(s.levels)-1] }

func (s *search) enter() {
	l := s.last()
	l.enabled = len(s.threads)
	if l.beyond = s.bound != nil && s.exceeds(); !l.beyond {
		s.threads = s.AppendEnabled(s.threads)
	}
	l.next, l.asleep = l.enabled, len(s.threads)
	s.threads = append(s.threads, s.threads[l.from:l.enabled]...)
	if l.enabled < l.asleep {
		l.first = s.Tasks.First(len(s.levels)-1, 0)
	}
}

// next moves on to the next child of E, by an enabled thread that is awake. It puts explored threads to sleep.
func (s *search) next() bool {
	for l := s.last(); l.next < l.asleep; l.next++ {
		t := s.threads[l.next]
		if l.value == 0 && s.sleeps(t, s.threads[l.asleep:]) {
			continue
		}
		for l.value < s.Machine.Values(t) {
			s.Machine.Choose(l.value)
			l.value++
			if l.awake++; l.awake > 1 {
				s.NotifyBranch(t)
			}
			if l.awake > l.first {
				return true
			}
			if l.awake == l.first {
				s.Tasks.Replayed() // including the sleepers examined so far
			}
		}
		l.value = 0
		s.threads = append(s.threads, t)
	}
	return false
}

func (s *search) sleeps(t event.ThreadID, asleep []event.ThreadID) bool {
	s.Stats.Work.SleepEntries += int64(len(asleep))
	if slices.Contains(asleep, t) {
		s.NotifyAsleep(t)
		return true
	}
	return false
}

// descend makes E longer by the next event of the thread that next has found. Threads stay asleep if
// their next events are independent of that event.
func (s *search) descend() error {
	mark, l := len(s.threads), *s.last()
	t := s.threads[l.next]
	e, _ := s.Machine.Next(t)
	for _, u := range s.threads[l.asleep:mark] {
		if f, _ := s.Machine.Next(u); !event.Dependent(e, f) {
			s.threads = append(s.threads, u)
		}
	}
	s.asleep += len(s.threads) - mark
	algos.RaisePeak(&s.Stats.Peak.SleepEntries, s.asleep)
	algos.RaisePeak(&s.Stats.Peak.Events, s.Machine.Len()+1)
	s.levels = append(s.levels, level{from: mark})
	if _, err := s.Step(t); err != nil {
		return err
	}
	s.enter()
	return nil
}

// end is called when nothing is left to explore after E.
func (s *search) end() error {
	switch l := s.last(); {
	case l.beyond:
		s.Stats.Beyond++
		return nil
	case l.awake > l.beyonds:
		return nil
	case l.awake > 0:
		return s.Redundant() // nothing within the bound follows
	case l.enabled == l.asleep:
		return s.Maximal()
	}
	return s.Redundant()
}

// leave removes the last event of E. After an error there is nothing to clean up.
func (s *search) leave(err error) error {
	l := *s.last()
	s.levels = s.levels[:len(s.levels)-1]
	if err == nil {
		s.Machine.Undo()
		s.asleep -= l.enabled - l.from
		s.threads = s.threads[:l.from]
	}
	if l.beyond {
		s.last().beyonds++
	}
	return s.Tasks.Explored(err, len(s.levels)-1, 0, s.last().awake-1)
}

// exceeds reports whether E, in every order, takes more preemptions than the bound, and so does all that follows.
func (s *search) exceeds() bool {
	k, _ := s.Bound().Limit()
	return s.bound.Exceeds(k, s.Machine.Events(), func(i int) bool { return s.Machine.GuardAt(i) != nil })
}

// state describes the search to a Watcher.
func (s *search) state() (d algos.State) {
	for n, l := range s.levels {
		end := len(s.threads)
		if n+1 < len(s.levels) {
			end = s.levels[n+1].from
		}
		set := algos.Set{At: n}
		asleep := s.threads[l.from:l.enabled]
		if l.asleep > 0 { // it has been entered
			asleep = s.threads[l.asleep:end]
		}
		for _, t := range asleep {
			set.Events = append(set.Events, s.NextEvent(n, t))
		}
		if len(set.Events) > 0 {
			d.Asleep = append(d.Asleep, set)
		}
	}
	return d
}
