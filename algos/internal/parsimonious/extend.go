package parsimonious

import (
	"errors"
	"fmt"

	"dporbench/algos"
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

// errBlocked means that the algorithm is wrong (Theorem 5).
var errBlocked = errors.New("every enabled event is asleep: this exploration is redundant, which must not happen")

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
	return false, fmt.Errorf("%w (after %d executions)", errBlocked, t.Run.Stats.Executions)
}

// raisePeakEvents counts the events stored: those of E and of kept tails.
func (t *MarkedSequence) raisePeakEvents(kept int) {
	algos.RaisePeak(&t.Run.Stats.Peak.Events, t.Len()+kept)
}
