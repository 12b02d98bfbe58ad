package tables

import (
	"cmp"
	"slices"

	"dporbench/internal/counters"
	"dporbench/results"
)

// usedCounters are the counters of what an algorithm stores that are not 0 in all
// of the cells, in the order in which they have columns.
func usedCounters(cells []results.Cell) []counters.Counter[results.Stored] {
	used := slices.DeleteFunc(counters.Own(), func(c counters.Counter[results.Stored]) bool {
		return !slices.ContainsFunc(cells, func(cell results.Cell) bool { return c.In(cell.Median().Stored) != 0 })
	})
	slices.SortFunc(used, func(a, b counters.Counter[results.Stored]) int { return cmp.Compare(a.Place, b.Place) })
	return used
}
