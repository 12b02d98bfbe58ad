package states

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"dporbench/model"
	"dporbench/model/event"
)

// Shortest finds, for each of the wanted outcomes, an execution with the fewest events that shows it, breadth first: without reduction, since that keeps
// some way to each final state, but not the shortest. Outcomes that are not found within the limits, or before ctx is done, are left out. Livelocks are not
// looked for. Errors are as from [Decide].
func Shortest(ctx context.Context, of *model.Program, o Options, wanted []model.Outcome) ([]Ended, error) {
	o.Workers = 1
	m, err := newTeam(ctx, of, o)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	s := m.workers[0]
	var found []Ended
	m.visit = func(e Ended) error {
		if slices.Contains(wanted, e.Outcome) && !slices.ContainsFunc(found, func(f Ended) bool { return f.Outcome == e.Outcome }) {
			e.Events = slices.Clone(e.Events)
			if found = append(found, e); len(found) == len(wanted) {
				return errAll
			}
		}
		return nil
	}
	for err = errRefuted; errors.Is(err, errRefuted); {
		m.share()
		found = nil
		clear(m.failed)
		err = s.inLayers()
	}
	if errors.Is(err, errAll) || m.isInterrupted(err) {
		err = nil
	}
	return found, err
}

// errAll ends a search that has found everything.
var errAll = errors.New("states: everything wanted has been found")

// reached is how a state was first reached, by one event from another one.
type reached struct {
	before int32 // the number of the other one, or -1
	thread event.ThreadID
	choice int32
}

// layers are the states in the order of their distances from the initial one.
type layers struct {
	*search
	all   []reached // by number
	way   []int32   // the states that E passes, after the initial one
	toNew []int32   // for goTo
}

// inLayers visits the states breadth first.
func (s *search) inLayers() error {
	s.Reset()
	s.table.clear()
	l := &layers{search: s}
	if err := s.beginHistory(); err != nil {
		return err
	}
	for t := range event.ThreadID(s.program.NumThreads()) {
		if err := s.arrive(t); err != nil {
			return err
		}
	}
	if _, err := l.meet(reached{before: -1}); err != nil {
		return err
	}
	for n := 0; n < len(l.all); n++ {
		if err := l.goTo(int32(n)); err != nil {
			return err
		}
		set, err := s.enabled()
		if err != nil {
			return err
		}
		for ; set != 0; set &= set - 1 {
			if err := l.try(int32(n), event.ThreadID(bits.TrailingZeros64(set))); err != nil {
				return err
			}
		}
	}
	return nil
}

// try lets t do its next event at state n, where E is, for each of its choices, and goes back.
func (l *layers) try(n int32, t event.ThreadID) error {
	for choice := range l.Values(t) {
		l.Choose(choice)
		if err := l.move(t); err != nil {
			return err
		}
		if !l.isOver() {
			to, err := l.meet(reached{n, t, choice})
			if err != nil {
				return err
			}
			if l.graph != nil {
				l.graph.move(n, to)
			}
		}
		l.Undo()
	}
	return nil
}

// meet returns the place of the state where E is in l.all, and visits it if it is new and final.
func (l *layers) meet(by reached) (place int32, err error) {
	if l.isRefuted() {
		return 0, errRefuted
	}
	n, known, f := l.table.find(l.stateKey())
	if known {
		return int32(f) - 1, nil
	}
	if err := l.checkLimits(nil); err != nil {
		return 0, err
	}
	place = int32(len(l.all))
	l.all = append(l.all, by)
	l.table.note(n, fact(len(l.all)))
	set, err := l.enabled()
	if l.graph != nil {
		l.graph.meet(set == 0)
	}
	if set != 0 || err != nil {
		return place, err
	}
	return place, l.visitFinal()
}

// goTo takes E to a state. States of a layer have most of their ways in common with the states before them.
func (l *layers) goTo(n int32) error {
	l.toNew = l.toNew[:0]
	for at := n; l.all[at].before >= 0; at = l.all[at].before {
		l.toNew = append(l.toNew, at)
	}
	slices.Reverse(l.toNew)
	same := 0
	for same < min(len(l.way), len(l.toNew)) && l.way[same] == l.toNew[same] {
		same++
	}
	l.back(same)
	for _, at := range l.toNew[same:] {
		by := l.all[at]
		l.Choose(by.choice)
		if err := l.move(by.thread); err != nil {
			return err
		}
	}
	l.way = append(l.way[:same], l.toNew[same:]...)
	return nil
}
