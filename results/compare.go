package results

import (
	"cmp"
	"slices"
	"strings"

	"dporbench/counters"
)

// Comparison holds the differences between the results of two builds.
type Comparison struct {
	Changes []Change // in what does not depend on the machine
	Deltas  []Delta  // in times and memory, significant or not
	OnlyOld []Run    // measured in only one of them; the repetition is the first one
	OnlyNew []Run
	Cells   int // that are in both

	figures []Figure
}

// Change is an exact figure that differs.
type Change struct {
	Run      Run
	Figure   string // a column of the results file
	Old, New string // of repetitions that disagree, all values
}

// Fails reports whether the change is a problem. All are, except a different
// ending of a run that had not finished before.
func (c Change) Fails() bool { return c.Figure != "status" || c.Old == string(OK) }

// Compare compares the cells of old and of new, in the order of programs and
// algorithms: what does not depend on the machine, and these figures. Limits may
// differ between the two. A difference of less than least, such as 0.01, counts as
// none.
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

// exact columns are counters: they do not depend on the machine.
func (c column) exact() bool {
	return strings.HasPrefix(c.name, storedPrefix) ||
		slices.ContainsFunc(counters.OfCounts(), func(k counters.Counter[Counts]) bool { return k.Column == c.name })
}

// inOrder does not depend on the order in which the cells were measured.
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
