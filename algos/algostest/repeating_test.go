package algostest

import (
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model/event"
)

// interleavings is a complete algorithm that promises nothing else: it visits every interleaving, and so repeats
// classes. If it drops branches, it leaves out the last thread where three are enabled.
type interleavings struct {
	*algos.Exploration
	drops bool
}

func visitsInterleavings(drops bool) catalog.Algorithm {
	return catalog.Algorithm{
		Name: "interleavings", Paper: "none", Doc: "visits every interleaving",
		New: func(o algos.Options) algos.Explorer {
			return algos.NewExplorer(o, func(x *algos.Exploration) error { return interleavings{x, drops}.explore() })
		},
		StoreBuffers: true, Commuting: true,
	}
}

func (s interleavings) explore() error {
	enabled := s.AppendEnabled(nil)
	if len(enabled) == 0 {
		return s.Maximal()
	}
	if s.drops && len(enabled) == 3 {
		enabled = enabled[:2]
	}
	for _, t := range enabled {
		if err := s.branches(t); err != nil {
			return err
		}
	}
	return nil
}

func (s interleavings) branches(t event.ThreadID) error {
	for v := range s.Machine.Values(t) {
		s.Machine.Choose(v)
		if _, err := s.Step(t); err != nil {
			return err
		}
		if err := s.explore(); err != nil {
			return err
		}
		s.Machine.Undo()
	}
	return nil
}

// TestRepetitionsAreAllowed: an algorithm that does not promise ExactlyOnce may repeat classes without limit.
func TestRepetitionsAreAllowed(t *testing.T) { RunAlgorithm(t, visitsInterleavings(false)) }

// TestLossesAreNot: but it may not lose one.
func TestLossesAreNot(t *testing.T) {
	k := kit{visitsInterleavings(true), t.Name(), 2 * time.Second}
	if err := k.search(searches[0]); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a class is lost, and the kit says %v", err)
	}
}
