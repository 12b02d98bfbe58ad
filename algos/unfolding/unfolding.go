// Package unfolding explores the unfolding of a program: its events with all their causes. Its maximal configurations
// are the classes; each is visited once, and nothing is redundant. Events in conflict with explored ones are kept,
// which may take exponential memory.
//
// Source: Rodríguez, Sousa, Sharma, Kroening, Unfolding-based Partial Order Reduction, CONCUR 2015, Algorithm 1, with
// the changes of Nguyen, Rodríguez, Sousa, Coti, Petrucci, Quasi-Optimal Partial Order Reduction, CAV 2018:
// conflicting extensions are sought only in maximal configurations, and an alternative may be partial.
//
//	U              search.u
//	⟨t, H⟩         node: the event t with the history H
//	C              search.e, the events of E
//	D              search.disabled
//	A, J           search.toCome
//	en(C)          the enabled threads of the machine
//	ex(C)          search.extend
//	Alt(C, D)      search.alternative
//	#i             unfolding.rivals
//	Remove(e,C,D)  search.collect
//
// Deviations:
//
//   - The recursion is a loop: a level is a configuration on the way to C, and its call for D ∪ {e} takes place there.
//   - Events are not removed one by one, but all at once when U has doubled.
//   - The papers have mutexes and variables that are read and written under them. Here a history is whatever orders the
//     dependent accesses of one object, so that reads commute, a CompareAndSwap that fails is a read, and an event that
//     waits for a value comes after a write that left such a value.
package unfolding

import (
	"errors"
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// New returns an explorer of unfoldings whose alternatives are complete.
func New(o algos.Options) algos.Explorer { return newExplorer(o, all) }

// NewPartial returns one whose alternatives need to be in conflict with only k of the disabled events (CAV 2018,
// section 5). It finds them in polynomial time for a fixed k, but its explorations may turn out to be redundant.
func NewPartial(k int) func(algos.Options) algos.Explorer {
	return func(o algos.Options) algos.Explorer { return newExplorer(o, k) }
}

// all is the k of alternatives that are complete.
const all = 1 << 30

func newExplorer(o algos.Options, k int) algos.Explorer {
	return algos.NewExplorer(o, algos.OnlySC(func(x *algos.Exploration) error {
		s := &search{
			Exploration: x,
			k:           k,
			enough:      least,
		}
		s.u.reset(least)
		s.levels = append(s.levels, 0)
		x.CountWork(func(w *algos.Work) {
			w.Comparisons += s.u.compared
			w.GraphEvents += s.u.added
		})
		return s.explore()
	}))
}

type search struct {
	*algos.Exploration
	u        unfolding
	k        int
	e        []id             // the events of E
	steps    []operation.Step // what their threads asked for
	last     cut              // C
	levels   []int            // by configuration on the way to C, and for C: where the disabled events that are not in conflict with it begin
	disabled []id             // D, of all levels, one after the other
	toCome   []id             // the rest of the alternative that is being followed, causes first
	enough   int              // the number of events of U from which some are removed
	periods
	cover
	reads
}

// errUnfolding means that the algorithm is wrong.
var errUnfolding = errors.New("unfolding: an event of an alternative is not the one that its thread does, which must not happen")

// explore is Explore(∅, ∅, ∅).
func (s *search) explore() error {
	for {
		if err := s.descend(); err != nil || !s.backtrack() {
			return err
		}
	}
}

// descend continues from C, first with the alternative to come, to the end.
func (s *search) descend() error {
	for t := s.next(); t != event.NoThread; t = s.next() {
		if err := s.push(t); err != nil {
			return err
		}
	}
	if s.FirstEnabled() != event.NoThread {
		return s.Redundant()
	}
	s.extend()
	s.collect()
	return s.Maximal()
}

// next is a thread whose next event is not disabled, or NoThread.
func (s *search) next() event.ThreadID {
	if len(s.toCome) > 0 {
		return s.choose(s.toCome[0])
	}
	for t := s.FirstEnabled(); t != event.NoThread; t = s.NextEnabled(t) {
		if !s.disables(t) {
			return t
		}
	}
	return event.NoThread
}

// choose returns the thread of an event that is to come next, and sets the machine to the value of its choice.
func (s *search) choose(n id) event.ThreadID {
	e := &s.u.nodes[n]
	if e.Kind == event.Choice {
		s.Machine.Choose(e.Value())
	}
	return e.Thread
}

// disables reports whether the next event of thread t is in D; of a choice, it sets the machine to a value that is not.
func (s *search) disables(t event.ThreadID) bool {
	if len(s.open()) == 0 {
		return false
	}
	next, _ := s.Machine.Next(t)
	for value := range s.Machine.Values(t) {
		if next.Kind == event.Choice {
			next.Object = value
		}
		if !slices.Contains(s.open(), s.intern(next)) {
			s.Machine.Choose(value)
			return false
		}
	}
	return true
}

// push lets thread t do its next event. Disabled events that depend on it are then in conflict with C.
func (s *search) push(t event.ThreadID) error {
	step, values := s.Machine.NextStep(t), s.Machine.Values(t)
	e, err := s.Step(t)
	if err != nil {
		return err
	}
	if other := e; e.Kind == event.Choice {
		for other.Object = range values {
			s.intern(other)
		}
	}
	n := s.intern(e)
	if len(s.toCome) > 0 {
		if s.toCome[0] != n {
			return errUnfolding
		}
		s.toCome = s.toCome[1:]
	}
	s.e, s.steps = append(s.e, n), append(s.steps, step)
	s.last.set(t, n)
	s.access(e, n)
	open := s.open()
	s.levels = append(s.levels, len(s.disabled))
	for _, d := range open {
		if !event.Dependent(e, s.u.nodes[d].Event) {
			s.disabled = append(s.disabled, d)
		}
	}
	algos.RaisePeak(&s.Stats.Peak.SleepEntries, len(s.disabled))
	algos.RaisePeak(&s.Stats.Peak.Events, len(s.e))
	return nil
}

// open are the events of D that C does not exclude.
func (s *search) open() []id { return s.disabled[s.levels[len(s.levels)-1]:] }

// pop takes back the last event of E, and returns it.
func (s *search) pop() id {
	end := len(s.e) - 1
	n := s.e[end]
	s.release(s.u.nodes[n].Event)
	s.last.set(s.u.nodes[n].Thread, s.u.before(n))
	s.e, s.steps = s.e[:end], s.steps[:end]
	s.disabled, s.levels = s.disabled[:s.levels[end+1]], s.levels[:end+1]
	s.Machine.Undo()
	return n
}

// backtrack goes back to the last configuration from which something else is to be explored: an alternative to the
// event there and all that is disabled.
func (s *search) backtrack() (found bool) {
	for len(s.e) > 0 {
		s.disabled = append(s.disabled, s.pop())
		if s.alternative() {
			s.NotifyBranch(s.choose(s.toCome[0]))
			return true
		}
	}
	return false
}
