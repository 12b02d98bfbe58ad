package mapping

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/model/equivalence"
	"dporbench/results"
)

// landscape has the measurements of some algorithms.
type landscape struct {
	registry   *program.Registry
	algorithms []string
	cells      []results.Cell
	classes    []results.Classes
	states     []results.Decided
}

// figure is a number that a table can show for each run: its legend, and its value for a run of a program with that
// many classes by the algorithm's equivalence; some figures are shown relative to the least on the program.
type figure struct {
	name, legend string
	of           func(r results.Row, classes int64) float64 // NaN if not known
	relative     bool
}

var figures = []figure{
	{"explored", "explorations for each class of the algorithm's equivalence, those cut short included; 1 is the minimum", explored, false},
	{"steps", "steps counted, relative to the fewest on the program", func(r results.Row, _ int64) float64 { return float64(table.Steps(r)) }, true},
	{"time", "wall-clock time, relative to the shortest on the program", func(r results.Row, _ int64) float64 { return r.Wall.Seconds() }, true},
	{"stored", "the largest number of things stored at one time", func(r results.Row, _ int64) float64 { return float64(r.Stored.Largest()) }, false},
}

// byStates names the table of states, which has no algorithms.
const byStates = "states"

func explored(r results.Row, classes int64) float64 {
	if classes == 0 {
		return math.NaN()
	}
	return float64(r.Executions+r.Redundant) / float64(classes)
}

const marks = `
>10s, >400MB  ended at that limit  –  not measured, or the algorithm does not take the program  ?  not known`

// draw writes the table of a figure.
func draw(w io.Writer, name string, l landscape) error {
	f := figures[slices.IndexFunc(figures, func(f figure) bool { return f.name == name })]
	measured := table.ByRun(l.cells)
	p := &table.Plan[string]{}
	p.Left("program", func(program string) string { return strings.TrimPrefix(program, "benchmarks/literature/") })
	for _, q := range equivalence.All() {
		p.Right(narrow(q.String()), func(program string) string { return countOr(l.classesOf(program, q.String())) })
	}
	p.Right(relaxed, func(program string) string { return countOr(l.classesOf(program, relaxed)) })
	for _, a := range l.algorithms {
		p.Right(narrow(a), func(program string) string { return l.text(f, program, a, measured) })
	}
	if err := p.Of(l.programs()).Write(w); err != nil {
		return err
	}
	legend := fmt.Sprintf("first, classes by equivalence, and executions if all accesses of shared variables were relaxed (docs/rc11.md); then, for each algorithm, %s\n%s", f.legend, strings.TrimSpace(marks))
	_, err := fmt.Fprintf(w, "\n%s\n", table.Fold(w, legend))
	return err
}

// narrow breaks a name at its hyphens.
func narrow(name string) string { return strings.ReplaceAll(name, "-", "-\n") }

func countOr(n int64) string { return table.Choose(n > 0, table.Count(n), "?") }

// programs returns the programs of the cells, in their order.
func (l landscape) programs() (all []string) {
	for _, c := range l.cells {
		if name := c.Rows[0].Name(); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// classesOf is 0 if it is not known. Instead of an equivalence it may be a memory model, under which executions were counted.
func (l landscape) classesOf(program, equivalence string) int64 {
	for _, c := range l.classes {
		if c.Program == program && c.Equivalence == equivalence {
			return c.N
		}
	}
	return 0
}

// miscounted says so if an algorithm that visits each class of its equivalence once has visited another number.
func (l landscape) miscounted(r results.Row) string {
	a, _ := l.registry.Algorithm(r.Algorithm)
	n := l.classesOf(r.Name(), a.Equivalence.String())
	if !a.ExactlyOnce || n == 0 || r.Status != results.OK || r.Executions == n {
		return ""
	}
	return fmt.Sprintf("%d executions of %d classes by %v", r.Executions, n, a.Equivalence)
}

// text is a figure of an algorithm on a program.
func (l landscape) text(f figure, program, algorithm string, measured map[table.Key]results.Cell) string {
	c, ok := measured[table.Key{Program: program, Algorithm: algorithm}]
	switch {
	case !ok:
		return table.None
	case !table.Finished(c):
		return without(c.Median())
	case f.relative:
		return short(l.value(f, c.Median()) / l.least(f, program, measured))
	}
	return short(l.value(f, c.Median()))
}

func (l landscape) value(f figure, r results.Row) float64 {
	a, _ := l.registry.Algorithm(r.Algorithm)
	return f.of(r, l.classesOf(r.Name(), a.Equivalence.String()))
}

// least is the least value of any of the algorithms on a program.
func (l landscape) least(f figure, program string, measured map[table.Key]results.Cell) float64 {
	least := math.Inf(1)
	for _, a := range l.algorithms {
		if c := measured[table.Key{Program: program, Algorithm: a}]; table.Finished(c) {
			least = min(least, l.value(f, c.Median()))
		}
	}
	return least
}

// without returns the reason why a run has no figure.
func without(r results.Row) string {
	switch r.Status {
	case results.Timeout:
		return ">" + r.Timeout.String()
	case results.OutOfMemory:
		return fmt.Sprintf(">%dMB", r.MemLimit/1e6)
	case results.Refused:
		return table.None
	}
	return string(r.Status)
}

// short is x with one decimal if it is a fraction below 9.95, else as a whole number.
func short(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "?"
	case x == math.Trunc(x) || x >= 9.95:
		return table.Count(int64(math.Round(x)))
	}
	return fmt.Sprintf("%.1f", x)
}
