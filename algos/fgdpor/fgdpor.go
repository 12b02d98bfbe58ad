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
//	backtrack(pre(S, i))    exploration.Backtrack
//	done                    threads in exploration.Backtrack that are asleep
//
// The recursion of Explore is the loop of sequence.Backtracking.
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
	fgdpor := &exploration{Backtracking: sequence.NewBacktracking(x), enabled: sequence.NewThreadSets()}
	return fgdpor.Explore(fgdpor)
}

type exploration struct {
	*sequence.Backtracking // S, with its sleep sets and backtrack
	enabled                *sequence.ThreadSets

	threads []event.ThreadID // scratch of Choose
	ends    []int32          // scratch of addGuardedBacktrackPoints
}

// Choose adds the backtrack points of all processes, and returns any p ∈ enabled(s) that is awake; ok is
// false if there is none.
func (x *exploration) Choose() (p event.ThreadID, ok bool) {
	for q := range event.ThreadID(x.Run.Machine.Threads()) {
		if next, ok := x.Run.Machine.Next(q); ok {
			x.addBacktrackPoint(next)
		}
	}
	x.threads = x.Run.AppendEnabled(x.threads[:0])
	for _, t := range x.threads {
		x.enabled.Add(x.Len(), t)
		switch {
		case ok:
		case x.Sleep.Contains(x.Len(), t):
			x.Run.NotifyAsleep(t)
		default:
			p, ok = t, true
		}
	}
	return p, ok
}

// End ends an exploration at an S after which no thread is both enabled and awake.
func (x *exploration) End() error {
	if len(x.threads) > 0 {
		return x.Run.Redundant()
	}
	return x.Run.Maximal()
}

// Next returns some q ∈ backtrack(s) \ done that is awake; ok is false if there is none.
func (x *exploration) Next() (q event.ThreadID, ok bool) {
	for t := range x.Backtrack.Of(x.Len()) {
		if !x.Sleep.Contains(x.Len(), t) {
			return t, true
		}
	}
	return 0, false
}

// Pushed and Popped extend and shorten enabled along with S.
func (x *exploration) Pushed() { x.enabled.Push() }
func (x *exploration) Popped() { x.enabled.Pop() }
