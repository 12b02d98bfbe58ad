package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

// slack is the difference between peaks of resident memory, in bytes, up to which memory
// counts as constant: the model's cache of thread behaviour grows to its bound, and the
// garbage collector lets the heap grow before it starts.
const slack = 16 << 20

// The store follows the number of executions if it grows at least as that number to the
// power steep, as it hardly would if it grew with the program alone, and also faster than
// the parameter to the power cubic, which an algorithm with polynomial memory may need:
// threads, times the events of each, times the depth.
const (
	steep = 0.5
	cubic = 3
)

// growth describes how an algorithm's figures grow from the first to the last row of a
// benchmark that it has finished.
type growth struct {
	first, last results.Row
	rows        []results.Row
	stopped     []results.Row // at a limit
	parameter   float64       // factor by which the last parameter, the one that changes, grows
}

func (t measuredTable) growth(benchmark, algorithm string) (g growth, ok bool) {
	for _, row := range rows(benchmark) {
		c := t.cell(row, algorithm)
		switch {
		case table.Finished(c):
			g.rows = append(g.rows, c.Median())
		case len(c.Rows) > 0 && c.Median().Status != results.Interrupted:
			g.stopped = append(g.stopped, c.Median())
		}
	}
	if len(g.rows) < 2 {
		return g, false
	}
	g.first, g.last = g.rows[0], g.rows[len(g.rows)-1]
	from, to := g.first.Params, g.last.Params
	g.parameter = float64(to[len(to)-1]) / float64(from[len(from)-1])
	return g, true
}

func (g growth) executions() float64 {
	return float64(g.last.Executions) / float64(g.first.Executions)
}

func (g growth) store() float64 {
	return float64(g.last.Stored.Largest()) / float64(max(g.first.Stored.Largest(), 1))
}

func (g growth) exponent() float64 { return math.Log(g.store()) / math.Log(g.executions()) }

// degree is the d for which the store grows as the parameter to the power d.
func (g growth) degree() float64 { return math.Log(g.store()) / math.Log(g.parameter) }

func (g growth) follows() bool { return g.exponent() >= steep && g.degree() > cubic }

// spread is the difference between the highest and the lowest peak, in bytes.
func (g growth) spread() int64 {
	least, most := g.first.PeakRSS, g.first.PeakRSS
	for _, row := range g.rows {
		least, most = min(least, row.PeakRSS), max(most, row.PeakRSS)
	}
	return most - least
}

func (t measuredTable) describe(g growth) string {
	var stores, peaks []string
	for _, row := range g.rows {
		stores = append(stores, fmt.Sprint(row.Stored.Largest()))
		peaks = append(peaks, fmt.Sprintf("%.1f", float64(t.aboveFloor(row))/1e6))
	}
	text := fmt.Sprintf("%s, %s: store %s (×%.1f, as n^%.1f) while executions grow ×%.1f; %s MB above the floor of %.1f MB",
		g.first.Benchmark, g.first.Algorithm, strings.Join(stores, " → "), g.store(), g.degree(), g.executions(),
		strings.Join(peaks, " → "), float64(t.floor)/1e6)
	for _, row := range g.stopped {
		text += fmt.Sprintf("; %s: %s at %.1f MB", row.Name(), row.Status, float64(row.PeakRSS)/1e6)
	}
	return text
}

// constant judges whether an algorithm needs the same memory on all rows of each
// benchmark: its store must not follow the number of executions, its peaks must
// not differ by more than the slack, and it must not have run out of memory.
func constant(algorithm string, names ...string) rule {
	text := fmt.Sprintf("what is stored does not follow the executions (as n^%.1f of them and more than n^%d of the parameter), peaks differ by %d MiB at most",
		steep, cubic, slack>>20)
	return each(names, text, func(t measuredTable, name string) (Outcome, []string) {
		g, ok := t.growth(name, algorithm)
		switch {
		case !ok:
			return NotMeasured, nil
		case g.follows() || g.spread() > slack || g.ranOut():
			return NotConfirmed, []string{t.describe(g)}
		}
		return Confirmed, []string{t.describe(g)}
	})
}

func (g growth) ranOut() bool {
	return slices.ContainsFunc(g.stopped, func(r results.Row) bool { return r.Status == results.OutOfMemory })
}

// explodes judges whether the memory of an algorithm follows the number of
// executions. The growth is exponential in the parameter only if that number is; the
// figures show the degree of a polynomial of the parameter that would explain the
// growth as well.
func explodes(algorithm, name string) rule {
	text := fmt.Sprintf("what is stored follows the executions (as n^%.1f of them or faster, and more than n^%d of the parameter), and peaks differ by more than %d MiB",
		steep, cubic, slack>>20)
	return rule{text, func(t measuredTable) (Outcome, []string) {
		g, ok := t.growth(name, algorithm)
		if !ok {
			return NotMeasured, nil
		}
		figures := []string{t.describe(g), fmt.Sprintf("the store grows as executions^%.2f", g.exponent())}
		if !g.follows() {
			return NotConfirmed, figures
		}
		if g.spread() <= slack && !g.ranOut() {
			return Undistinguished, append(figures, fmt.Sprintf("the peaks of memory differ by %.1f MB only", float64(g.spread())/1e6))
		}
		return Confirmed, figures
	}}
}

// leaner judges by the last row, where the difference shows most.
func leaner(lean, fat, name string) rule {
	return rule{"its peak memory on the last row is lower, significantly (Mann-Whitney, p < 0.05)", func(t measuredTable) (Outcome, []string) {
		its := rows(name)
		last := its[len(its)-1]
		a, b := t.cell(last, lean), t.cell(last, fat)
		r := table.MemoryRatio(a, b)
		if !r.Known() {
			return NotMeasured, nil
		}
		figures := []string{fmt.Sprintf("%s: %s %.1f MB, %s %.1f MB", table.PaperName(last),
			lean, float64(a.Median().PeakRSS)/1e6, fat, float64(b.Median().PeakRSS)/1e6)}
		switch {
		case !r.Clear:
			return Undistinguished, figures
		case r.Value < 1:
			return Confirmed, figures
		}
		return NotConfirmed, figures
	}}
}
