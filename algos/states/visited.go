package states

import (
	"context"
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// Visited is a search that has ended, with which executions found otherwise can be compared.
type Visited struct {
	*search
	Result Result
}

// Visit is [Decide], and keeps the visited states. The result must be closed.
func Visit(ctx context.Context, of *model.Program, o Options, visit func(Ended) error) (*Visited, error) {
	m, err := newTeam(ctx, of, o)
	if err != nil {
		return nil, err
	}
	m.visit, m.compared = visit, true
	v := &Visited{search: m.workers[0]}
	if v.Result, err = m.decide(); err != nil {
		v.Close()
		return nil, err
	}
	m.share()
	if s := v.search; s.races != nil && s.races.own != nil {
		s.races.own.Fix() // other orders may have, before any race, plain accesses that the search has met only behind one
	}
	return v, nil
}

// Close stops the machines.
func (v *Visited) Close() { v.team.Close() }

// Missing runs an execution, and returns the first local state, or state, on its way that has not been visited although it should have been; "" if there is
// none. maximal says that no thread continues after it.
func (v *Visited) Missing(events []event.Event) (missing string, maximal bool, err error) {
	replay, known := v.Machine.Replay(), v.classes.len()
	for i, e := range events {
		if err := v.followEvent(replay, e); err != nil {
			return "", false, fmt.Errorf("event %d, %v: %w", i, e, err)
		}
		if v.isOver() {
			return "", true, nil
		}
		key := v.stateKey()
		there := v.table.contains(key)
		switch n := v.classes.len(); {
		case n > known:
			return fmt.Sprintf("a local state after event %d, %v", i, e), false, nil
		case !there && !v.reduced:
			return fmt.Sprintf("the state after event %d, %v", i, e), false, nil
		}
	}
	if set, err := v.enabled(); set != 0 || err != nil {
		return "", false, err
	}
	if !v.finals.contains(v.stateKey()) {
		return "the final state", true, nil
	}
	return "", true, nil
}

// followEvent runs one more event of an execution found otherwise, of a thread that must be enabled.
func (s *search) followEvent(replay *machine.Replay, e event.Event) error {
	if t := replay.NumberOf(e.Thread); !e.IsFlush() && t != event.NoThread && !s.Enabled(t) {
		return fmt.Errorf("thread %d is not enabled", t)
	}
	known := s.Threads()
	before := behaviour.None
	if t := replay.NumberOf(e.Thread); t != event.NoThread && int(t) < known {
		before = s.Position(t)
	}
	done, err := replay.Follow(e)
	if err == nil {
		err = s.noteHistory(done, done.Thread, before)
	}
	if s.races != nil {
		s.races.follow()
	}
	return err
}
