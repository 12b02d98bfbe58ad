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
	at := place{step: step, first: x.Run.First(x.depth, step)}
	todo := len(x.races)
	x.races = x.AppendRaces(x.races)
	for i := todo; i < len(x.races); i++ {
		if err := x.branch(&at, x.races[i], x.RaceEndOf(int(x.races[i]))); err != nil {
			return err
		}
	}
	x.races = x.races[:todo]
	return x.choose(&at)
}

// choose explores the values that the last event of E did not take, if it is a choice.
func (x *eager) choose(at *place) error {
	for value := int32(1); value < x.Values(); value++ {
		if err := x.branch(at, int32(x.Len()-1), x.LastChoosing(value)); err != nil {
			return err
		}
	}
	return nil
}

// reversePending is the race reversal phase for the events at which threads wait after
// a maximal E.
func (x *eager) reversePending(step int32) error {
	at := place{step: step, first: x.Run.First(x.depth, step)}
	for thread := x.Run.Machine.NextActive(model.NoThread); thread != model.NoThread; thread = x.Run.Machine.NextActive(thread) {
		var second sequence.RaceEnd
		todo := len(x.races)
		x.races, second = x.AppendPendingRaces(x.races, thread)
		for _, first := range x.races[todo:] {
			if err := x.branch(&at, first, second); err != nil {
				return err
			}
		}
		x.races = x.races[:todo]
	}
	return nil
}

// place is where a call of explore is: the races found so far in this step, and the first of them
// that is reversed here and not in another task.
type place struct {
	step         int32
	child, first int
}

func (x *eager) branch(at *place, first int32, second sequence.RaceEnd) error {
	at.child++
	if at.child <= at.first {
		return nil
	}
	err := x.reverse(first, second)
	return x.Run.Explored(err, x.depth, at.step, at.child-1)
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
