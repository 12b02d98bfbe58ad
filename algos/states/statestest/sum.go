package statestest

import (
	"errors"
	"strings"
	"testing"

	"dporbench/algos/states"
)

// Sum counts comparisons, and their findings.
type Sum struct{ Compared, Counted, Cyclic, Loops, Raced, Symmetric, Large, Refused, Executions int }

// refusals are in the errors of programs that cannot be explored, or decided by states.
var refusals = []string{"not supported", "not decided by states", "--unroll"}

// Add adds a comparison, and reports whether nothing was different. A difference is an error of the test.
func (s *Sum) Add(t testing.TB, name string, c Compared, err error) (same bool) {
	t.Helper()
	refused, isRefused := errors.AsType[*states.Refused](err)
	switch {
	case isRefused:
		s.Refused++
		t.Logf("%s: %v", name, refused)
		return true
	case errors.Is(err, ErrTooLarge):
		s.Large++
		return true
	case err != nil:
		for _, text := range refusals {
			if strings.Contains(err.Error(), text) {
				s.Refused++
				return true
			}
		}
		t.Errorf("%s: %v", name, err)
		return false
	}
	s.Compared++
	s.Executions += c.Executions
	for n, is := range map[*int]bool{&s.Counted: c.Counted, &s.Cyclic: c.Cyclic, &s.Loops: c.Loops, &s.Raced: c.Raced, &s.Symmetric: c.Symmetric} {
		if is {
			*n++
		}
	}
	return true
}
