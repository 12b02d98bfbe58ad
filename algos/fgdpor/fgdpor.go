// Package fgdpor is the original dynamic partial order reduction, by Flanagan and
// Godefroid, with sleep sets. It visits every class exactly once, but starts redundant
// explorations, which sleep sets block.
//
// Source: C. Flanagan, P. Godefroid, Dynamic Partial-Order Reduction for Model
// Checking Software, POPL 2005, the algorithm with clock vectors (figure 4);
// sleep sets as in sequence.SleepSets.
//
//	S                       the machine's events; sequence.Sequence
//	pre(S, i)               the prefix of length i; S_i follows it
//	next(s, p)              machine.Machine.Next
//	C(p)                    the clock of the last event of p, sequence.Sequence.LastOf
//	i ≤ C(p)(proc(S_i))     exploration.before
//	enabled(pre(S, i))      exploration.enabled
//	backtrack(pre(S, i))    exploration.backtrack
//	done                    threads in exploration.backtrack that are asleep
//
// The recursion of Explore is a loop here, in which extend calls and retreat returns.
//
// Two accesses of a variable, or two Locks of a mutex, may be co-enabled; for an Await or
// a When see addGuardedBacktrackPoints. An Unlock,
// a Spawn or a Join is never enabled together with an event that it depends on.
//
// Deviation: with sleep sets, a thread that is asleep at pre(S, i) is not explored
// there, so adding it to backtrack(pre(S, i)) is useless. The element of E must be
// awake; if none is, all enabled threads are added, as the paper does if E is empty.
// With an arbitrary element of E, sleep sets lose classes: one of the 4 of
//
//	p: a=y; a=x | q: b=x | r: x=0
//
// when the last thread goes first.
//
// Where Stores are buffered, next(s, p) happens after what precedes it by its thread and its buffers, not after
// the last event of p alone; and besides the last dependent event, each Load that read the last write of the
// variable while it was buffered gets its backtrack point (rule R30).
package fgdpor

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// New returns an explorer with backtracking points and sleep sets.
func New(o algos.Options) algos.Explorer {
	return algos.NewExplorer(o, explore)
}

func explore(x *algos.Exploration) error {
	fgdpor := &exploration{
		Sequence:  sequence.New(x),
		sleep:     sequence.NewSleepSets(),
		backtrack: sequence.NewThreadSets(),
		enabled:   sequence.NewThreadSets(),
	}
	x.CountWork(func(w *algos.Work) { w.SleepEntries += fgdpor.sleep.LookedAt() })
	return fgdpor.explore()
}

type exploration struct {
	*sequence.Sequence // S
	sleep              *sequence.SleepSets
	backtrack          *sequence.ThreadSets
	enabled            *sequence.ThreadSets

	threads []event.ThreadID // scratch of choose
	ends    []int32          // scratch of addGuardedBacktrackPoints
}

// explore is Explore(∅, λx.⊥).
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

// extend makes S longer, adding backtrack points, until no thread is both enabled and awake.
func (x *exploration) extend() error {
	for {
		for p := range event.ThreadID(x.Run.Machine.Threads()) {
			if next, ok := x.Run.Machine.Next(p); ok {
				x.addBacktrackPoint(next)
			}
		}
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

// retreat returns from calls of Explore until one has something left to explore. What has been
// explored there is done, and put to sleep. It returns false if nothing is left.
func (x *exploration) retreat() (more bool, err error) {
	for x.Len() > 0 {
		e := x.Event(x.Len() - 1)
		x.pop()
		if x.NextValue(e) {
			return true, x.push(e.Thread)
		}
		x.sleep.Add(e)
		if q, ok := x.next(); ok {
			x.Run.NotifyBranch(q)
			x.FirstValue(q)
			return true, x.push(q)
		}
	}
	return false, nil
}

// choose returns any p ∈ enabled(s) that is awake; ok is false if there is none.
func (x *exploration) choose() (p event.ThreadID, ok bool) {
	x.threads = x.Run.AppendEnabled(x.threads[:0])
	for _, t := range x.threads {
		x.enabled.Add(x.Len(), t)
		switch {
		case ok:
		case x.sleep.Contains(x.Len(), t):
			x.Run.NotifyAsleep(t)
		default:
			p, ok = t, true
		}
	}
	return p, ok
}

// end ends an exploration at an S after which no thread is both enabled and awake.
func (x *exploration) end() error {
	if len(x.threads) > 0 {
		return x.Run.Redundant()
	}
	return x.Run.Maximal()
}

// next returns some q ∈ backtrack(s) \ done that is awake; ok is false if there is none.
func (x *exploration) next() (q event.ThreadID, ok bool) {
	for t := range x.backtrack.Of(x.Len()) {
		if !x.sleep.Contains(x.Len(), t) {
			return t, true
		}
	}
	return 0, false
}

// push is the call Explore(S·next(s, q), C').
func (x *exploration) push(q event.ThreadID) error {
	if err := x.Push(q); err != nil {
		return err
	}
	x.backtrack.Push()
	x.enabled.Push()
	x.sleep.Push(x.Event(x.Len() - 1))
	x.count()
	return nil
}

func (x *exploration) pop() {
	x.sleep.Pop()
	x.enabled.Pop()
	x.backtrack.Pop()
	x.Pop()
}

func (x *exploration) count() {
	algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len())
	algos.RaisePeak(&x.Run.Stats.Peak.SleepEntries, x.sleep.Entries()+x.backtrack.Members())
}
