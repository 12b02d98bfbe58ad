package trust

import "dporbench/algos"

// With a bound of preemptions this is Buster (Marmanis, Kokologiannakis, Vafeiadis, Reconciling Preemption Bounding with
// DPOR, TACAS 2023): graphs are left out that take more preemptions than the bound and a slack, counted as by
// preemption.Prefix. What a revisit deletes may take more than what it leads to; with N threads, by N-2 at most, which is the
// paper's slack. What it visits beyond the bound is left out in the end. All this is so where next goes by the order of
// threads. Where it is random, more slack would be needed, and nothing is left out before the end:
//
//	p: a=x; a=x | q: a=x; b=x; update x; x=1 | r: x=1; x=1
//
// The paper has no awaits, so programs with these are refused under a bound.

// isBeyond reports whether the graph takes too many preemptions.
func (x *exploration) isBeyond() (bool, error) {
	if x.Behaviour.Awaits() {
		return false, &algos.RefusedError{Memory: x.Memory, Bounded: true}
	}
	x.events = x.Graph.Linearise(x.events[:0])
	return x.limit.IsExceeded(x.events, x.Graph.Threads()), nil
}
