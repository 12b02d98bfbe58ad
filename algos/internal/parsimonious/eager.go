package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// EagerSleepSet is a SleepSet for eager exploration.
type EagerSleepSet interface {
	SleepSet
	// Started is called when s has been appended to E1, before what begins
	// with it is explored.
	Started(s *Schedule)
	// Ended is called when E is about to be E1 again: all that begins with
	// E1·σ has been explored, or nothing, because an event of σ was asleep.
	Ended(s *Schedule, explored bool)
}

// ExploreEagerly is Algorithm 1: it explores what follows the empty execution.
func ExploreEagerly(t *MarkedSequence, sleep EagerSleepSet) error {
	x := &eager{MarkedSequence: t, sleep: sleep}
	return x.explore()
}

type eager struct {
	*MarkedSequence
	sleep     EagerSleepSet
	races     []int32     // those that the calls of explore have still to reverse, by their first events
	depth     int         // of recursion: schedules[:depth] are being explored
	tails     []TailEvent // the tails of those schedules, one after the other
	schedules []*Schedule // by depth; those behind it are to be used again
}

// explore is Explore(E), line 3. The recursive call of line 15 is the loop.
func (x *eager) explore() error {
	for {
		if err := x.reverseRaces(); err != nil {
			return err
		}
		if more, err := x.Extend(x.sleep); err != nil {
			return err
		} else if !more {
			break
		}
		x.raisePeakEvents(len(x.tails))
	}
	if err := x.reversePending(); err != nil {
		return err
	}
	return x.Run.Maximal()
}

// reverseRaces is the race reversal phase, lines 4 to 12.
func (x *eager) reverseRaces() error {
	todo := len(x.races)
	x.races = x.AppendRaces(x.races)
	for i := todo; i < len(x.races); i++ {
		if err := x.reverse(x.races[i], x.LastAsRaceEnd()); err != nil {
			return err
		}
	}
	x.races = x.races[:todo]
	return nil
}

// reversePending is the race reversal phase for the Locks that a maximal E
// leaves pending.
func (x *eager) reversePending() error {
	for thread := x.Run.Machine.NextActive(model.NoThread); thread != model.NoThread; thread = x.Run.Machine.NextActive(thread) {
		if first, second, ok := x.PendingRace(thread); ok {
			if err := x.reverse(first, second); err != nil {
				return err
			}
		}
	}
	return nil
}

// reverse is lines 5 to 12, for one race.
func (x *eager) reverse(first int32, second sequence.RaceEnd) error {
	s := x.next()
	from := len(x.tails)
	x.tails = x.Reverse(int(first), second, s, x.tails)
	x.Cut(s)
	blocked, err := x.AppendSchedule(s, x.sleep)
	if err == nil && !blocked {
		x.sleep.Started(s)
		x.raisePeakEvents(len(x.tails))
		err = x.explore()
	}
	if err != nil {
		return err
	}
	x.sleep.Ended(s, !blocked)
	x.Restore(s)
	x.depth--
	x.tails = x.tails[:from]
	return nil
}

// next is a schedule for a deeper recursion.
func (x *eager) next() *Schedule {
	if x.depth == len(x.schedules) {
		x.schedules = append(x.schedules, new(Schedule))
	}
	x.depth++
	algos.RaisePeak(&x.Run.Stats.Peak.Frames, x.depth)
	return x.schedules[x.depth-1]
}
