// Package exhaustive is the oracle that other algorithms are checked against. It
// visits every configuration, that is every class of prefixes, and remembers them
// all.
//
// So that it can be trusted, it uses no reduction and shares nothing with the other
// algorithms: it steps every enabled thread at every configuration, and
// distinguishes configurations by their canonical class keys, long ones by their SHA-256.
// Memory grows with the number of configurations.
package exhaustive

import (
	"crypto/sha256"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/order"
)

// New returns the exhaustive explorer.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

// suspect is the number of operations after which a thread is checked for running forever: the keys of all prefixes
// of an execution take time quadratic in its length.
const suspect = 1 << 14

func explore(x *algos.Exploration) error {
	x.Machine.Suspect(suspect)
	search := &search{Exploration: x, seen: map[string]struct{}{}}
	return search.explore()
}

type search struct {
	*algos.Exploration
	seen   map[string]struct{} // keys of the configurations reached
	levels []level             // of all prefixes of E
	keyer  order.Keyer
	key    []byte // scratch
}

// level is a configuration that is being explored.
type level struct {
	threads []event.ThreadID // enabled, and not explored with all of their values
	value   int32            // of the first of them, to be explored next
	begun   bool             // something has been explored
}

// explore visits the configurations depth first.
func (s *search) explore() error {
	if err := s.enter(); err != nil {
		return err
	}
	for len(s.levels) > 0 {
		l := &s.levels[len(s.levels)-1]
		if len(l.threads) == 0 {
			s.leave()
			continue
		}
		if err := s.descend(l); err != nil {
			return err
		}
	}
	return nil
}

// enter makes E a level, without threads if there is nothing to explore after it.
func (s *search) enter() error {
	s.levels = append(s.levels, level{})
	s.key = shortened(s.keyer.Append(s.key[:0], s.Machine.Events()))
	if _, seen := s.seen[string(s.key)]; seen {
		return s.Ended(algos.Known)
	}
	s.seen[string(s.key)] = struct{}{}
	algos.RaisePeak(&s.Stats.Peak.Configurations, len(s.seen))
	algos.RaisePeak(&s.Stats.Peak.Events, s.Machine.Len())

	enabled := s.AppendEnabled(nil)
	if len(enabled) == 0 {
		return s.Maximal()
	}
	s.levels[len(s.levels)-1].threads = enabled
	return nil
}

// longKey is the greatest length in bytes of a key that is kept as it is.
const longKey = 128

// shortened returns key or, in the same memory, the SHA-256 of a long one: the keys of all prefixes of a long
// execution would take memory quadratic in its length.
func shortened(key []byte) []byte {
	if len(key) <= longKey {
		return key
	}
	sum := sha256.Sum256(key)
	return append(key[:0], sum[:]...)
}

// descend executes the event of the next thread of l, with the next value.
func (s *search) descend(l *level) error {
	t := l.threads[0]
	s.Machine.Choose(l.value)
	if l.begun {
		s.NotifyBranch(t)
	}
	l.begun = true
	if l.value++; l.value >= s.Machine.Values(t) {
		l.threads, l.value = l.threads[1:], 0
	}
	if _, err := s.Step(t); err != nil {
		return err
	}
	return s.enter()
}

func (s *search) leave() {
	s.levels = s.levels[:len(s.levels)-1]
	if len(s.levels) > 0 {
		s.Machine.Undo()
	}
}
