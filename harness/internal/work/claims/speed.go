package claims

import (
	"fmt"
	"strings"

	"dporbench/benchmarks"
)

// about is how far a factor may fall short of what the paper says and still be
// about that.
const about = 0.75

// faster judges whether an algorithm is faster than another on each of some
// benchmarks, by at least about that factor.
func faster(fast, slow string, factor float64, names ...string) func(table) (Outcome, []string) {
	var each []func(table) (Outcome, []string)
	for _, name := range names {
		each = append(each, func(t table) (Outcome, []string) {
			s := t.compare(fast, slow, name)
			if len(s.factors) == 0 {
				return NotMeasured, nil
			}
			figures := []string{fmt.Sprintf("%s : %s in time: %s", slow, fast, strings.Join(s.shown, ", "))}
			return s.judge(factor), figures
		})
	}
	return every(each...)
}

// comparison is by which factor an algorithm is faster than another, on each of
// some rows.
type comparison struct {
	factors []float64
	shown   []string // the factors with the rows they belong to
	clearly struct{ faster, slower int }
	last    Ratio // of the last row
}

func (t table) compare(fast, slow, name string) comparison {
	var s comparison
	for _, row := range rows(name) {
		s.add(row, Time(t.cell(row, fast), t.cell(row, slow)))
	}
	return s
}

func (s *comparison) add(row benchmarks.PaperRow, r Ratio) {
	if !r.Known() {
		return
	}
	factor := 1 / r.Value
	s.last = r
	s.factors = append(s.factors, factor)
	s.shown = append(s.shown, fmt.Sprintf("%s %s", program(row), inverse(r)))
	switch {
	case r.Clear && factor > 1:
		s.clearly.faster++
	case r.Clear && !r.Most:
		s.clearly.slower++
	}
}

// inverse writes the ratio the other way round.
func inverse(r Ratio) string {
	text := (Ratio{Value: 1 / r.Value, Clear: r.Clear}).String()
	if r.Most {
		return "≥ " + text
	}
	return text
}

// judge judges a factor by the last row, on which the runs are longest and what
// differs shows most; and that one is faster at all by whether it clearly is on
// more rows than it clearly is not.
func (s comparison) judge(factor float64) Outcome {
	switch {
	case factor > 1 && !s.last.Clear:
		return Undistinguished
	case factor > 1 && 1/s.last.Value >= factor*about:
		return Confirmed
	case factor > 1:
		return NotConfirmed
	case s.clearly.faster == 0 && s.clearly.slower == 0:
		return Undistinguished
	case s.clearly.faster > s.clearly.slower && geometricMean(s.factors) > 1:
		return Confirmed
	}
	return NotConfirmed
}

// never judges whether an algorithm is slower than another on no row at all.
func never(fast, slow string) func(table) (Outcome, []string) {
	return func(t table) (Outcome, []string) {
		var s comparison
		var slower []string
		for _, row := range benchmarks.PaperTable() {
			r := Time(t.cell(row, fast), t.cell(row, slow))
			s.add(row, r)
			if r.Known() && r.Clear && r.Value > 1 && !r.Most {
				slower = append(slower, fmt.Sprintf("%s %s", program(row), r))
			}
		}
		if len(s.factors) == 0 {
			return NotMeasured, nil
		}
		figures := []string{fmt.Sprintf("clearly faster on %d of %d rows, clearly slower on %d; %.2f times as fast on average",
			s.clearly.faster, len(s.factors), s.clearly.slower, geometricMean(s.factors))}
		if len(slower) > 0 {
			figures = append(figures, fmt.Sprintf("%s : %s in time where slower: %s", fast, slow, strings.Join(slower, ", ")))
			return NotConfirmed, figures
		}
		if s.clearly.faster == 0 {
			return Undistinguished, figures
		}
		return Confirmed, figures
	}
}

// aheadAtTheEnd judges whether an algorithm is faster than another on the last
// row of a benchmark.
func aheadAtTheEnd(fast, slow, name string) func(table) (Outcome, []string) {
	return func(t table) (Outcome, []string) {
		its := rows(name)
		r := Time(t.cell(its[len(its)-1], fast), t.cell(its[len(its)-1], slow))
		if !r.Known() {
			return NotMeasured, nil
		}
		var last comparison
		last.add(its[len(its)-1], r)
		figures := []string{fmt.Sprintf("%s : %s in time: %s", slow, fast, strings.Join(t.compare(fast, slow, name).shown, ", "))}
		return last.judge(1), figures
	}
}
