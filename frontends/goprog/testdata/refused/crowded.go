package refused

import (
	"strings"
	"sync/atomic"

	"dporbench/linear/mark"
)

// Crowded has more clients than allowed, and so has Alone, even with one goroutine.
func Crowded() { increments(9, 9, "inc") }

func Alone() { increments(5, 2, "inc", "dec", "reset") }

func Diverse() { increments(1, 2, strings.Fields(strings.Repeat("inc ", 65))...) }

func increments(calls, goroutines int, names ...string) {
	var n atomic.Int64
	var all []mark.Operation
	for _, name := range names {
		all = append(all, mark.Operation{Name: name, Do: func(int) []int { n.Add(1); return nil }})
	}
	mark.Clients("n", calls, goroutines, all...)
}
