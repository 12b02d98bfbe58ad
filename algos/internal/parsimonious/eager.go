package parsimonious

import (
	"dporbench/algos"
)

// Eagerly returns Algorithm 1 for E. Each call explores a new task, in the memory of the calls
// before.
func Eagerly(t *MarkedSequence, sleep SleepSet) (explore func() error) {
	x := &eager{MarkedSequence: t, sleep: sleep, limit: t.newLimit()}
	return func() error {
		x.reset()
		return x.explore()
	}
}

type eager struct {
	*MarkedSequence
	sleep     SleepSet
	limit     *limit
	races     []Race      // that calls of explore have still to reverse
	depth     int         // of recursion: schedules[:depth] are being explored
	tails     []TailEvent // the tails of those schedules, one after the other
	schedules []*Schedule // by depth; the rest is for reuse
}

// reset makes E empty, wherever the last exploration stopped.
func (x *eager) reset() {
	for ; x.depth > 0; x.depth-- {
		x.sleep.Ended(x.schedules[x.depth-1], false)
	}
	x.races, x.tails = x.races[:0], x.tails[:0]
	x.Reset()
}

// explore is Explore(E), line 3.
func (x *eager) explore() error {
	steps, err := x.extend()
	x.raisePeakEvents(len(x.tails)) // E is as long as it gets while these tails are kept
	if err != nil {
		return err
	}
	todo := len(x.races)
	x.races = x.AppendPendingRaces(x.races) // rules R3 and R12
	if err := x.reverseFrom(todo, steps); err != nil {
		return err
	}
	return x.Run.Maximal()
}

// extend is lines 4 to 15: the recursive call of line 15 is the loop, which ends where E is maximal.
// It returns the number of steps.
func (x *eager) extend() (steps int32, err error) {
	for more := true; more && err == nil; steps++ {
		if x.MayRace() {
			todo := len(x.races)
			x.races = x.AppendRaces(x.races) // line 4
			err = x.reverseFrom(todo, steps) // lines 5 to 12
		}
		if err == nil {
			more, err = x.Extend(x.sleep) // lines 13 to 15
		}
	}
	return steps, err
}

// reverseFrom is lines 5 to 12 for all races but the first todo.
func (x *eager) reverseFrom(todo int, step int32) error {
	if len(x.races) == todo {
		return nil
	}
	first := x.Run.First(x.depth, step)
	for i := todo; i < len(x.races); i++ {
		if i-todo < first {
			continue // in another task
		}
		err := x.reverse(x.races[i])
		if err = x.Run.Explored(err, x.depth, step, i-todo); err != nil {
			return err
		}
	}
	x.races = x.races[:todo]
	return nil
}

// reverse is lines 5 to 12 for one race.
func (x *eager) reverse(r Race) error {
	s := x.next()
	from := len(x.tails)
	x.tails = x.Reverse(r, s, x.tails) // lines 5 and 6
	x.Cut(s)
	blocked, err := x.AppendSchedule(s, x.sleep) // lines 7 and 8
	if err == nil && !blocked && x.limit != nil {
		if blocked = x.isBeyond(); blocked {
			x.Run.Stats.Beyond++
		}
	}
	if err == nil && !blocked {
		err = x.explore() // line 12
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
