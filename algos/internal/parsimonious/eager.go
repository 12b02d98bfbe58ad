package parsimonious

import (
	"fmt"

	"dporbench/algos"
	"dporbench/algos/internal/bound"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// SleepSet knows the read-schedules that must not be completed, because a class would
// be explored twice.
type SleepSet interface {
	// Asleep reports whether the last event of E, a read that has just been pushed,
	// is the head of a schedule in the sleep set. It is called once for each read
	// pushed, not for those restored.
	Asleep() bool
	// Reason explains to the Observer why Asleep has just returned true.
	Reason() string
	// Ended is called before E becomes E1 again after E1·σ. explored is false if nothing that
	// begins with E1·σ was explored, because an event of σ was asleep.
	Ended(s *Schedule, explored bool)
}

// Eagerly returns Algorithm 1 for E. Each call explores a new task, in the memory of the calls
// before.
//
// Schedules beyond a bound of preemptions are left out. E with the schedule may take up to N-1 more than what it leads to,
// with N threads, in all programs that have been tried; there is no proof. Package mutations has programs for which N-2,
// which is enough for TruSt, is not.
func Eagerly(t *MarkedSequence, sleep SleepSet) (explore func() error) {
	x := &eager{MarkedSequence: t, sleep: sleep, limit: bound.NewLimit(t.Run.Session, 1)}
	_, any := t.Run.Bound().Limit()
	t.Run.NoGuards = t.Run.NoGuards || any
	return func() error {
		x.reset()
		return x.explore()
	}
}

type eager struct {
	*MarkedSequence
	sleep     SleepSet
	limit     *bound.Limit
	races     []sequence.Race // that calls of explore have still to reverse
	depth     int             // of recursion: schedules[:depth] are being explored
	tails     []TailEvent     // the tails of those schedules, one after the other
	schedules []*Schedule     // by depth; the rest is for reuse
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
	algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len()+len(x.tails)) // E is as long as it gets while these tails are kept
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

// Extend is the exploration phase, lines 13 to 15: it appends an event that is not
// asleep. It returns false if E is maximal.
func (t *MarkedSequence) Extend(sleep SleepSet) (bool, error) {
	first := t.Run.FirstEnabled()
	for thread := first; thread != event.NoThread; thread = t.Run.NextEnabled(thread) {
		if err := t.Push(thread, Outside); err != nil {
			return false, err
		}
		if !t.IsAsleep(sleep) {
			return true, nil
		}
		t.Pop()
	}
	if first == event.NoThread {
		return false, nil
	}
	// The algorithm is wrong (Theorem 5).
	return false, fmt.Errorf("every enabled event is asleep: this exploration is redundant, which must not happen (after %d executions)", t.Run.Stats.Executions)
}

// reverseFrom is lines 5 to 12 for all races but the first todo.
func (x *eager) reverseFrom(todo int, step int32) error {
	if len(x.races) == todo {
		return nil
	}
	first := x.Run.First(x.depth, step)
	for i := first; i < len(x.races)-todo; i++ { // those before first are in other tasks
		err := x.reverse(x.races[todo+i])
		if err = x.Run.Explored(err, x.depth, step, i); err != nil {
			return err
		}
	}
	x.races = x.races[:todo]
	return nil
}

// reverse is lines 5 to 12 for one race.
func (x *eager) reverse(r sequence.Race) error {
	s := x.next()
	from := len(x.tails)
	x.tails = x.Reverse(r, s, x.tails) // lines 5 and 6
	x.Cut(s)
	blocked, err := x.AppendSchedule(s, x.sleep) // lines 7 and 8
	if err == nil && !blocked && x.limit.IsExceeded(x.Run.Machine.Events(), x.Run.Machine.Threads()) {
		x.Run.Stats.Beyond++
		blocked = true
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
