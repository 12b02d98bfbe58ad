package value

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Ranges is a list of numbers, written as in "1-3,17".
type Ranges []span

type span struct{ first, last int }

// RangesOf is a list of numbers and ranges.
func RangesOf(target *Ranges) Value[Ranges] {
	return Value[Ranges]{target, "NUMBERS", nil, parseRanges, Ranges.String}
}

func parseRanges(text string) (Ranges, error) {
	var r Ranges
	for _, part := range strings.Split(text, ",") {
		first, last, isSpan := strings.Cut(part, "-")
		if !isSpan {
			last = first
		}
		from, err := ParseFrom(1, math.MaxInt, first)
		to, err2 := ParseFrom(1, math.MaxInt, last)
		if err != nil || err2 != nil || from > to {
			return nil, fmt.Errorf("must be numbers from 1, as in 1-3,17")
		}
		r = append(r, span{from, to})
	}
	return r, nil
}

func (r Ranges) Contain(n int) bool {
	return slices.ContainsFunc(r, func(s span) bool { return s.first <= n && n <= s.last })
}

// Last is the largest number in r, 0 if there is none.
func (r Ranges) Last() (last int) {
	for _, s := range r {
		last = max(last, s.last)
	}
	return last
}

func (r Ranges) String() string {
	var parts []string
	for _, s := range r {
		part := strconv.Itoa(s.first)
		if s.last != s.first {
			part += "-" + strconv.Itoa(s.last)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// Series is the parameters of several programs, one string for each program: "2 16,2
// 64" is "2 16" and "2 64".
func Series(target *[]string) Value[[]string] {
	return Value[[]string]{target, "LIST", nil, splitSeries, func(series []string) string { return strings.Join(series, ",") }}
}

func splitSeries(text string) ([]string, error) {
	var series []string
	for part := range strings.SplitSeq(text, ",") {
		params := strings.Join(strings.Fields(part), " ")
		switch {
		case params == "":
			return nil, fmt.Errorf("must be numbers separated by commas, those of one program by spaces")
		case slices.Contains(series, params):
			return nil, fmt.Errorf("%s is named twice", params)
		}
		series = append(series, params)
	}
	return series, nil
}
