// Package exhaustive is the oracle that other algorithms are checked against. It
// visits every configuration, that is every class of prefixes, and remembers them
// all.
//
// So that it can be trusted, it uses no reduction and shares nothing with the other
// algorithms: it steps every enabled thread at every configuration, and
// distinguishes configurations by their canonical class keys, long ones by their SHA-256.
// Memory grows with the number of configurations.
//
// Where executions are graphs, a thread is stepped once for each write that its event may refer to, and the axioms of the memory model, as
// they are published, decide which of the configurations exist.
package exhaustive

import (
	"crypto/sha256"

	"dporbench/algos"
	"dporbench/model/axioms"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/order"
)

// New returns the exhaustive explorer.
func New(o algos.Options) algos.Explorer { return algos.NewOverGraphs(o, explore) }

// suspect is the number of operations after which a thread is checked for running forever: the keys of all prefixes
// of an execution take time quadratic in its length.
const suspect = 1 << 14

func explore(x *algos.Exploration) error {
	x.Machine.Suspect(suspect)
	search := &search{Exploration: x, graphs: x.Machine.Memory().Graphs(), seen: map[string]struct{}{}}
	return search.explore()
}

type search struct {
	*algos.Exploration
	graphs bool                // executions are graphs
	seen   map[string]struct{} // keys of the configurations reached
	levels []level             // of all prefixes of E
	keyer  order.Keyer
	key    []byte // scratch
}

// level is a configuration that is being explored.
type level struct {
	steps []step // to be explored
	begun bool   // something has been explored
}

// step is an event that a thread may execute.
type step struct {
	thread event.ThreadID
	value  int32        // of a Choose
	refer  event.Access // to a write, where executions are graphs
}

// explore visits the configurations depth first.
func (s *search) explore() error {
	if err := s.enter(); err != nil {
		return err
	}
	for len(s.levels) > 0 {
		l := &s.levels[len(s.levels)-1]
		if len(l.steps) == 0 {
			s.leave()
			continue
		}
		if err := s.descend(l); err != nil {
			return err
		}
	}
	return nil
}

// enter makes E a level, without steps if there is nothing to explore after it.
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
	s.levels[len(s.levels)-1].steps = s.steps(enabled)
	if len(enabled) == 0 {
		return s.Maximal()
	}
	return nil
}

// steps are the steps of the enabled threads or, where executions are graphs, of all that may continue.
func (s *search) steps(enabled []event.ThreadID) (all []step) {
	if s.graphs {
		return s.references()
	}
	for _, t := range enabled {
		all = valued(all, s.Machine, t)
	}
	return all
}

// valued appends the steps of t to all, one for each value that its event may have.
func valued(all []step, m *machine.Machine, t event.ThreadID) []step {
	for value := range m.Values(t) {
		all = append(all, step{thread: t, value: value})
	}
	return all
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

// descend executes the next step of l, if it exists.
func (s *search) descend(l *level) error {
	next := l.steps[0]
	l.steps = l.steps[1:]
	s.Machine.Choose(next.value)
	s.Machine.Refer(next.refer)
	if l.begun {
		s.NotifyBranch(next.thread)
	}
	if _, err := s.Step(next.thread); err != nil {
		return err
	}
	if s.graphs && !axioms.Consistent(s.Machine) {
		s.Machine.Undo()
		return nil
	}
	l.begun = true
	return s.enter()
}

func (s *search) leave() {
	s.levels = s.levels[:len(s.levels)-1]
	if len(s.levels) > 0 {
		s.Machine.Undo()
	}
}
