package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// EagerSleepSet is a SleepSet for ExploreEagerly.
type EagerSleepSet interface {
	SleepSet
	// Started is called when s has been appended to E1, before anything that begins
	// with E1·σ is explored.
	Started(s *Schedule)
	// Ended is called before E becomes E1 again. explored is false if nothing that
	// begins with E1·σ was explored, because an event of σ was asleep.
	Ended(s *Schedule, explored bool)
}

// ExploreEagerly is Algorithm 1.
func ExploreEagerly(t *MarkedSequence, sleep EagerSleepSet) error {
	x := &eager{MarkedSequence: t, sleep: sleep}
	return x.explore()
}

type eager struct {
	*MarkedSequence
	sleep     EagerSleepSet
	races     []int32     // that calls of explore have still to reverse, by their first events
	depth     int         // of recursion: schedules[:depth] are being explored
	tails     []TailEvent // the tails of those schedules, one after the other
	schedules []*Schedule // by depth; the rest is for reuse
}

// explore is Explore(E), line 3. The recursive call of line 15 is the loop.
func (x *eager) explore() error {
	steps, err := x.extend()
	x.raisePeakEvents(len(x.tails)) // E is as long as it becomes beside these tails
	if err == nil {
		err = x.reversePending(steps)
	}
	if err != nil {
		return err
	}
	return x.Run.Maximal()
}

// extend extends E until it is maximal, and reverses the races it comes to. It returns in how
// many steps.
func (x *eager) extend() (steps int32, err error) {
	for more := true; more; steps++ {
		err := x.reverseRaces(steps)
		if err == nil {
			more, err = x.Extend(x.sleep)
		}
		if err != nil {
			return steps, err
		}
	}
	return steps, nil
}

// reverseRaces is the race reversal phase, lines 4 to 12.
func (x *eager) reverseRaces(step int32) error {
	todo := len(x.races)
	x.races = x.AppendRaces(x.races)
	for i := todo + x.Run.First(x.depth, step); i < len(x.races); i++ {
		err := x.reverse(x.races[i], x.LastAsRaceEnd())
		if err = x.Run.Explored(err, x.depth, step, i-todo); err != nil {
			return err
		}
	}
	x.races = x.races[:todo]
	return x.choose()
}

// choose explores the values that the last event of E did not take, if it is a choice.
func (x *eager) choose() error {
	for value := int32(1); value < x.Values(); value++ {
		if err := x.reverse(int32(x.Len()-1), x.LastChoosing(value)); err != nil {
			return err
		}
	}
	return nil
}

// reversePending is the race reversal phase for the Locks that a maximal E leaves
// pending.
func (x *eager) reversePending(step int32) error {
	first, child := x.Run.First(x.depth, step), 0
	for thread := x.Run.Machine.NextActive(model.NoThread); thread != model.NoThread; thread = x.Run.Machine.NextActive(thread) {
		e, second, ok := x.PendingRace(thread)
		if !ok {
			continue
		}
		if child >= first {
			err := x.reverse(e, second)
			if err = x.Run.Explored(err, x.depth, step, child); err != nil {
				return err
			}
		}
		child++
	}
	return nil
}

// reverse is lines 5 to 12 for one race.
func (x *eager) reverse(first int32, second sequence.RaceEnd) error {
	s := x.next()
	from := len(x.tails)
	x.tails = x.Reverse(int(first), second, s, x.tails) // lines 5 and 6
	x.Cut(s)
	blocked, err := x.AppendSchedule(s, x.sleep) // lines 7 and 8
	if err == nil && !blocked {
		x.sleep.Started(s) // lines 9 to 11
		err = x.explore()  // line 12
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

func (x *eager) next() *Schedule {
	if x.depth == len(x.schedules) {
		x.schedules = append(x.schedules, new(Schedule))
	}
	x.depth++
	algos.RaisePeak(&x.Run.Stats.Peak.Frames, x.depth)
	return x.schedules[x.depth-1]
}
