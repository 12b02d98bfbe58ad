package tables

import (
	"fmt"
	"io"

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
	return note(w, f, fmt.Sprintf(ratiosLegend, megabytes(floor(t.Cells))))
}

const ratiosLegend = `
below 1 POP is ahead  ~ the difference is not significant (Mann-Whitney, p ≥ 0.05)  ≤ the other was stopped at a limit
memory is the peak of the resident memory, of which ours is never below %s MB and the paper's never below 84`

// floor is the smallest peak of the finished cells.
func floor(cells []results.Cell) int64 {
	least := int64(0)
	for _, c := range cells {
		if r := c.Median(); r.Status == results.OK && (least == 0 || r.PeakRSS < least) {
			least = r.PeakRSS
		}
	}
	return least
}

func (t Table1) comparedWithPOP() []string {
	var others []string
	for _, a := range t.Algorithms {
		if _, published := paperFigures(benchmarks.PaperRow{}, a); published && a != "pop" {
			others = append(others, a)
		}
	}
	for _, a := range t.Algorithms {
		if a == "pop" {
			return others
		}
	}
	return nil
}

func ratioCells(row benchmarks.PaperRow, other string, measured map[runKey]results.Cell) []string {
	ours, theirs := measured[runKey{programOf(row), "pop"}], measured[runKey{programOf(row), other}]
	paper, _ := paperFigures(row, other)
	return []string{
		claims.Time(ours, theirs).String(), fmt.Sprintf("%.2f", row.POP.Seconds/paper.Seconds),
		claims.Memory(ours, theirs).String(), fmt.Sprintf("%.2f", row.POP.MB/paper.MB),
	}
}
