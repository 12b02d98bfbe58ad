package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/tool"
	"dporbench/results"
)

// Published is the number of executions of a run according to the paper or to
// independent tools; 0 if none, as under a memory model other than sc.
func Published(run results.Run) int64 {
	if !run.IsSC() {
		return 0
	}
	count, _ := benchmarks.Expected(run.Benchmark, run.Params)
	return count.Executions
}

// PaperName is the name of the program in a row of the paper's table.
func PaperName(row benchmarks.PaperRow) string {
	return results.Run{Benchmark: row.Benchmark, Params: row.Params}.Name()
}

// Expectations are the expected counts of the runs of some cells.
type Expectations struct {
	registry *program.Registry
	counts   map[string][]results.Row // by program; finished runs of algorithms that visit each class once
}

// Expect returns the expectations for some cells.
func Expect(r *program.Registry, cells []results.Cell) *Expectations {
	e := &Expectations{r, map[string][]results.Row{}}
	for _, c := range cells {
		row := c.Median()
		if IsTool(row) {
			continue
		}
		if a, known := r.Algorithm(row.Algorithm); row.Status == results.OK && (!known || a.ExactlyOnce && a.Equivalence.KeepsOrder()) {
			e.counts[row.Name()] = append(e.counts[row.Name()], row)
		}
	}
	return e
}

// Published is the published number of executions of a run, or 0.
func (e *Expectations) Published(run results.Run) int64 { return Published(run) }

// Executions is the number of executions that a run should have: the published one or,
// failing that, the number on which all algorithms agree that visit each class exactly
// once. It is 0 if there is neither.
func (e *Expectations) Executions(run results.Run) int64 {
	if n := Published(run); n > 0 {
		return n
	}
	counts := e.counts[run.Name()]
	if len(counts) == 0 || e.Disagree(run) {
		return 0
	}
	return counts[0].Executions
}

// Disagree reports whether algorithms that visit each class exactly once differ
// in the number of executions, and none is published: at least one of them is
// wrong.
func (e *Expectations) Disagree(run results.Run) bool {
	counts := e.counts[run.Name()]
	return Published(run) == 0 && slices.ContainsFunc(counts, func(r results.Row) bool { return r.Executions != counts[0].Executions })
}

// Evaluate returns one line for each problem of a cell, and one for each program on which the
// algorithms disagree. unfinished returns the problem of a run that did not
// finish; "" for none.
func (e *Expectations) Evaluate(cells []results.Cell, unfinished func(results.Cell) string) []string {
	var problems []string
	told := map[string]bool{}
	for _, c := range cells {
		row := c.Median()
		name := row.Name()
		if e.Disagree(row.Run) && !told[name] {
			told[name] = true
			problems = append(problems, fmt.Sprintf("%s: algorithms that visit each class exactly once disagree: %s", name, e.describe(name)))
		}
		if problem := cmp.Or(unfinished(c), e.miscounted(c)); problem != "" {
			problems = append(problems, fmt.Sprintf("%s, %s: %s", name, row.Algorithm, problem))
		}
	}
	return problems
}

func (e *Expectations) describe(program string) string {
	var parts []string
	for _, row := range e.counts[program] {
		parts = append(parts, fmt.Sprintf("%s %d", row.Algorithm, row.Executions))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// IsTool reports whether the row is of another tool.
func IsTool(row results.Row) bool { _, ok := tool.Lookup(row.Algorithm); return ok }

// Complete is the number of complete executions that a run should have, or 0 if unknown:
// other tools count blocked ones differently.
func (e *Expectations) Complete(run results.Run) int64 {
	if counts := e.counts[run.Name()]; len(counts) > 0 && !e.Disagree(run) {
		return counts[0].Complete()
	}
	return 0
}

func (e *Expectations) otherThan(row results.Row) string {
	want := e.Complete(row.Run)
	if markTool(row, want) != Disagrees {
		return ""
	}
	return fmt.Sprintf("%d complete executions instead of %d", row.Complete(), want)
}

// Promise is the promise in the catalogue; an algorithm not in it is held to both.
func (e *Expectations) Promise(algorithm string) Promise {
	a, known := e.registry.Algorithm(algorithm)
	coarser := !a.Equivalence.KeepsOrder()
	return Promise{EveryClass: !a.Samples && !coarser, Once: !known || a.ExactlyOnce, Coarser: coarser}
}

func (e *Expectations) miscounted(c results.Cell) string {
	row := c.Median()
	expected := e.Executions(row.Run)
	switch {
	case !c.Consistent():
		return "its repetitions differ in what they count"
	case IsTool(row):
		return e.otherThan(row)
	case expected == 0 || !e.Promise(row.Algorithm).wrong(row, expected):
		return ""
	case row.Status == results.OK:
		return fmt.Sprintf("%d executions instead of %d", row.Executions, expected)
	}
	return fmt.Sprintf("%d executions or more instead of %d", row.Reached, expected)
}

// Unfinished returns the reason why a cell has no figures. It is empty if the cell has some, or if
// the user interrupted it.
func Unfinished(c results.Cell) string {
	row := c.Median()
	if row.Status == results.OK || row.Status == results.Interrupted {
		return ""
	}
	return fmt.Sprintf("%s: %s", row.Status, row.Error)
}

// Unexpected returns the reason why a cell has no figures, unless that is expected: an algorithm that
// does redundant work, or whose memory is not polynomial, may exceed a limit.
func (e *Expectations) Unexpected(c results.Cell) string {
	row := c.Median()
	a, _ := e.registry.Algorithm(row.Algorithm)
	limit := row.Status == results.Timeout || row.Status == results.OutOfMemory
	if limit && !(a.Optimal && a.PolynomialMemory) {
		return ""
	}
	return Unfinished(c)
}
