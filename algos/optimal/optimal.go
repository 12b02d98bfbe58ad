// Package optimal is Optimal-DPOR with explicit wakeup trees: exactly one execution of
// each class and nothing redundant, at the price of memory that may grow exponentially.
//
// Source: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for
// Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017, the algorithm
// Optimal-DPOR (Optimal Dynamic Partial Order Reduction, POPL 2014,
// Algorithm 2).
//
//	E                    the machine's events; sequence.Sequence, with its →hb
//	e ≲ e'               exploration.races
//	pre(E, e)            the prefix whose length is race.first
//	notdep(e, E)·e'      notdep, v
//	Sleep, sleep(E)      exploration.sleep
//	WI[E](v)             notdep.weakInitial
//	WuT, wut(E)          exploration.trees.Last
//
// The recursion of Explore(E·p, Sleep', WuT') is a loop here, in which extend calls and
// backtrack returns.
//
// Deviations:
//
//   - A branch is taken out of wut(E) when its exploration begins, not when it ends,
//     and its subtree becomes wut(E·p) without a copy. This is safe because a race
//     whose first event is that p inserts no v below p: p depends on its second event.
//   - As printed, the algorithm is for threads that do not disable each other. The
//     races of a Lock, an Await or a When, executed or left pending, are as in
//     sequence.RaceEnd.
//   - Where Stores are buffered, a Load of a store of its own thread depends on other writes only after the
//     flush of that store, so pairs of events do not determine what commutes: see written, Event.Promoted and
//     rules R22 and R25 to R28.
//   - Where updates commute, v is written out too, because not all direct predecessors of an event are among
//     its Links (rule R38); and the value a CompareAndSwap sees once a race is reversed is exploration.valueReversed
//     (rule R37).
//   - The kind of an event depends on its position, since a CompareAndSwap that fails
//     is a read. exploration.moved determines the kind of a race's second event (rule R6).
//
// Two shortcuts suggest themselves and lose classes. One is to let v end at the
// position of e' in E (TestWakeupSequenceGoesOn). The other is to reverse a race only
// in the first of the maximal executions that share the prefix up to e', although each
// of them has another v (TestEveryExecutionCounts).
package optimal

import (
	"errors"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/internal/wakeup"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// New returns an Optimal-DPOR explorer.
func New(o algos.Options) algos.Explorer {
	return algos.NewExplorer(o, explore)
}

func explore(x *algos.Exploration) error {
	optimal := &exploration{
		Sequence: sequence.New(x),
		sleep:    sequence.NewSleepSets(),
		trees:    wakeup.NewTrees(x),
	}
	optimal.v = &notdep{Reader: optimal.Reader}
	if optimal.Buffered() || optimal.Commuting() {
		optimal.v = &written{Reader: optimal.Reader, machine: x.Machine}
	}
	x.Watch(optimal.state)
	x.CountWork(func(w *algos.Work) {
		done := optimal.v.count()
		w.SleepEntries += optimal.sleep.LookedAt() + done.sleepers
		w.Races += done.races
		w.Comparisons += done.listed
		w.TreeNodes += optimal.trees.Compared()
	})
	return optimal.explore()
}

// errBlocked means that the algorithm is wrong: where WuT is empty, so is Sleep.
var errBlocked = errors.New("optimal: a thread is asleep at the end of a wakeup sequence: this exploration is redundant, which must not happen")

type exploration struct {
	*sequence.Sequence // E
	sleep              *sequence.SleepSets
	trees              wakeup.Trees

	races   []race          // in E, in the order of their second events
	pending []sequence.Race // scratch of reverseRaces
	v       reversed        // of the race that is being reversed
}

// reversed is v = notdep(e, E)·e' for a race of E: notdep, or written where Stores are buffered or updates commute.
type reversed interface {
	wakeup.Sequence
	grow(threads int)
	begin(first int, second event.Event)
	weakInitial(e *event.Event) bool
	count() *counters
}

// explore is Explore(⟨⟩, ∅, ∅).
func (x *exploration) explore() error {
	for more := true; more; more = x.backtrack() {
		if err := x.extend(); err != nil {
			return err
		}
		x.reverseRaces()
		x.count()
		if err := x.Run.Maximal(); err != nil {
			return err
		}
	}
	return nil
}

// count records how much is stored. The peak is at a maximal E whose races have been reversed:
// until then E and the sleep sets grow at the expense of the trees, which grow only there.
func (x *exploration) count() {
	peak := &x.Run.Stats.Peak
	algos.RaisePeak(&peak.WakeupNodes, x.trees.Nodes())
	algos.RaisePeak(&peak.SleepEntries, x.sleep.Entries())
	algos.RaisePeak(&peak.Events, x.Len()+x.trees.Nodes())
}

// extend makes E maximal. It follows the leftmost branch of the wakeup tree as far as it goes.
func (x *exploration) extend() error {
	for {
		if tree := x.trees.Last(); !tree.Empty() {
			e, below := x.trees.Take(tree)
			if value, ok := e.Choice(); ok {
				x.Run.Machine.Choose(value)
			}
			if err := x.push(e.Thread, below); err != nil {
				return err
			}
			continue
		}
		p, ok, err := x.choose()
		if err != nil || !ok {
			return err
		}
		if err := x.push(p, wakeup.Tree{}); err != nil {
			return err
		}
	}
}

// choose returns any p ∈ enabled(E), where WuT is empty; ok is false if there is none.
func (x *exploration) choose() (p event.ThreadID, ok bool, err error) {
	p = x.Run.FirstEnabled()
	if p == event.NoThread {
		return p, false, nil
	}
	if len(x.sleep.Last()) > 0 {
		return 0, false, fmt.Errorf("%w (after %d executions)", errBlocked, x.Run.Stats.Executions)
	}
	return p, true, nil
}

// push is the call Explore(E·p, Sleep', WuT').
func (x *exploration) push(p event.ThreadID, tree wakeup.Tree) error {
	if err := x.Push(p); err != nil {
		return err
	}
	x.trees.Push(tree)
	x.sleep.Push(x.Event(x.Len() - 1))
	x.collectRaces()
	return nil
}

// backtrack returns from calls of Explore until one has a branch left to explore, and puts the explored branches there
// to sleep. It returns false if nothing is left.
func (x *exploration) backtrack() bool {
	for x.Len() > 0 {
		p := x.Event(x.Len() - 1)
		x.pop()
		if !x.trees.Last().Empty() {
			x.sleep.Add(p)
			x.trees.Begun()
			return true
		}
	}
	return false
}

func (x *exploration) pop() {
	x.Pop()
	x.trees.Pop()
	x.sleep.Pop()
	x.dropRaces()
}

// state describes the exploration to a Watcher.
func (x *exploration) state() algos.State {
	return algos.State{Asleep: x.sleep.AppendSets(nil), Waiting: x.trees.AppendWaiting(nil)}
}
