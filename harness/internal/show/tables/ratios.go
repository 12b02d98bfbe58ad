package tables

import (
	"fmt"
	"io"
	"slices"

	"dporbench/benchmarks"
	"dporbench/harness/internal/work/claims"
	"dporbench/results"
)

// Ratios draws what POP takes divided by what the other algorithms of the paper
// take, in time and in memory, here and in the paper: what can be compared though
// the machines cannot. It draws nothing if there is nothing to compare.
func (t Table1) Ratios(w io.Writer, f Format) error {
	others := t.comparedWithPOP()
	if len(others) == 0 || f == CSV {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	measured := byRun(t.Cells)
	var g grid
	g.left("program")
	for _, other := range others {
		g.right("pop : "+other+"\ntime", "\npaper", "\nmemory", "\npaper")
	}
	for _, row := range t.Rows {
		line := []string{programOf(row)}
		for _, other := range others {
			line = append(line, ratioCells(row, other, measured)...)
		}
		g.row(line...)
	}
	if err := g.writeAs(w, f); err != nil {
		return err
	}
	return note(w, f, fmt.Sprintf(ratiosLegend, megabytes(claims.Floor(t.Cells))))
}

const ratiosLegend = `
below 1 POP is ahead  ~ the difference is not significant (Mann-Whitney, p ≥ 0.05)  ≤ the other was stopped at a limit
memory is the peak of the resident memory, of which ours is never below %s MB and the paper's never below 84`

func (t Table1) comparedWithPOP() []string {
	if !slices.Contains(t.Algorithms, "pop") {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Algorithms), func(a string) bool {
		_, published := paperFigures(benchmarks.PaperRow{}, a)
		return !published || a == "pop"
	})
}

func ratioCells(row benchmarks.PaperRow, other string, measured map[runKey]results.Cell) []string {
	ours, theirs := measured[runKey{programOf(row), "pop"}], measured[runKey{programOf(row), other}]
	paper, _ := paperFigures(row, other)
	return []string{
		claims.Time(ours, theirs).String(), fmt.Sprintf("%.2f", row.POP.Seconds/paper.Seconds),
		claims.Memory(ours, theirs).String(), fmt.Sprintf("%.2f", row.POP.MB/paper.MB),
	}
}
