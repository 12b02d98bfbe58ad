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
//	next(s, p)              model.Machine.Next
//	C(p)                    the clock of the last event of p, sequence.Sequence.LastOf
//	i ≤ C(p)(proc(S_i))     exploration.before
//	enabled(pre(S, i))      exploration.enabled
//	backtrack(pre(S, i))    exploration.Backtrack
//	done                    threads in exploration.Backtrack that are asleep
//	the loop over them      sequence.Backtracking.Explore
//
// Two accesses of a variable, or two Locks of a mutex, may be co-enabled. An Unlock,
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
package fgdpor

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// New returns an explorer with backtracking points and sleep sets.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	fgdpor := &exploration{enabled: sequence.NewThreadSets()}
	fgdpor.Backtracking = sequence.NewBacktracking(x, fgdpor.below)
	return fgdpor.explore()
}

// exploration is one call of Explore.
type exploration struct {
	*sequence.Backtracking // S
	enabled                *sequence.ThreadSets
}

// explore is Explore(S, C).
func (x *exploration) explore() error {
	for p := range model.ThreadID(x.Run.Machine.Threads()) {
		if next, ok := x.Run.Machine.Next(p); ok {
			x.addBacktrackPoint(next)
		}
	}
	p, enabled, ok := x.Choose()
	if !ok {
		return x.End()
	}
	for _, t := range enabled {
		x.enabled.Add(x.Len(), t)
	}
	return x.Explore(p)
}

// below is explore for an S that has become one event longer.
func (x *exploration) below() error {
	x.Count()
	x.enabled.Push()
	if err := x.explore(); err != nil {
		return err
	}
	x.enabled.Pop()
	return nil
}
