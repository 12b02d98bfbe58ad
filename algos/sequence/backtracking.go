package sequence

import (
	"dporbench/algos"
	"dporbench/model/event"
)

// Backtracking is a depth-first search of executions with sleep sets and backtrack sets, which say at which prefixes
// of E other threads are still to be explored. The recursion Explore(E) of such algorithms is a loop here, in which
// extend calls and retreat returns, so that no execution is too long.
type Backtracking struct {
	*Sequence
	Sleep     *SleepSets
	Backtrack *ThreadSets

	algorithm Branching
}

// Branching makes the decisions that a Backtracking leaves to the algorithm.
type Branching interface {
	// Choose returns a thread that is enabled and awake after E, where nothing has been explored yet;
	// ok is false if there is none, and then End is called.
	Choose() (t event.ThreadID, ok bool)
	End() error
	// Next returns a thread in the backtrack set of E that is awake; ok is false if there is none.
	Next() (t event.ThreadID, ok bool)
	// Pushed is called when E has become one event longer, and Popped before it becomes one shorter.
	Pushed()
	Popped()
}

// NewBacktracking returns the search of x from the empty execution.
func NewBacktracking(x *algos.Exploration) *Backtracking {
	b := &Backtracking{Sequence: New(x), Sleep: NewSleepSets(), Backtrack: NewThreadSets()}
	x.CountWork(func(w *algos.Work) { w.SleepEntries += b.Sleep.LookedAt() })
	return b
}

// Explore is Explore(⟨⟩) of an algorithm.
func (b *Backtracking) Explore(a Branching) error {
	b.algorithm = a
	for more := true; more; {
		err := b.extend()
		if err == nil {
			more, err = b.retreat()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// extend makes E longer until no thread is both enabled and awake.
func (b *Backtracking) extend() error {
	for {
		t, ok := b.algorithm.Choose()
		if !ok {
			return b.algorithm.End()
		}
		b.Backtrack.Add(b.Len(), t)
		if err := b.begin(t); err != nil {
			return err
		}
	}
}

// retreat returns from calls of Explore until one has a thread left to explore, and puts the explored thread there to
// sleep. It returns false if nothing is left.
func (b *Backtracking) retreat() (more bool, err error) {
	for b.Len() > 0 {
		e := b.Event(b.Len() - 1)
		b.pop()
		if b.Run.ChoosesNext(e) {
			return true, b.push(e.Thread)
		}
		b.Sleep.Add(e)
		if t, ok := b.algorithm.Next(); ok {
			b.Run.NotifyBranch(t)
			return true, b.begin(t)
		}
	}
	return false, nil
}

// begin explores the next event of t; if that is a choice, with the value 0.
func (b *Backtracking) begin(t event.ThreadID) error {
	b.Run.ChooseFirst(t)
	return b.push(t)
}

func (b *Backtracking) push(t event.ThreadID) error {
	if err := b.Push(t); err != nil {
		return err
	}
	b.algorithm.Pushed()
	b.Backtrack.Push()
	b.Sleep.Push(b.Event(b.Len() - 1))
	algos.RaisePeak(&b.Run.Stats.Peak.Events, b.Len())
	algos.RaisePeak(&b.Run.Stats.Peak.SleepEntries, b.Sleep.Entries()+b.Backtrack.Members())
	return nil
}

func (b *Backtracking) pop() {
	b.algorithm.Popped()
	b.Sleep.Pop()
	b.Backtrack.Pop()
	b.Pop()
}

// DependentAndCoEnabled reports whether e, an event of S, and next are dependent and may be co-enabled: two Locks of
// a mutex may be, and two conflicting accesses of a variable.
func DependentAndCoEnabled(e, next event.Event) bool {
	if next.Kind == event.Lock {
		return e.Kind == event.Lock && e.Object == next.Object
	}
	return event.Conflicting(e.Kind, e.Object, next.Kind, next.Object)
}
