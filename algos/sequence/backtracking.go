package sequence

import (
	"dporbench/algos"
	"dporbench/model"
)

// Backtracking explores depth first what follows E: from E and from each of its prefixes
// E', the threads in backtrack(E') that are awake there. Which those are is up to the
// algorithm, which adds to the sets while that is explored.
type Backtracking struct {
	*Sequence
	Sleep     *SleepSets
	Backtrack *ThreadSets

	explore func() error
	enabled []model.ThreadID // see Choose
}

// NewBacktracking returns the state at the empty execution of x. explore is the algorithm
// for what E has become, one event longer; it calls Choose, and Explore or End.
func NewBacktracking(x *algos.Exploration, explore func() error) *Backtracking {
	return &Backtracking{Sequence: New(x), Sleep: NewSleepSets(), Backtrack: NewThreadSets(), explore: explore}
}

// Choose returns the first thread that is enabled after E and not asleep; ok is false if
// there is none. enabled are all that are enabled, valid until E changes.
func (b *Backtracking) Choose() (p model.ThreadID, enabled []model.ThreadID, ok bool) {
	b.enabled = b.Run.AppendEnabled(b.enabled[:0])
	for _, t := range b.enabled {
		if !b.Sleep.Contains(b.Len(), t) {
			return t, b.enabled, true
		}
		b.Run.NotifyAsleep(t)
	}
	return 0, b.enabled, false
}

// End ends the exploration of an E after which Choose has found no thread: it is maximal,
// or blocked by its sleep set.
func (b *Backtracking) End() error {
	if len(b.enabled) > 0 {
		return b.Run.Redundant()
	}
	return b.Run.Maximal()
}

// Explore adds p to backtrack(E). It explores E·p, puts p to sleep, and continues with the
// first thread in backtrack(E) that is awake, while there is one.
func (b *Backtracking) Explore(p model.ThreadID) error {
	b.Backtrack.Add(b.Len(), p)
	for {
		if err := b.descend(p); err != nil {
			return err
		}
		var ok bool
		if p, ok = b.next(); !ok {
			return nil
		}
		b.Run.NotifyBranch(p)
	}
}

func (b *Backtracking) next() (p model.ThreadID, ok bool) {
	for t := range b.Backtrack.Of(b.Len()) {
		if !b.Sleep.Contains(b.Len(), t) {
			return t, true
		}
	}
	return 0, false
}

func (b *Backtracking) descend(p model.ThreadID) error {
	if err := b.Push(p); err != nil {
		return err
	}
	event := b.Event(b.Len() - 1)
	b.Backtrack.Push()
	b.Sleep.Push(event)
	if err := b.explore(); err != nil {
		return err
	}
	b.Sleep.Pop()
	b.Backtrack.Pop()
	b.Pop()
	b.Sleep.Add(event)
	return nil
}

// Count counts what is stored now.
func (b *Backtracking) Count() {
	algos.RaisePeak(&b.Run.Stats.Peak.Events, b.Len())
	algos.RaisePeak(&b.Run.Stats.Peak.SleepEntries, b.Sleep.Entries()+b.Backtrack.Members())
}
