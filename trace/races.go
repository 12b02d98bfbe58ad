package trace

import (
	"slices"

	"dporbench/model"
)

// Races are the races of the trace, which must be one of p (Definition 5): for
// each step the places in Steps of those it races with and that come before it,
// in their order. The race of a Lock is with the Lock before it, see
// [model.Order.Races].
func (t Trace) Races(p *model.Program) [][]int {
	races := make([][]int, len(t.Steps))
	order := model.NewHappensBefore(p)
	for i, s := range t.Steps {
		order.Push(s.Event)
		for _, r := range order.Races() {
			races[i] = append(races[i], int(r))
		}
		slices.Sort(races[i])
	}
	return races
}
