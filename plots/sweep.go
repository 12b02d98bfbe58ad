package plots

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dporbench/results"
)

// sweep has the cells of one benchmark whose programs differ only in one
// parameter, n.
type sweep struct {
	pattern string // the benchmark and its parameters, with n for the one that differs
	cells   []results.Cell
	index   int // of n among the parameters
}

func (s sweep) n(c results.Cell) float64 { return float64(c.Rows[0].Params[s.index]) }

func (s sweep) axis() axis {
	var ns []float64
	for _, c := range s.cells {
		ns = append(ns, s.n(c))
	}
	return axis{label: "parameter n", log: spansDecade(ns), values: ns}
}

// curves returns a curve for each algorithm; figure returns a cell's point, if it has one.
func (s sweep) curves(figure func(results.Cell) (point, bool)) []curve {
	points := map[string][]point{}
	for _, c := range s.cells {
		if p, ok := figure(c); ok {
			p.x = s.n(c)
			name := c.Rows[0].Algorithm
			points[name] = append(points[name], p)
		}
	}
	for _, its := range points {
		slices.SortStableFunc(its, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	}
	return curvesOf(points)
}

// sweeps groups the cells of programs with parameters, in the order of the benchmarks' names.
func sweeps(cells []results.Cell) []sweep {
	var found []sweep
	for _, its := range divide(cells, compareBenchmarks) {
		if len(its[0].Rows[0].Params) > 0 {
			found = append(found, sweepsOf(its)...)
		}
	}
	return found
}

func sweepsOf(cells []results.Cell) []sweep {
	index := mostVaried(cells)
	var found []sweep
	for _, c := range cells {
		row := c.Rows[0]
		if index >= len(row.Params) {
			continue
		}
		name := pattern(row.Run, index)
		i := slices.IndexFunc(found, func(s sweep) bool { return s.pattern == name })
		if i < 0 {
			i = len(found)
			found = append(found, sweep{pattern: name, index: index})
		}
		found[i].cells = append(found[i].cells, c)
	}
	return found
}

// mostVaried is the index of the parameter with the most values, the last if there are several.
func mostVaried(cells []results.Cell) int {
	index, most := 0, 0
	for i := range cells[0].Rows[0].Params {
		values := map[int]bool{}
		for _, c := range cells {
			if params := c.Rows[0].Params; i < len(params) {
				values[params[i]] = true
			}
		}
		if len(values) >= most {
			index, most = i, len(values)
		}
	}
	return index
}

func pattern(r results.Run, index int) string {
	words := []string{r.Benchmark}
	for i, p := range r.Params {
		if i == index {
			words = append(words, "n")
			continue
		}
		words = append(words, strconv.Itoa(p))
	}
	return strings.Join(words, " ")
}

func compareBenchmarks(a, b results.Cell) int {
	return strings.Compare(a.Rows[0].Benchmark, b.Rows[0].Benchmark)
}

// divide sorts a list and divides it into groups of equal elements.
func divide[T any](list []T, compare func(a, b T) int) (groups [][]T) {
	list = slices.SortedStableFunc(slices.Values(list), compare)
	for i, x := range list {
		if i == 0 || compare(list[i-1], x) != 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], x)
	}
	return groups
}

func limitOf(r results.Row) limit {
	switch r.Status {
	case results.Timeout:
		return timeLimit
	case results.OutOfMemory:
		return memoryLimit
	}
	return noLimit
}

// spread is the range of a figure over the finished runs of a cell.
func spread(c results.Cell, figure func(results.Row) float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, r := range c.Rows {
		if r.Status == results.OK {
			lo, hi = min(lo, figure(r)), max(hi, figure(r))
		}
	}
	return lo, hi
}
