package table1

import (
	"fmt"
	"io"
	"slices"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
	"dporbench/model/memory"
	"dporbench/results"
)

// Ratios draws POP's time and memory divided by the time and memory of the paper's other
// algorithms, here and in the paper: these can be compared although the machines
// cannot. It draws nothing if there is nothing to compare.
func (t Table) Ratios(w io.Writer, f table.Format) error {
	others := t.comparedWithPOP()
	if len(others) == 0 || f == table.CSV || !t.isPapers() {
		return nil
	}
	fmt.Fprintln(w)
	measured := table.ByRun(t.Cells)
	p := &table.Plan[benchmarks.PaperRow]{}
	p.Left("program", table.PaperName)
	for _, other := range others {
		ours := func(of func(a, b results.Cell) table.Ratio) func(benchmarks.PaperRow) string {
			return func(row benchmarks.PaperRow) string {
				return of(measured[t.key(row, "pop")], measured[t.key(row, other)]).String()
			}
		}
		theirs := func(of func(benchmarks.PaperFigures) float64) func(benchmarks.PaperRow) string {
			return func(row benchmarks.PaperRow) string {
				return fmt.Sprintf("%.2f", of(row.POP)/of(paperFigures(row, other)))
			}
		}
		p.Right("pop : "+other+"\ntime", ours(table.TimeRatio))
		p.Right("\npaper", theirs(func(f benchmarks.PaperFigures) float64 { return f.Seconds }))
		p.Right("\nmemory", ours(table.MemoryRatio))
		p.Right("\npaper", theirs(func(f benchmarks.PaperFigures) float64 { return f.MB }))
	}
	if err := p.Of(t.Rows).WriteAs(w, f); err != nil {
		return err
	}
	return table.Note(w, f, fmt.Sprintf(ratiosLegend, table.Megabytes(table.Floor(t.Cells))))
}

const ratiosLegend = `
below 1 POP is ahead  ~ the difference is not significant (Mann-Whitney, p ≥ 0.05)  ≤ the other was stopped at a limit
memory is the peak of the resident memory, of which ours is never below %s MB and the paper's never below 84`

func (t Table) comparedWithPOP() []string {
	if !slices.Contains(t.Algorithms, "pop") {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Algorithms), func(a string) bool {
		return !t.publishes(a) || a == "pop"
	})
}

// Price draws the cost of the memory model compared with another: the ratio of the numbers of executions on which the
// algorithms agree, and for each algorithm the ratio of the median times for an execution.
func (t Table) Price(w io.Writer, f table.Format, other memory.Model) error {
	measured := table.ByRun(t.Cells)
	p := &table.Plan[benchmarks.PaperRow]{}
	p.Left("program", table.PaperName)
	executions := func(m memory.Model) func(benchmarks.PaperRow) string {
		return func(row benchmarks.PaperRow) string { _, text := t.agreed(row, m, measured); return text }
	}
	p.Right(fmt.Sprintf("executions\n%v", other), executions(other))
	p.Right(fmt.Sprintf("\n%v", t.Memory), executions(t.Memory))
	p.Right("ratio", func(row benchmarks.PaperRow) string {
		before, _ := t.agreed(row, other, measured)
		after, _ := t.agreed(row, t.Memory, measured)
		return factor(before, after)
	})
	for _, a := range t.Algorithms {
		cell := func(row benchmarks.PaperRow, m memory.Model) results.Cell { return measured[keyUnder(row, a, m)] }
		each := func(m memory.Model) func(benchmarks.PaperRow) string {
			text := table.OfMedian(table.None, table.PerExecution)
			return func(row benchmarks.PaperRow) string { return text(cell(row, m)) }
		}
		p.Right(fmt.Sprintf("%s\nµs %v", a, other), each(other))
		p.Right(fmt.Sprintf("\nµs %v", t.Memory), each(t.Memory))
		p.Right("\nratio", func(row benchmarks.PaperRow) string {
			return table.TimePerExecution(cell(row, t.Memory), cell(row, other)).String()
		})
	}
	if err := p.Of(t.Rows).WriteAs(w, f); err != nil || f == table.CSV {
		return err
	}
	return table.Note(w, f, fmt.Sprintf(priceLegend, table.Differ, t.samples()))
}

const priceLegend = `
µs for each execution, of the run with the median time  ratio of the two; ~ not significant (Mann-Whitney, p ≥ 0.05)
%s the algorithms differ  – not measured, or stopped at a limit; each figure of %s samples`

// agreed is the number of executions on which the algorithms agree under a memory model, or 0.
func (t Table) agreed(row benchmarks.PaperRow, memory memory.Model, measured map[table.Key]results.Cell) (n int64, text string) {
	for _, a := range t.Algorithms {
		c := measured[keyUnder(row, a, memory)]
		if len(c.Rows) == 0 || c.Median().Status != results.OK {
			continue
		}
		if n != 0 && n != c.Median().Executions {
			return 0, table.Differ
		}
		n = c.Median().Executions
	}
	if n == 0 {
		return 0, table.None
	}
	return n, table.Count(n)
}

// samples shows how many samples the figures are based on: "5", or "5 to 11".
func (t Table) samples() string {
	least, most := 0, 0
	for _, c := range t.Cells {
		n := c.Samples()
		if least == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	if least == most {
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
