package trust

import "cmp"

// place is the progress of a call of visit: how many turns of its loop it has done, and
// which of the alternatives found in this turn comes next.
type place struct {
	step  int32
	child int
	first int // alternatives before this one are not explored here; see algos.Tasks.First
}

// reach begins a turn of the loop in visit.
func (x *exploration) reach(step int32) {
	x.at = place{step: step, first: x.Tasks.First(x.frames-1, step)}
}

// branch is Visit(G) for an alternative.
func (x *exploration) branch(mark int) error {
	at := x.at
	x.at.child++
	if at.child < at.first {
		x.Graph.Back(mark)
		if at.child == at.first-1 {
			x.Tasks.Replayed() // including the events added so far in this turn
		}
		return nil
	}
	if x.limit != nil {
		if beyond, err := x.isBeyond(); beyond || err != nil {
			x.Stats.Beyond++
			x.Graph.Back(mark)
			x.at.child = at.child + 1
			return cmp.Or(err, x.Tasks.Explored(nil, x.frames-1, at.step, at.child))
		}
	}
	err := x.visit(mark)
	x.at = place{at.step, at.child + 1, at.first}
	return x.Tasks.Explored(err, x.frames-1, at.step, at.child)
}
