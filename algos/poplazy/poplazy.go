// Package poplazy is POP without eagerness, to show what eagerness saves. Schedules that
// branch off at an event are collected while everything after the event is explored,
// and explored afterwards.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024: the strategy that sections 2 and 4.2 mention and
// reject, because exponentially many schedules may branch off at one event. Which races
// are reversed, and the characterization of sleep sets, are the same as in POP: neither
// depends on the order of exploration.
//
//	E = E1·e·E2                      parsimonious.MarkedSequence
//	the schedules that branch off    exploration.collected, by the position of e
package poplazy

import (
	"dporbench/algos"
	"dporbench/algos/internal/characterization"
	"dporbench/algos/internal/parsimonious"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// New returns a POP explorer without eagerness.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	e := parsimonious.NewMarkedSequence(x)
	lazy := &exploration{MarkedSequence: e, sleep: characterization.New(e)}
	return lazy.explore(0)
}

type exploration struct {
	*parsimonious.MarkedSequence
	sleep     *characterization.Set
	collected [][]*parsimonious.Schedule // by the position of the event they branch off at
	races     []int32                    // scratch of collectRaces
	depth     int                        // of recursion

	schedules, events int // collected and not explored yet
}

// explore explores what follows E, and then everything that branches off after its first
// n events; n is |E1| if E is E1·σ.
func (x *exploration) explore(n int) error {
	if err := x.extend(); err != nil {
		return err
	}
	for x.Len() > n {
		x.Pop()
		for _, s := range x.take(x.Len()) {
			if err := x.exploreSchedule(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *exploration) take(at int) []*parsimonious.Schedule {
	if at >= len(x.collected) {
		return nil
	}
	schedules := x.collected[at]
	x.collected[at] = nil
	return schedules
}

func (x *exploration) extend() error {
	for more := true; more; {
		x.collectRaces()
		var err error
		if more, err = x.Extend(x.sleep); err != nil {
			return err
		}
	}
	algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len()+x.events)
	x.collectPending()
	return x.Run.Maximal()
}

func (x *exploration) collectRaces() {
	x.races = x.AppendRaces(x.races[:0])
	for _, first := range x.races {
		x.collect(int(first), x.RaceEndOf(int(first)))
	}
	for value := int32(1); value < x.Values(); value++ {
		x.collect(x.Len()-1, x.LastChoosing(value))
	}
}

// collectPending collects schedules for the events at which threads wait after a maximal E.
func (x *exploration) collectPending() {
	for thread := x.Run.Machine.NextActive(model.NoThread); thread != model.NoThread; thread = x.Run.Machine.NextActive(thread) {
		var second sequence.RaceEnd
		x.races, second = x.AppendPendingRaces(x.races[:0], thread)
		for _, first := range x.races {
			x.collect(int(first), second)
		}
	}
}

func (x *exploration) collect(first int, second sequence.RaceEnd) {
	s := new(parsimonious.Schedule)
	x.Reverse(first, second, s, nil)
	for len(x.collected) <= first {
		x.collected = append(x.collected, nil)
	}
	x.collected[first] = append(x.collected[first], s)
	x.count(1, len(s.Tail))
}

func (x *exploration) count(schedules, events int) {
	x.schedules += schedules
	x.events += events
	algos.RaisePeak(&x.Run.Stats.Peak.Schedules, x.schedules)
	algos.RaisePeak(&x.Run.Stats.Peak.ScheduleEvents, x.events)
}

// exploreSchedule explores everything that begins with E·σ, where E is E1.
func (x *exploration) exploreSchedule(s *parsimonious.Schedule) error {
	x.depth++
	algos.RaisePeak(&x.Run.Stats.Peak.Frames, x.depth)
	blocked, err := x.AppendSchedule(s, x.sleep)
	if err == nil && !blocked {
		x.sleep.Started(s)
		err = x.explore(s.At)
	}
	if err != nil {
		return err
	}
	x.sleep.Ended(s, !blocked)
	x.PopTo(s.At)
	x.count(-1, -len(s.Tail))
	x.depth--
	return nil
}
