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

// Ratios draws POP's time and memory divided by those of the paper's other
// algorithms, here and in the paper: these can be compared although the machines
// cannot. It draws nothing if there is nothing to compare.
func (t Table) Ratios(w io.Writer, f table.Format) error {
	others := t.comparedWithPOP()
	if len(others) == 0 || f == table.CSV || !t.isPapers() {
		return nil
	}
	fmt.Fprintln(w)
	measured := table.ByRun(t.Cells)
	var g table.Grid
	g.Left("program")
	for _, other := range others {
		g.Right("pop : "+other+"\ntime", "\npaper", "\nmemory", "\npaper")
	}
	for _, row := range t.Rows {
		line := []string{table.PaperName(row)}
		for _, other := range others {
			line = append(line, t.ratioCells(row, other, measured)...)
		}
		g.Row(line...)
	}
	if err := g.WriteAs(w, f); err != nil {
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
		_, published := paperFigures(benchmarks.PaperRow{}, a)
		return !published || a == "pop"
	})
}

func (t Table) ratioCells(row benchmarks.PaperRow, other string, measured map[table.Key]results.Cell) []string {
	ours, theirs := measured[t.key(row, "pop")], measured[t.key(row, other)]
	paper, _ := paperFigures(row, other)
	return []string{
		table.TimeRatio(ours, theirs).String(), fmt.Sprintf("%.2f", row.POP.Seconds/paper.Seconds),
		table.MemoryRatio(ours, theirs).String(), fmt.Sprintf("%.2f", row.POP.MB/paper.MB),
	}
}

// Price draws the cost of the memory model compared with another: the ratio of the numbers of executions on which the
// algorithms agree, and for each algorithm the ratio of the median times for an execution.
func (t Table) Price(w io.Writer, f table.Format, other memory.Model) error {
	measured := table.ByRun(t.Cells)
	var g table.Grid
	g.Left("program")
	g.Right(fmt.Sprintf("executions\n%v", other), fmt.Sprintf("\n%v", t.Memory), "ratio")
	for _, a := range t.Algorithms {
		g.Right(fmt.Sprintf("%s\nµs %v", a, other), fmt.Sprintf("\nµs %v", t.Memory), "\nratio")
	}
	for _, row := range t.Rows {
		line := append([]string{table.PaperName(row)}, t.moreExecutions(row, other, measured)...)
		for _, a := range t.Algorithms {
			line = append(line, priceCells(measured[keyUnder(row, a, other)], measured[t.key(row, a)])...)
		}
		g.Row(line...)
	}
	if err := g.WriteAs(w, f); err != nil || f == table.CSV {
		return err
	}
	return table.Note(w, f, fmt.Sprintf(priceLegend, table.Differ, t.samples()))
}

const priceLegend = `
µs for each execution, of the run with the median time  ratio of the two; ~ not significant (Mann-Whitney, p ≥ 0.05)
%s the algorithms differ  – not measured, or stopped at a limit; each figure of %s samples`

// moreExecutions shows the numbers of executions under either model, and their ratio.
func (t Table) moreExecutions(row benchmarks.PaperRow, other memory.Model, measured map[table.Key]results.Cell) []string {
	before, beforeText := t.agreed(row, other, measured)
	after, afterText := t.agreed(row, t.Memory, measured)
	if before == 0 || after == 0 {
		return []string{beforeText, afterText, table.None}
	}
	return []string{beforeText, afterText, fmt.Sprintf("%.2f", float64(after)/float64(before))}
}

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

func priceCells(before, after results.Cell) []string {
	cells := []string{table.None, table.None, table.None}
	for i, c := range []results.Cell{before, after} {
		if len(c.Rows) > 0 {
			cells[i] = table.PerExecution(c.Median())
		}
	}
	if r := table.TimePerExecution(after, before); r.Known() {
		cells[2] = r.String()
	}
	return cells
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
