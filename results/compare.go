package results

import (
	"cmp"
	"slices"
	"strings"

	"dporbench/algos/counters"
)

// Comparison holds the differences between two sets of results.
type Comparison struct {
	Changes []Change // in figures that do not depend on the machine
	Deltas  []Delta  // in times and memory, significant or not
	OnlyOld []Run    // measured only in the old results; the repetition is the first one
	OnlyNew []Run    // likewise
	Cells   int      // the number of cells in both

	figures []Figure
}

// Change is an exact figure that differs.
type Change struct {
	Run      Run
	Figure   string // a column of the results file
	Old, New string // all values, if repetitions disagree
}

// Fails reports whether the change is a problem. All are, except a different
// status of a run that had not finished before.
func (c Change) Fails() bool { return c.Figure != "status" || c.Old == string(OK) }

// Compare compares the cells of old and new, in the order of programs and
// algorithms: the figures that do not depend on the machine, and the given ones.
// Limits may differ between the two. A relative difference of less than least, such
// as 0.01, counts as none.
func Compare(old, new []Row, least float64, figures ...Figure) Comparison {
	c := Comparison{figures: figures}
	oldCells, before := inOrder(old)
	newCells, after := inOrder(new)
	for _, cell := range oldCells {
		if again, ok := after[cell.config()]; ok {
			c.compare(cell, again)
			c.Cells++
		} else {
			c.OnlyOld = append(c.OnlyOld, cell.Rows[0].Run)
		}
	}
	for _, cell := range newCells {
		if _, ok := before[cell.config()]; !ok {
			c.OnlyNew = append(c.OnlyNew, cell.Rows[0].Run)
		}
	}
	slices.SortStableFunc(c.Deltas, func(a, b Delta) int { return cmp.Compare(a.Figure, b.Figure) })
	judge(c.Deltas, least)
	return c
}

func (c *Comparison) compare(old, new Cell) {
	run := old.Rows[0].Run
	if a, b := old.Median().Status, new.Median().Status; a != b {
		c.Changes = append(c.Changes, Change{run, "status", string(a), string(b)})
	}
	if len(old.finished()) == 0 || len(new.finished()) == 0 {
		return // there are no figures
	}
	for _, column := range columns {
		a, b := old.values(column), new.values(column)
		if column.exact() && (len(a) > 1 || !slices.Equal(a, b)) {
			c.Changes = append(c.Changes, Change{run, column.name, strings.Join(a, "/"), strings.Join(b, "/")})
		}
	}
	for _, f := range c.figures {
		c.Deltas = append(c.Deltas, newDelta(run, f, old, new))
	}
}

// exact reports whether a column is a counter that does not depend on the machine.
func (c column) exact() bool {
	return strings.HasPrefix(c.name, storedPrefix) ||
		slices.ContainsFunc(counters.OfCounts(), func(k counters.Counter[Counts]) bool { return k.Column == c.name })
}

// inOrder returns the cells of rows in an order that does not depend on when they were measured.
func inOrder(rows []Row) (cells []Cell, by map[config]Cell) {
	cells, by = Cells(rows), map[config]Cell{}
	for _, c := range cells {
		by[c.config()] = c
	}
	slices.SortStableFunc(cells, func(x, y Cell) int {
		a, b := x.Rows[0], y.Rows[0]
		return cmp.Or(
			cmp.Compare(a.Benchmark, b.Benchmark),
			slices.Compare(a.Params, b.Params),
			cmp.Compare(a.Algorithm, b.Algorithm),
		)
	})
	return cells, by
}

func (c Cell) config() config { return c.Rows[0].config() }

func (c Cell) values(column column) []string {
	var values []string
	for _, row := range c.finished() {
		values = append(values, column.text(&row))
	}
	slices.Sort(values)
	return slices.Compact(values)
}
