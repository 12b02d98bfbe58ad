// Package bpor is bounded partial order reduction: the search of Flanagan and Godefroid within a bound of preemptions,
// with more backtrack points. It visits every class within the bound, many of them repeatedly, and is here for
// comparison.
//
// Source: K. E. Coons, M. Musuvathi, K. S. McKinley, Bounded Partial-Order Reduction, OOPSLA 2013, the algorithm for
// bounds of preemptions.
//
//	S                  the machine's events; S_i follows pre(S, i)
//	Pb(S)              exploration.preemptions: switches from threads that could have continued
//	next(s, u)         machine.Machine.Next
//	Backtrack(S, i, u) exploration.backtrack: a point at pre(S, i) and, conservatively, one where the block of S_i begins
//
// A prefix that takes more preemptions than the bound is not explored. So a race that is reversed right before its first
// event may lead beyond the bound, while another execution of the same class is within it: one that switches where it
// costs nothing, at the beginning of the block. (A block is a thread's events between two switches.) For the same reason
// the thread that is already running is explored first, whatever Options.Order says. A point is set at the last dependent
// event of each other thread, whether or not it happens before next(s, u).
//
// Sleep sets would lose classes: once one way to a class turned out to take too many preemptions, they would block
// the others. So, as in the paper, there are none. The paper has no awaits either; they are refused.
package bpor

import (
	"math"

	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// New returns an explorer that adds conservative backtrack points if there is a bound.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, algos.OnlySC(explore)) }

func explore(run *algos.Exploration) error {
	x := &exploration{
		run: run, e: sequence.New(run), most: math.MaxInt, preemptions: []int{0},
		enabled: sequence.NewThreadSets(), chosen: sequence.NewThreadSets(), done: sequence.NewThreadSets(),
	}
	if err := run.Declare(algos.NoGuards); err != nil {
		return err
	}
	if k, any := run.Bound().Limit(); any {
		x.most, x.conservative = k, true
	}
	return x.explore()
}

type exploration struct {
	run          *algos.Exploration
	e            *sequence.Sequence // S
	most         int
	conservative bool

	preemptions []int                // Pb, by prefix of S
	enabled     *sequence.ThreadSets // enabled(s)
	chosen      *sequence.ThreadSets // backtrack(s)
	done        *sequence.ThreadSets
	accesses    accesses
	points      []int // scratch of findBacktrackPoints
}

// explore is Explore(⟨⟩). Its recursion is a loop, in which extend calls and retreat returns.
func (x *exploration) explore() error {
	for {
		if err := x.extend(); err != nil {
			return err
		}
		more, err := x.retreat()
		if !more || err != nil {
			return err
		}
	}
}

// extend makes S longer until it is maximal.
func (x *exploration) extend() error {
	for {
		x.findBacktrackPoints()
		t := x.first()
		if t == event.NoThread {
			return x.run.Maximal()
		}
		x.chosen.Add(x.e.Len(), t)
		if err := x.begin(t); err != nil {
			return err
		}
	}
}

// first returns the thread to explore first: the running one, if it is enabled. It records all enabled threads.
func (x *exploration) first() (t event.ThreadID) {
	t = x.run.FirstEnabled()
	for u := t; u != event.NoThread; u = x.run.NextEnabled(u) {
		x.enabled.Add(x.e.Len(), u)
	}
	if u := x.running(); u != event.NoThread && x.run.Machine.Enabled(u) {
		return u
	}
	return t
}

func (x *exploration) running() event.ThreadID {
	if x.e.Len() == 0 {
		return event.NoThread
	}
	return x.e.Event(x.e.Len() - 1).Thread
}

// retreat returns from calls of Explore until one has something left to explore within the bound.
func (x *exploration) retreat() (more bool, err error) {
	for x.e.Len() > 0 {
		e := x.pop()
		if x.run.ChoosesNext(e) {
			return true, x.push(e.Thread)
		}
		x.done.Add(x.e.Len(), e.Thread)
		if t := x.next(); t != event.NoThread {
			x.run.NotifyBranch(t)
			return true, x.begin(t)
		}
	}
	return false, nil
}

// next returns some u ∈ backtrack(s) \ done with Pb(S.next(s, u)) within the bound.
func (x *exploration) next() event.ThreadID {
	at := x.e.Len()
	for u := range x.chosen.Of(at) {
		if x.done.Contains(at, u) {
			continue
		}
		if x.preemptionsAfter(u) <= x.most {
			return u
		}
		x.done.Add(at, u)
		x.run.Stats.Beyond++
	}
	return event.NoThread
}

// preemptionsAfter is Pb(S.next(s, u)).
func (x *exploration) preemptionsAfter(u event.ThreadID) int {
	n := x.preemptions[x.e.Len()]
	if t := x.running(); t != event.NoThread && t != u && x.run.Machine.Enabled(t) {
		n++
	}
	return n
}

func (x *exploration) begin(t event.ThreadID) error {
	x.run.ChooseFirst(t)
	return x.push(t)
}

func (x *exploration) push(t event.ThreadID) error {
	n := x.preemptionsAfter(t)
	if err := x.e.Push(t); err != nil {
		return err
	}
	x.accessed(x.e.Event(x.e.Len() - 1))
	x.preemptions = append(x.preemptions, n)
	for _, s := range []*sequence.ThreadSets{x.enabled, x.chosen, x.done} {
		s.Push()
	}
	algos.RaisePeak(&x.run.Stats.Peak.Events, x.e.Len())
	algos.RaisePeak(&x.run.Stats.Peak.SleepEntries, x.chosen.Members())
	return nil
}

func (x *exploration) pop() event.Event {
	at := x.e.Len() - 1
	e := x.e.Event(at)
	for _, s := range []*sequence.ThreadSets{x.enabled, x.chosen, x.done} {
		s.Pop()
	}
	x.preemptions = x.preemptions[:at+1]
	x.e.Pop()
	x.release(e)
	return e
}
