package claims

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/stat"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
)

func faster(fast, slow string, names ...string) rule {
	return compared(fast, slow, names, "significantly faster (Mann-Whitney, p < 0.05) on more rows than slower, and faster on average", comparison.isFaster)
}

func times(fast, slow string, low, high float64, names ...string) rule {
	text := fmt.Sprintf("%.1f to %.1f times as fast, and significantly (Mann-Whitney, p < 0.05), on the last row with 4 samples of each; more is exceeded", low, high)
	return compared(fast, slow, names, text, func(c comparison) Outcome { return c.isTimes(low, high) })
}

func compared(fast, slow string, names []string, text string, judge func(comparison) Outcome) rule {
	return each(names, text, func(t measuredTable, name string) (Outcome, []string) {
		c := t.compare(fast, slow, rows(name))
		if len(c.factors) == 0 {
			return NotMeasured, nil
		}
		return judge(c), c.figures(fast, slow)
	})
}

type comparison struct {
	factors []float64
	shown   []string    // the factors, each with its row
	slower  []string    // the ratios that are clearly above 1, likewise
	faster  int         // number of factors that are clearly above 1
	last    table.Ratio // of the last row with enough samples
}

func (t measuredTable) compare(fast, slow string, rows []benchmarks.PaperRow) comparison {
	var s comparison
	for _, row := range rows {
		s.add(row, table.TimeRatio(t.cell(row, fast), t.cell(row, slow)))
	}
	return s
}

func (s comparison) figures(fast, slow string) []string {
	return []string{fmt.Sprintf("%s : %s in time: %s", slow, fast, strings.Join(s.shown, ", "))}
}

func (s *comparison) add(row benchmarks.PaperRow, r table.Ratio) {
	if !r.Known() {
		return
	}
	factor := 1 / r.Value
	if !r.TooFew {
		s.last = r
	}
	s.factors = append(s.factors, factor)
	s.shown = append(s.shown, fmt.Sprintf("%s %s", table.PaperName(row), inverse(r)))
	switch {
	case r.Clear && factor > 1:
		s.faster++
	case r.Clear && factor < 1 && !r.Most:
		s.slower = append(s.slower, fmt.Sprintf("%s %s", table.PaperName(row), r))
	}
}

func inverse(r table.Ratio) string {
	text := (table.Ratio{Value: 1 / r.Value, Clear: r.Clear}).String()
	if r.Most {
		return "≥ " + text
	}
	return text
}

func (s comparison) isFaster() Outcome {
	switch {
	case s.faster == 0 && len(s.slower) == 0:
		return Undistinguished
	case s.faster > len(s.slower) && stat.GeometricMean(s.factors, nil) > 1:
		return Confirmed
	}
	return NotConfirmed
}

// The last row decides: its runs are longest, so differences show most.
func (s comparison) isTimes(low, high float64) Outcome {
	switch factor := 1 / s.last.Value; {
	case !s.last.Clear:
		return Undistinguished
	case factor < low:
		return NotConfirmed
	case factor > high || s.last.Most:
		return Exceeded
	}
	return Confirmed
}

func never(fast, slow string) rule {
	return rule{"significantly slower (Mann-Whitney, p < 0.05) on no row", func(t measuredTable) (Outcome, []string) {
		s := t.compare(fast, slow, benchmarks.PaperTable())
		if len(s.factors) == 0 {
			return NotMeasured, nil
		}
		figures := []string{fmt.Sprintf("clearly faster on %d of %d rows, clearly slower on %d; %.2f times as fast on average",
			s.faster, len(s.factors), len(s.slower), stat.GeometricMean(s.factors, nil))}
		switch {
		case len(s.slower) > 0:
			return NotConfirmed, append(figures, fmt.Sprintf("%s : %s in time where slower: %s", fast, slow, strings.Join(s.slower, ", ")))
		case s.faster == 0:
			return Undistinguished, figures
		}
		return Confirmed, figures
	}}
}

func aheadAtTheEnd(fast, slow, name string) rule {
	return rule{"significantly faster (Mann-Whitney, p < 0.05) on the last row", func(t measuredTable) (Outcome, []string) {
		its := rows(name)
		last := t.compare(fast, slow, its[len(its)-1:])
		if len(last.factors) == 0 {
			return NotMeasured, nil
		}
		return last.isFaster(), t.compare(fast, slow, its).figures(fast, slow)
	}}
}
