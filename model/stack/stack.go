// Package stack grows slices that hold something for each event of an execution. An
// execution may have hundreds of thousands of events, and how its slices grow then
// decides how much memory is used, and how much time is spent getting it.
package stack

import "slices"

// A full slice gets room for twice as much as is needed, or eight times as much once it is
// long. The old copy becomes garbage, of which there is then seven times less. The room
// itself costs nothing: the system provides memory when it is touched, and a newly made
// slice, unlike one grown by append or slices.Grow, is not cleared.
const (
	long       = 8000 // elements
	factor     = 2
	longFactor = 8
)

// Push appends v to *s.
func Push[T any](s *[]T, v T) {
	if len(*s) == cap(*s) {
		*s = grown(*s, 1)
	}
	*s = append(*s, v)
}

// Extend appends n elements to *s, of any value, and returns them.
func Extend[T any](s *[]T, n int) []T {
	length := len(*s)
	if length+n > cap(*s) {
		*s = grown(*s, n)
	}
	*s = (*s)[:length+n]
	return (*s)[length:]
}

// At returns element i of *s, after extending *s with zero values if it is too short.
func At[S ~[]T, T any](s *S, i int) *T {
	if i >= len(*s) {
		*s = append(*s, make([]T, i+1-len(*s))...)
	}
	return &(*s)[i]
}

// AtOr is At for elements whose value before use is not zero.
func AtOr[S ~[]T, T any](s *S, i int, unused T) *T {
	for i >= len(*s) {
		*s = append(*s, unused)
	}
	return &(*s)[i]
}

// Zeroed returns n zero elements, in the memory of s if it is large enough.
func Zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// Room returns s with room for n more elements.
func Room[T any](s []T, n int) []T {
	if len(s)+n > cap(s) {
		return grown(s, n)
	}
	return s
}

func grown[T any](s []T, n int) []T {
	length, times := len(s)+n, factor
	if length >= long {
		times = longFactor
	}
	larger := make([]T, len(s), times*length)
	copy(larger, s)
	return larger
}

// Take pops n elements off a stack and returns them. They are valid until
// the next push.
func Take[T any](stack *[]T, n int) []T {
	s := *stack
	rest := len(s) - n
	*stack = s[:rest]
	return s[rest:]
}

// Widen returns s, n slices of equal length one after another, with added at the end of each.
func Widen[T any](s []T, n int, added []T) []T {
	if n == 0 {
		return s
	}
	length := len(s) / n
	wide := make([]T, 0, len(s)+n*len(added))
	for range n { // which may all be empty
		wide = append(append(wide, s[:length]...), added...)
		s = s[length:]
	}
	return wide
}
