package plots

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"dporbench/algos/counters"
	"dporbench/plots/growth"
	"dporbench/results"
)

// counter is a counter of an explorer's storage. The model's cache is left out:
// it is bounded, and the same for all explorers.
type counter = counters.Counter[results.Stored]

// countersBeside is the maximum number of counters in a figure: the legend has no room for the laws of more.
const countersBeside = 3

// storageByParameter has figures for every benchmark measured with more than one
// parameter: peak storage against the parameter, with a panel for each counter,
// the largest first, and its law of growth.
func storageByParameter(cells []results.Cell) []figure {
	var figures []figure
	for _, s := range sweeps(cells) {
		if !s.varies() {
			continue
		}
		for i, group := range slices.Collect(slices.Chunk(s.counters(), countersBeside)) {
			f := s.storage(group)
			f.name = "storage-" + fileName(s.pattern)
			if i > 0 {
				f.name += fmt.Sprintf("-%d", i+1)
			}
			figures = append(figures, f)
		}
	}
	return figures
}

func (s sweep) varies() bool {
	return slices.ContainsFunc(s.cells, func(c results.Cell) bool { return s.n(c) != s.n(s.cells[0]) })
}

// counters returns the counters that are not always 0, the one with the largest value first.
func (s sweep) counters() []counter {
	largest := func(c counter) float64 {
		most := 0.0
		for _, cell := range s.cells {
			if p, ok := stored(c)(cell); ok {
				most = max(most, p.y)
			}
		}
		return most
	}
	used := slices.DeleteFunc(counters.Own(), func(c counter) bool { return largest(c) == 0 })
	slices.SortStableFunc(used, func(a, b counter) int { return cmp.Compare(largest(b), largest(a)) })
	return used
}

// storage plots the counters. Its legend has a column for each, unless no curve has enough points for a law.
func (s sweep) storage(shown []counter) figure {
	f := figure{sharedX: true, sharedY: true}
	table := legend{header: []string{"growth of"}}
	laws := map[string][]string{} // by algorithm, one for each counter
	found := false
	for i, counter := range shown {
		curves := s.curves(stored(counter))
		for j := range curves {
			c := &curves[j]
			law, err := c.follow()
			if laws[c.algorithm] == nil {
				laws[c.algorithm] = slices.Repeat([]string{"–"}, len(shown))
			}
			if err == nil {
				laws[c.algorithm][i], found = law.String(), true
			}
		}
		f.panels = append(f.panels, panel{
			title:  s.pattern + ": " + counter.Name,
			x:      s.axis(),
			y:      axis{label: "peak number", log: true},
			curves: curves,
		})
		table.header = append(table.header, counter.Name)
	}
	if f.legend = table; !found {
		f.legend = legendOf(f.panels, nil)
		return f
	}
	for _, name := range inOrder(slices.Collect(maps.Keys(laws))) {
		f.legend.entries = append(f.legend.entries, algorithmEntry(name, laws[name]...))
	}
	return f
}

// stored makes points of a counter; values of 0 have none.
func stored(c counter) func(results.Cell) (point, bool) {
	return func(cell results.Cell) (point, bool) {
		row := cell.Median()
		y := float64(c.In(row.Stored))
		return point{y: y}, row.Status == results.OK && y > 0
	}
}

// follow draws the curve as the law its points follow, if there are enough for one.
func (c *curve) follow() (growth.Law, error) {
	var ns, ys []float64
	for _, p := range c.points {
		ns, ys = append(ns, p.x), append(ys, p.y)
	}
	law, err := growth.Fit(ns, ys)
	if err != nil {
		return law, err
	}
	const steps = 60
	first, last := slices.Min(ns), slices.Max(ns)
	for i := range steps + 1 {
		n := first + (last-first)*float64(i)/steps
		c.fitted = append(c.fitted, point{x: n, y: law.At(n)})
	}
	return law, nil
}

// fileName makes a pattern usable in the name of a file.
func fileName(pattern string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, pattern)
}
