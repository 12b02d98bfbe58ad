// Package exhaustive is the oracle that other algorithms are checked against. It
// visits every configuration, that is every class of prefixes, and remembers them
// all.
//
// So that it can be trusted, it uses no reduction and shares nothing with the other
// algorithms: it steps every enabled thread at every configuration, and
// distinguishes configurations by their canonical class keys. Memory grows with the
// number of configurations.
package exhaustive

import (
	"dporbench/algos"
	"dporbench/model/order"
)

// New returns the exhaustive explorer.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	search := &search{Exploration: x, seen: map[string]struct{}{}}
	return search.explore()
}

type search struct {
	*algos.Exploration
	seen  map[string]struct{} // keys of the configurations reached
	keyer order.Keyer
	key   []byte // scratch
}

func (s *search) explore() error {
	s.key = s.keyer.Append(s.key[:0], s.Machine.Events())
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
	for i, t := range enabled {
		for v := range s.Machine.Values(t) {
			s.Machine.Choose(v)
			if i > 0 || v > 0 {
				s.NotifyBranch(t)
			}
			if _, err := s.Step(t); err != nil {
				return err
			}
			if err := s.explore(); err != nil {
				return err
			}
			s.Machine.Undo()
		}
	}
	return nil
}
