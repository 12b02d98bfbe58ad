// Package poplazy is POP without eagerness, to show what eagerness saves. Schedules that
// branch off at an event are collected while everything after the event is explored, and
// are explored afterwards.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024: the strategy that sections 2 and 4.2 mention and
// reject, because exponentially many schedules may branch off at one event. Which races
// are reversed, and which of them are rejected, are the same as in POP: neither depends on
// the order of exploration.
//
// It is not an algos.Splittable: the rest of an exploration is all the collected schedules, exponentially
// many, from executions left long ago, whereas a task is a single path. With paths as tasks, each schedule would
// be explored where it is found, which is POP.
//
//	E = E1·e·E2                      parsimonious.MarkedSequence
//	the schedules that branch off    exploration.collected, by the position of e
package poplazy

import (
	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/algos/pop"
	"dporbench/algos/sequence"
	"dporbench/model/stack"
)

// New returns a POP explorer without eagerness.
func New(o algos.Options) algos.Explorer {
	return algos.NewExplorer(o, explore)
}

func explore(x *algos.Exploration) error {
	e := parsimonious.NewMarkedSequence(x)
	lazy := &exploration{MarkedSequence: e, sleep: pop.NewSleepSet(e)}
	return lazy.explore(0)
}

type exploration struct {
	*parsimonious.MarkedSequence
	sleep     *pop.SleepSet
	collected [][]*parsimonious.Schedule // by the position of the event they branch off at
	races     []sequence.Race            // scratch of extend
	depth     int                        // of recursion

	schedules, events int // collected and not explored yet
}

// explore explores all continuations of E, and then everything that branches off after its first
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
		x.collect(x.AppendRaces(x.races))
		var err error
		if more, err = x.Extend(x.sleep); err != nil {
			return err
		}
	}
	algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len()+x.events)
	x.collect(x.AppendPendingRaces(x.races))
	return x.Run.Maximal()
}

// collect collects schedules that reverse these races of E.
func (x *exploration) collect(races []sequence.Race) {
	for _, r := range races {
		s := new(parsimonious.Schedule)
		x.Reverse(r, s, nil)
		here := stack.At(&x.collected, s.At)
		*here = append(*here, s)
		x.count(1, len(s.Tail))
	}
	x.races = races[:0]
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
		err = x.explore(s.At)
	}
	if err != nil {
		return err
	}
	x.PopTo(s.At)
	x.count(-1, -len(s.Tail))
	x.depth--
	return nil
}
