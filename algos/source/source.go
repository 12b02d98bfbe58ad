// Package source is Source-DPOR. It visits every class exactly once, but starts some
// redundant explorations, which sleep sets block.
//
// Source: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for
// Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017, the algorithm
// Source-DPOR (Optimal Dynamic Partial Order Reduction, POPL 2014,
// Algorithm 1).
//
//	E               the machine's events; sequence.Sequence, with its →hb
//	Sleep           exploration.Sleep
//	backtrack(E')   exploration.Backtrack
//	the loop        sequence.Backtracking.Explore
//	e ≲ next(p)     sequence.Sequence.Races, once p has made its step
//	notdep(e, E)·p  exploration.notdep, and then the second event of the race
//	I[E'](v)        exploration.initial
//
// Deviation: as printed, the algorithm is for threads that do not disable each other.
// Here a Lock races with the latest Lock before it, in the order that reversing the
// race would leave (sequence.RaceEnd). So does a Lock that is pending where E ends,
// even if E is not maximal: the races of explorations that sleep sets block count
// too.
package source

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// New returns a Source-DPOR explorer.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	source := &exploration{}
	source.Backtracking = sequence.NewBacktracking(x, source.below)
	return source.explore()
}

// exploration is one call of Explore.
type exploration struct {
	*sequence.Backtracking       // E
	notdep                 []int // notdep(e, E), by positions; scratch of reverse
}

// explore is Explore(E, Sleep).
func (x *exploration) explore() error {
	p, _, ok := x.Choose()
	if !ok {
		return x.end()
	}
	return x.Explore(p)
}

// below reverses the races of the last event of E, then explores what follows.
func (x *exploration) below() error {
	second := x.LastAsRaceEnd()
	for _, first := range x.Races() {
		x.reverse(int(first), second)
	}
	x.Count()
	return x.explore()
}

// end ends an exploration at an E after which no thread is both enabled and awake.
func (x *exploration) end() error {
	for t := range model.ThreadID(x.Run.Machine.Threads()) {
		if first, lock, ok := x.PendingLock(t); ok {
			x.reverse(first, lock)
		}
	}
	return x.End()
}
