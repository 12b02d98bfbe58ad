package html

import (
	"slices"

	"dporbench/internal/tree/layout"
	"dporbench/model"
)

// relations are, for each own step of a branch, its direct predecessors in
// happens-before and the events that it races with and that come before it.
func relations(p *model.Program, b *layout.Branch) (before, races [][]int32) {
	order := model.NewHappensBefore(p)
	at := map[model.ThreadID][]int32{} // the positions of the events of each thread
	before, races = [][]int32{}, [][]int32{}
	for i, s := range b.Steps {
		order.Push(s.Event)
		at[s.Event.Thread] = append(at[s.Event.Thread], int32(i))
		if i >= b.At {
			before = append(before, predecessors(order, i, at))
			races = append(races, append([]int32{}, order.Races()...))
		}
	}
	return before, races
}

// predecessors are the events right before the one at position i in
// happens-before: of the last ones of all threads that happen before it those
// that happen before none of the others.
func predecessors(order *model.HappensBefore, i int, at map[model.ThreadID][]int32) []int32 {
	own := order.Event(i).Thread
	last := []int32{}
	for t, known := range order.Clock(i) {
		if model.ThreadID(t) == own {
			known-- // the event itself
		}
		if known > 0 {
			last = append(last, at[model.ThreadID(t)][known-1])
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
