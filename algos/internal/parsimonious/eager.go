package parsimonious

// Line numbers refer to the paper's Algorithm 1.

import (
	"errors"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/internal/bound"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// SleepSet holds the read-schedules that must not be completed, because a class would be explored twice.
type SleepSet interface {
	// Asleep reports whether the last event of E, a read that has just been pushed,
	// is the head of a schedule in the sleep set. It is called once for each read
	// pushed, not for those restored.
	Asleep() bool
	// Reason explains to the Observer why Asleep has just returned true.
	Reason() string
}

// IsAsleep reports whether the last event of E, which has just been pushed, is asleep. Only a read or an Apply can
// be: other events are not the head of a read-schedule.
func (t *MarkedSequence) IsAsleep(sleep SleepSet) bool {
	last := t.Len() - 1
	if !t.At(last).Kind.Commutes() || !sleep.Asleep() {
		return false
	}
	if t.Run.Observer != nil {
		t.Run.Observer.Asleep(t.Run.Machine.Events()[:last], t.Event(last), sleep.Reason)
	}
	return true
}

// Eagerly returns Algorithm 1 for E. Each call of explore explores a new task, reusing the memory of earlier calls.
// If ended is not nil, it is called after each schedule σ, before E becomes E1 again, unless an event of σ was
// asleep.
//
// Schedules beyond a bound of preemptions are left out. With N threads, E with the schedule
// takes at most N-1 preemptions more than the executions it leads to: Lemma A11 of docs/pop-proof.md, where no thread waits, and in all
// programs tried. Package mutations has programs for which N-2, which is enough for TruSt, is too few.
func Eagerly(t *MarkedSequence, sleep SleepSet, ended func(s *Schedule)) (explore func() error) {
	x := &eager{MarkedSequence: t, sleep: sleep, ended: ended, limit: bound.NewLimit(t.Run.Session, 1)}
	t.Run.Watch(x.state)
	return func() error {
		x.depth, x.races, x.tails = 0, x.races[:0], x.tails[:0] // wherever the last exploration stopped
		x.Reset()
		return x.explore()
	}
}

// mostNested keeps the stack, of which each nested schedule takes up to some 1,800 bytes (where the compiler has a profile), within the half GB to
// which Go lets it grow. Lemma 1 of the paper allows n(n-1)/2 of them in executions of n events.
const mostNested = 250_000

var errDeep = errors.New("schedules are nested 250,000 deep, in executions of many events: bound its loops")

type eager struct {
	*MarkedSequence
	sleep     SleepSet
	ended     func(s *Schedule)
	limit     *bound.Limit
	races     []sequence.Race // that calls of explore have still to reverse
	depth     int             // of recursion: schedules[:depth] are being explored
	tails     []TailEvent     // the tails of those schedules, one after the other
	schedules []*Schedule     // by depth; the rest is for reuse
}

// explore is Explore(E), line 3. The recursive call of line 15 is the loop, which ends where E is maximal.
func (x *eager) explore() (err error) {
	step := int32(0)
	for more := true; more && err == nil; step++ {
		// The race reversal phase, lines 4 to 12.
		err = x.reverseAll(x.AppendRaces(x.races), step)
		// The exploration phase, lines 13 to 15.
		if err == nil {
			more, err = x.Extend(x.sleep)
		}
	}
	algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len()+len(x.tails)) // E is as long as it gets while these tails are kept
	if err == nil {
		err = x.reverseAll(x.AppendPendingRaces(x.races), step) // rules R3 and R12
	}
	if err != nil {
		return err
	}
	return x.Run.Maximal()
}

// Extend is the exploration phase, lines 13 to 15: it appends an event that is not
// asleep. It returns false if E is maximal.
func (t *MarkedSequence) Extend(sleep SleepSet) (bool, error) {
	first := t.Run.FirstEnabled()
	for thread := first; thread != event.NoThread; thread = t.Run.NextEnabled(thread) {
		if err := t.Push(thread); err != nil {
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

// reverseAll is lines 5 to 12 for the races that come after x.races.
func (x *eager) reverseAll(races []sequence.Race, step int32) error {
	todo := len(x.races)
	if len(races) == todo {
		return nil
	}
	x.races = races
	for i := x.Run.Tasks.First(x.depth, step); i < len(races)-todo; i++ { // those before are in other tasks
		err := x.reverse(races[todo+i])
		if err = x.Run.Tasks.Explored(err, x.depth, step, i); err != nil {
			return err
		}
	}
	x.races = x.races[:todo] // which may have been moved
	return nil
}

// reverse is lines 5 to 12 for one race.
func (x *eager) reverse(r sequence.Race) error {
	if x.depth == mostNested {
		return errDeep
	}
	s, from := x.next(), len(x.tails)
	x.tails = x.Reverse(r, s, x.tails) // lines 5 and 6
	x.Cut(s)
	blocked, err := x.AppendSchedule(s, x.sleep) // lines 7 and 8
	switch {
	case err != nil || blocked:
	case x.limit.IsExceeded(x.Run.Machine.Events(), x.Run.Machine.Threads()):
		x.Run.Stats.Beyond++
	default:
		if err = x.explore(); err == nil && x.ended != nil { // line 12
			x.ended(s)
		}
	}
	if err != nil {
		return err
	}
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
