package trace

import (
	"slices"

	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/order"
)

// Relations returns, for each step of the trace from a position on, its direct predecessors in happens-before, and the earlier steps
// that it races with (Definition 5). The trace must be one of p.
func (t Trace) Relations(p *model.Program, from int) (before, races [][]int32) {
	order := order.NewHappensBefore((*front.Program)(p), t.Memory)
	at := map[event.ThreadID][]int32{} // the positions of the events of each thread
	before, races = [][]int32{}, [][]int32{}
	for i, s := range t.Steps {
		order.Push(s.Event)
		at[s.Event.Thread] = append(at[s.Event.Thread], int32(i))
		if i >= from {
			before = append(before, predecessors(order, i, at))
			races = append(races, append([]int32{}, order.Races()...))
		}
	}
	return before, races
}

// References returns how the events of the trace, by their places in Steps, are related in its graph, if executions are graphs under its memory model: see
// [axioms.Relations]. The trace must be one of p.
func (t Trace) References(p *model.Program) ([]axioms.Relation, error) {
	r, err := newReplay(p, t.Memory, len(t.Steps))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for _, s := range t.Steps {
		if err := r.follow(s.Event); err != nil {
			return nil, err
		}
	}
	return axioms.Relations(r.Machine), nil
}

// predecessors returns the events directly before the one at position i in
// happens-before: among each thread's last event that happens before it, those
// that happen before none of the others.
func predecessors(order *order.HappensBefore, i int, at map[event.ThreadID][]int32) []int32 {
	own := order.Event(i).Thread
	last := []int32{}
	for t, known := range order.Clock(i) {
		if event.ThreadID(t) == own {
			known-- // the event itself
		}
		if known > 0 {
			last = append(last, at[event.ThreadID(t)][known-1])
		}
	}
	direct := []int32{}
	for _, e := range last {
		covered := slices.ContainsFunc(last, func(f int32) bool { return e != f && order.Before(int(e), int(f)) })
		if !covered {
			direct = append(direct, e)
		}
	}
	slices.Sort(direct)
	return direct
}
