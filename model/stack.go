package model

import "slices"

// push appends v to a stack. The stack doubles when it is full, so that one of
// a hundred thousand events is copied half as often as append alone would.
func push[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, len(s)+16)
	}
	return append(s, v)
}

// take pops n elements off a stack and returns them. They are good until the
// next push.
func take[T any](stack *[]T, n int) []T {
	s := *stack
	rest := len(s) - n
	*stack = s[:rest]
	return s[rest:]
}
