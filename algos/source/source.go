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
//	e ≲ next(p)     sequence.Sequence.Races, once p has made its step
//	I[E'](v)        exploration.initials, for v = notdep(e, E)·p
//
// The recursion of Explore(E·p, Sleep') is the loop of sequence.Backtracking.
//
// The algorithm leaves three choices open. The first p of E, and the next one of
// backtrack(E) \ Sleep, is the one that Options.Order puts first. Which q of I[E'](v)
// is added to backtrack(E') decides how much is explored redundantly; see pick.
//
// Deviation: as printed, the algorithm is for threads that do not disable each other.
// Here a Lock races with the latest Lock before it, in the order that reversing the
// race would leave (sequence.RaceEnd), and an Await or a When has the races of
// sequence.Sequence.Races. The same holds for pending ones where E ends, even if E is not
// maximal: the races of explorations that sleep sets block count too (rule R4).
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
	source := &exploration{Backtracking: sequence.NewBacktracking(x)}
	x.Watch(source.State)
	return source.Explore(source)
}

type exploration struct {
	*sequence.Backtracking // E, with Sleep and backtrack

	enabled  []event.ThreadID // scratch of Choose
	initials []initial        // I[E'](v), in the order of E; scratch of reverse
	races    []sequence.Race  // scratch of reverseAll
}

// Choose returns any p ∈ enabled(E) \ Sleep; ok is false if there is none.
func (x *exploration) Choose() (p event.ThreadID, ok bool) {
	x.enabled = x.Run.AppendEnabled(x.enabled[:0])
	for _, t := range x.enabled {
		if !x.Sleep.Contains(x.Len(), t) {
			return t, true
		}
		x.Run.NotifyAsleep(t)
	}
	return 0, false
}

// End ends an exploration at an E after which no thread is both enabled and awake.
func (x *exploration) End() error {
	x.reverseAll(x.AppendPendingRaces(x.races))
	if len(x.enabled) > 0 {
		return x.Run.Redundant()
	}
	return x.Run.Maximal()
}

// Next returns some p ∈ backtrack(E) \ Sleep; ok is false if there is none.
func (x *exploration) Next() (p event.ThreadID, ok bool) {
	for t := x.Run.FirstEnabled(); t != event.NoThread; t = x.Run.NextEnabled(t) {
		if x.Backtrack.Contains(x.Len(), t) && !x.Sleep.Contains(x.Len(), t) {
			return t, true
		}
	}
	return 0, false
}

// Pushed reverses the races of the event that E ends with, before Explore(E·p, Sleep') begins.
func (x *exploration) Pushed() { x.reverseAll(x.AppendRaces(x.races)) }

// Popped has nothing to do.
func (x *exploration) Popped() {}
