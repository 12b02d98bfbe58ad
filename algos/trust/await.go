package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model"
)

// Awaits. An Await is a read, and a When an update, of a thread that continues only if the
// value it reads satisfies the guard; otherwise the read is blocked: it has no write, and is
// no event of an execution. It takes part in the algorithm like any other read: a later
// write may revisit it, whether the guard holds for its value or not (rule A12). So far, an
// Await is a Load and an Assume.
//
// But a thread that waits is blocked for good only if the last write in co is one for which
// its guard does not hold. A graph in which a blocked read reads from an earlier write is
// no execution (rule A13), and if no revisit changes that, it leads nowhere. To have few of
// these,
//
//   - the read is added while the guard holds for the last write in co, and only if
//     nothing else can be added when it does not;
//   - it never reads from an earlier write for which the guard does not hold: it would not
//     be maximal, so that nothing could revisit it;
//   - it is not revisited by such a write at an earlier place, for the same reason.
//
// The others are counted as redundant: they are the price of awaits in this algorithm.

// nextBlocked chooses, where nothing else can be added, a thread that awaits a value that the
// last write in co does not have.
func (x *exploration) nextBlocked() (t model.ThreadID, s model.Step, any bool) {
	for t := x.nextActive(model.NoThread); t != model.NoThread; t = x.nextActive(t) {
		if s := x.step(t); s.Guard() != nil {
			return t, s, true
		}
	}
	return 0, model.Step{}, false
}

// blocks reports whether r, which has been cut, is blocked if it reads from u.
func (x *exploration) blocks(u write, r graph.ID) bool {
	s := x.step(x.graph.Event(r).Thread)
	if s.Guard() == nil {
		return false
	}
	var seen int64
	if u.read != graph.None {
		seen = x.graph.Event(u.read).Value
	}
	return !s.Enabled(u.step.Written(seen))
}

// leadsNowhere reports whether a thread is blocked although it would not be any more.
func (x *exploration) leadsNowhere() bool {
	for t := range model.ThreadID(x.graph.Threads()) {
		if last := x.graph.Last(t); last != graph.None {
			if e := x.graph.Event(last); e.Blocked && x.graph.Later(e.Source) != graph.None {
				return true
			}
		}
	}
	return false
}

// redundant counts a graph that leads to no execution.
func (x *exploration) redundant() error {
	x.Stats.Redundant++
	if x.Observer != nil {
		x.Observer.Ended(x.graph.Linearise(nil), algos.End{How: algos.Redundant})
	}
	return nil
}
