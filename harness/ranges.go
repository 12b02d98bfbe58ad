package harness

import (
	"fmt"
	"strconv"
	"strings"
)

// ranges are numbers, as in "1-3,17".
type ranges []span

// span is the numbers from first to last.
type span struct{ first, last int }

func parseRanges(text string) (ranges, error) {
	var r ranges
	for _, part := range strings.Split(text, ",") {
		first, last, isSpan := strings.Cut(part, "-")
		if !isSpan {
			last = first
		}
		from, err := parsePositive(first)
		to, err2 := parsePositive(last)
		if err != nil || err2 != nil || from > to {
			return nil, fmt.Errorf("must be numbers from 1, as in 1-3,17")
		}
		r = append(r, span{from, to})
	}
	return r, nil
}

func (r ranges) contain(n int) bool {
	for _, s := range r {
		if s.first <= n && n <= s.last {
			return true
		}
	}
	return false
}

func (r ranges) String() string {
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
