package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model"
)

// place is where a call of visit is: the number of turns of its loop that have been made, and
// which of the alternatives found in this turn comes next.
type place struct {
	step  int32
	child int
	first int // alternatives before this one are not explored here; see algos.Session.First
}

// reach begins a turn of the loop in visit.
func (x *exploration) reach(step int32) { x.at = place{step: step, first: x.First(x.frames-1, step)} }

// branch is Visit(G) for an alternative.
func (x *exploration) branch(mark int) error {
	at := x.at
	x.at.child++
	if at.child < at.first {
		x.graph.Back(mark)
		if at.child == at.first-1 {
			x.Replayed() // the events added so far in this turn too
		}
		return nil
	}
	if x.Sampler != nil && !x.Sampler.Enter(x.stratum()) {
		x.graph.Back(mark)
		return nil
	}
	err := x.visit(mark)
	x.at = place{at.step, at.child + 1, at.first}
	return x.Explored(err, x.frames-1, at.step, at.child)
}

// stratum is the same where about as much is left to be explored: that depends on the size of the
// graph, on how many reads are from the last write there is, and on how many threads have not ended.
func (x *exploration) stratum() uint64 {
	var reads, running uint64
	for t := range model.ThreadID(x.graph.Threads()) {
		for _, id := range x.graph.ThreadEvents(t) {
			if e := x.graph.Event(id); e.Kind == model.Read && x.graph.Later(e.Source) == graph.None {
				reads++
			}
		}
	}
	for t := x.nextActive(model.NoThread); t != model.NoThread; t = x.nextActive(t) {
		running++
	}
	return algos.Stratum(uint64(x.graph.Size()), reads, running)
}
