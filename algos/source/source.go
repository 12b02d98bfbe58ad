// Package source is Source-DPOR. It visits every class exactly once, but starts some
// redundant explorations, which sleep sets block.
//
// Source: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for
// Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017, the algorithm
// Source-DPOR (Optimal Dynamic Partial Order Reduction, POPL 2014,
// Algorithm 1).
//
//	E               the machine's events; sequence.Sequence, with its →hb
//	Sleep           exploration.sleep
//	backtrack(E')   exploration.backtrack
//	e ≲ next(p)     sequence.Sequence.Races, once p has made its step
//	I[E'](v)        exploration.initials, for v = notdep(e, E)·p
//
// The recursion of Explore(E·p, Sleep') is a loop here, in which extend calls and retreat returns.
//
// The algorithm leaves three choices open. The first p of E, and the next one of
// backtrack(E) \ Sleep, is the one that Options.Order puts first. Which q of I[E'](v)
// is added to backtrack(E') decides how much is explored redundantly; see pick.
//
// Deviation: as printed, the algorithm is for threads that do not disable each other.
// Here a Lock races with the latest Lock before it, in the order that reversing the
// race would leave (sequence.RaceEnd). So does a Lock that is pending where E ends,
// even if E is not maximal: the races of explorations that sleep sets block count
// too. An Await or a When has the races of sequence.Sequence.Races, likewise (rule R4).
//
// Where Stores are buffered, happens-before, races and sleep sets are as rules R19 to R25 have them; the
// algorithm is the same.
package source

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// New returns a Source-DPOR explorer.
func New(o algos.Options) algos.Explorer {
	return algos.NewExplorer(o, explore)
}

func explore(x *algos.Exploration) error {
	source := &exploration{
		Sequence:  sequence.New(x),
		sleep:     sequence.NewSleepSets(),
		backtrack: sequence.NewThreadSets(),
	}
	x.CountWork(func(w *algos.Work) { w.SleepEntries += source.sleep.LookedAt() })
	return source.explore()
}

type exploration struct {
	*sequence.Sequence // E
	sleep              *sequence.SleepSets
	backtrack          *sequence.ThreadSets

	enabled  []event.ThreadID // scratch of choose
	initials []initial        // I[E'](v), in the order of E; scratch of reverse
	pending  []int32          // scratch of end
}

// explore is Explore(⟨⟩, ∅).
func (x *exploration) explore() error {
	for more := true; more; {
		err := x.extend()
		if err == nil {
			more, err = x.retreat()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// extend makes E longer until no thread is both enabled and awake.
func (x *exploration) extend() error {
	for {
		p, ok := x.choose()
		if !ok {
			return x.end()
		}
		x.backtrack.Add(x.Len(), p)
		x.FirstValue(p)
		if err := x.push(p); err != nil {
			return err
		}
	}
}

// retreat returns from calls of Explore until one has something left to explore, and puts to sleep
// what has been explored there. It returns false if nothing is left.
func (x *exploration) retreat() (more bool, err error) {
	for x.Len() > 0 {
		e := x.Event(x.Len() - 1)
		x.pop()
		if x.NextValue(e) {
			return true, x.push(e.Thread)
		}
		x.sleep.Add(e)
		if p, ok := x.next(); ok {
			x.Run.NotifyBranch(p)
			x.FirstValue(p)
			return true, x.push(p)
		}
	}
	return false, nil
}

// choose returns any p ∈ enabled(E) \ Sleep; ok is false if there is none.
func (x *exploration) choose() (p event.ThreadID, ok bool) {
	x.enabled = x.Run.AppendEnabled(x.enabled[:0])
	for _, t := range x.enabled {
		if !x.sleep.Contains(x.Len(), t) {
			return t, true
		}
		x.Run.NotifyAsleep(t)
	}
	return 0, false
}

// end ends an exploration at an E after which no thread is both enabled and awake.
func (x *exploration) end() error {
	for t := range event.ThreadID(x.Run.Machine.Threads()) {
		pending, second := x.AppendPendingRaces(x.pending[:0], t)
		for _, first := range pending {
			x.reverse(int(first), second)
		}
		x.pending = pending
	}
	if len(x.enabled) > 0 {
		return x.Run.Redundant()
	}
	return x.Run.Maximal()
}

// next returns some p ∈ backtrack(E) \ Sleep; ok is false if there is none.
func (x *exploration) next() (p event.ThreadID, ok bool) {
	for t := x.Run.FirstEnabled(); t != event.NoThread; t = x.Run.NextEnabled(t) {
		if x.backtrack.Contains(x.Len(), t) && !x.sleep.Contains(x.Len(), t) {
			return t, true
		}
	}
	return 0, false
}

// push reverses the races of p's event and is the call Explore(E·p, Sleep').
func (x *exploration) push(p event.ThreadID) error {
	if err := x.Push(p); err != nil {
		return err
	}
	for _, first := range x.Races() {
		x.reverse(int(first), x.RaceEndOf(int(first)))
	}
	x.backtrack.Push()
	x.sleep.Push(x.Event(x.Len() - 1))
	x.count()
	return nil
}

func (x *exploration) pop() {
	x.sleep.Pop()
	x.backtrack.Pop()
	x.Pop()
}

func (x *exploration) count() {
	algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len())
	algos.RaisePeak(&x.Run.Stats.Peak.SleepEntries, x.sleep.Entries()+x.backtrack.Members())
}
