// Package observers implements Optimal-DPOR with observers: two writes are dependent only if an observer, a
// later read, reads from the second of them. It visits one execution of each class of equivalence.Observed.
//
// Source: Aronis, Jonsson, Lång, Sagonas, Optimal Dynamic Partial Order Reduction with Observers, TACAS 2018; over
// Optimal-DPOR (Abdulla, Aronis, Jonsson, Sagonas, JACM 64(4), 2017).
//
//	E                     the machine's events
//	→hb, e ≲ e'           observed.Order, observed.Race; known once E is maximal, since the last events may observe
//	Sleep, sleep(E)       exploration.sleep
//	p ∈ WI[E](v)          sequence.weakInitial
//	WuT, wut(E)           exploration.trees.Last
//
// Whether two writes are dependent does not depend on them alone, so E·v and E'·v may differ even if E and E'
// are equivalent. The algorithm is still right: a wakeup sequence for an observed race ends with its
// observer, and a thread that sleeps before a write stays asleep past other writes, provided that its write
// is not observed after them (see sleeper).
//
// Awaits are beyond the paper: rules R51 to R54.
//
// As in package optimal, a branch is taken out of its wakeup tree when its exploration begins.
package observers

import (
	"errors"

	"dporbench/algos"
	"dporbench/algos/internal/observed"
	"dporbench/algos/internal/wakeup"
	"dporbench/model/event"
)

// New returns an explorer by Optimal-DPOR with observers.
func New(o algos.Options) algos.Explorer { return algos.NewCoarser(o, algos.OnlySC(explore)) }

func explore(run *algos.Exploration) error {
	x := &exploration{run: run, trees: wakeup.NewTrees(run), sleep: newSleepSets()}
	run.CountWork(func(w *algos.Work) {
		w.Joins += x.order.Joins() + x.part.Joins()
		w.Races += x.races
		w.Comparisons += x.v.looked
		w.SleepEntries += x.sleep.looked
		w.TreeNodes += x.trees.Compared()
	})
	return x.explore()
}

// errBlocked means that the algorithm is wrong: where WuT is empty, so is Sleep.
var errBlocked = errors.New("observers: a thread is asleep at the end of a wakeup sequence: this exploration is redundant, which must not happen")

type exploration struct {
	run   *algos.Exploration
	trees wakeup.Trees
	sleep *sleepSets
	order observed.Order // of E, once it is maximal
	v     sequence       // of the race that is being reversed

	awaits  []await       // of E
	part    observed.Part // of E, for the write whose races with awaits are being reversed
	without []int32       // the writes of the part that are left out: scratch of reverseAwait
	ending  ending        // the same part, as the end of an execution

	races int64
}

// explore is Explore(⟨⟩, ∅, ∅).
func (x *exploration) explore() error {
	for more := true; more; more = x.backtrack() {
		if err := x.extend(); err != nil {
			return err
		}
		x.order.Compute(x.run.Machine.Events(), x.run.Machine.Threads())
		x.reverseRaces()
		x.count()
		if err := x.run.Maximal(); err != nil {
			return err
		}
	}
	return nil
}

func (x *exploration) count() {
	peak := &x.run.Stats.Peak
	algos.RaisePeak(&peak.WakeupNodes, x.trees.Nodes())
	algos.RaisePeak(&peak.SleepEntries, len(x.sleep.all))
	algos.RaisePeak(&peak.Events, x.run.Machine.Len()+x.trees.Nodes())
}

// extend makes E maximal. It follows the leftmost branch of the wakeup tree as far as there is one.
func (x *exploration) extend() error {
	for {
		var below wakeup.Tree
		p := x.run.FirstEnabled()
		if tree := x.trees.Last(); !tree.Empty() {
			var e wakeup.Event
			e, below = x.trees.Take(tree)
			if value, ok := e.Choice(); ok {
				x.run.Machine.Choose(value)
			}
			p = e.Thread
		} else if p == event.NoThread {
			return nil
		} else if len(x.sleep.of(x.run.Machine.Len())) > 0 {
			return errBlocked
		}
		if err := x.push(p, below); err != nil {
			return err
		}
	}
}

// push is the call Explore(E·p, Sleep', WuT').
func (x *exploration) push(p event.ThreadID, tree wakeup.Tree) error {
	e, err := x.run.Step(p)
	if err != nil {
		return err
	}
	x.trees.Push(tree)
	if !x.sleep.push(e) {
		return errBlocked
	}
	return nil
}

// backtrack returns from calls of Explore until one has a branch left to explore, and puts the explored branches there
// to sleep. It returns false if nothing is left.
func (x *exploration) backtrack() bool {
	m := x.run.Machine
	for m.Len() > 0 {
		p := m.Events()[m.Len()-1]
		m.Undo()
		x.trees.Pop()
		x.sleep.pop()
		if !x.trees.Last().Empty() {
			x.sleep.add(p)
			x.trees.Begun()
			return true
		}
	}
	return false
}
