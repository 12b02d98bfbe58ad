package trust

// With a preemption bound this is Buster (Marmanis, Kokologiannakis, Vafeiadis, Reconciling Preemption Bounding with DPOR,
// TACAS 2023): it leaves out graphs that take more preemptions than the bound plus a slack, counted as in preemption.Prefix.
// A graph may take more preemptions before a revisit than after; with N threads, at most N-2 more, which is the paper's
// slack. Executions beyond the bound are left out at the end. All this holds if next chooses threads in order. If it chooses
// at random, more slack would be needed, and nothing is left out before the end:
//
//	p: a=x; a=x | q: a=x; b=x; update x; x=1 | r: x=1; x=1
//
// The paper has no awaits, so programs with awaits are refused under a bound.

// isBeyond reports whether the graph takes too many preemptions.
func (x *exploration) isBeyond() (bool, error) {
	if x.Behaviour.Awaits() {
		return false, x.DeclareGuards()
	}
	x.events = x.Graph.Linearise(x.events[:0])
	return x.limit.IsExceeded(x.events, x.Graph.Threads()), nil
}
