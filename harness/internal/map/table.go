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
	var g table.Grid
	g.Left("program")
	for _, q := range equivalence.All() {
		g.Right(narrow(q.String()))
	}
	for _, a := range l.algorithms {
		g.Right(narrow(a))
	}
	measured := table.ByRun(l.cells)
	for _, name := range l.programs() {
		line := []string{strings.TrimPrefix(name, "benchmarks/literature/")}
		for _, q := range equivalence.All() {
			line = append(line, countOr(l.classesOf(name, q)))
		}
		line = append(line, l.line(f, name, measured)...)
		g.Row(line...)
	}
	if err := g.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nfirst, classes by equivalence; then, for each algorithm, %s\n%s\n", f.legend, strings.TrimSpace(marks))
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

// classesOf is 0 if it is not known.
func (l landscape) classesOf(program string, q equivalence.Equivalence) int64 {
	for _, c := range l.classes {
		if c.Program == program && c.Equivalence == q.String() {
			return c.N
		}
	}
	return 0
}

// miscounted says so if an algorithm that visits each class of its equivalence once has visited another number.
func (l landscape) miscounted(r results.Row) string {
	a, _ := l.registry.Algorithm(r.Algorithm)
	n := l.classesOf(r.Name(), a.Equivalence)
	if !a.ExactlyOnce || n == 0 || r.Status != results.OK || r.Executions == n {
		return ""
	}
	return fmt.Sprintf("%d executions of %d classes by %v", r.Executions, n, a.Equivalence)
}

func (l landscape) line(f figure, program string, measured map[table.Key]results.Cell) (texts []string) {
	least := math.Inf(1)
	value := func(algorithm string, r results.Row) float64 {
		a, _ := l.registry.Algorithm(algorithm)
		return f.of(r, l.classesOf(program, a.Equivalence))
	}
	for _, a := range l.algorithms {
		if c, ok := measured[table.Key{Program: program, Algorithm: a}]; ok && c.Median().Status == results.OK {
			least = min(least, value(a, c.Median()))
		}
	}
	for _, a := range l.algorithms {
		c, ok := measured[table.Key{Program: program, Algorithm: a}]
		switch {
		case !ok:
			texts = append(texts, table.None)
		case c.Median().Status != results.OK:
			texts = append(texts, without(c.Median()))
		case f.relative:
			texts = append(texts, short(value(a, c.Median())/least))
		default:
			texts = append(texts, short(value(a, c.Median())))
		}
	}
	return texts
}

// without says why a run has no figure.
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
