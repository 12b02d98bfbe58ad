package errata_test

import (
	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// explorer is Algorithm 1, with Algorithm 2 and these corrections made.
//
// parsimonious.ExploreEagerly is Algorithm 1 too, but fails where every enabled
// event is asleep, which never happens to an algorithm that is right. As printed,
// Explore just returns there, and so it does here; such an end is counted as
// redundant.
func (c corrections) explorer(o algos.Options) algos.Explorer {
	return algos.NewExplorer(o, func(x *algos.Exploration) error {
		trail := parsimonious.NewMarkedSequence(x)
		return (&algorithm1{trail, &sleepSet{MarkedSequence: trail, made: c}}).explore()
	})
}

type algorithm1 struct {
	*parsimonious.MarkedSequence
	sleep parsimonious.EagerSleepSet
}

// explore is Explore(E), lines 3 to 15.
func (x *algorithm1) explore() error {
	for _, e := range x.AppendRaces(nil) { // line 4
		if err := x.reverse(int(e), x.LastAsRaceEnd()); err != nil {
			return err
		}
	}
	thread := x.Run.FirstEnabled()
	if thread == model.NoThread {
		return x.maximal()
	}
	for ; thread != model.NoThread; thread = x.Run.NextEnabled(thread) {
		if err := x.Push(thread, parsimonious.Mark{}); err != nil {
			return err
		}
		asleep := x.Event(x.Len()-1).Kind == model.Read && x.sleep.Asleep() // line 13
		if !asleep {
			return x.explore() // line 15
		}
		x.Pop()
	}
	return x.Run.Redundant()
}

// reverse is lines 5 to 12, for the race of the event at position first and e'.
func (x *algorithm1) reverse(first int, second sequence.RaceEnd) error {
	var s parsimonious.Schedule
	x.Reverse(first, second, &s, nil) // lines 5 and 6
	x.Cut(&s)
	blocked, err := x.AppendSchedule(&s, x.sleep) // line 7
	if !blocked && err == nil {
		x.sleep.Started(&s)
		err = x.explore() // line 12
	}
	if err != nil {
		return err
	}
	x.sleep.Ended(&s, !blocked)
	x.Restore(&s)
	return nil
}

// maximal reverses the races of Locks that a maximal E leaves pending, and counts
// E.
func (x *algorithm1) maximal() error {
	for thread := x.Run.Machine.NextActive(model.NoThread); thread != model.NoThread; thread = x.Run.Machine.NextActive(thread) {
		if first, second, ok := x.PendingRace(thread); ok {
			if err := x.reverse(int(first), second); err != nil {
				return err
			}
		}
	}
	return x.Run.Maximal()
}
