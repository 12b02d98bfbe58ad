// Package lineage numbers threads by how they were started, so that the number
// of a thread is the same in every execution and exploration. A path is such a number: it has
// a leading one, and for each step down the tree of threads which child of its parent it
// is, in Elias's gamma code (P. Elias, Universal codeword sets and representations of the
// integers, 1975).
package lineage

import (
	"fmt"
	"math/bits"
	"strings"
)

// Root is the path without a parent.
const Root int64 = 1

// Child returns the path of the nth child, from 1, of the thread with that path; ok is false if
// it has more than most bits.
func Child(path, n int64, most int) (child int64, ok bool) {
	width := 2*bits.Len64(uint64(n)) - 1
	if bits.Len64(uint64(path))+width > most {
		return 0, false
	}
	return path<<width | n, true
}

// Steps returns the steps from Root to a path: at each, which child of its parent the thread is. Of a number that is no path, it returns
// those up to where that shows.
func Steps(path int64) (steps []int64) {
	for left := bits.Len64(uint64(path)) - 1; left > 0; {
		zeros := zerosAt(path, left)
		if left -= 2*zeros + 1; left < 0 {
			return steps
		}
		steps = append(steps, path>>left&(1<<(zeros+1)-1))
	}
	return steps
}

// IsPath reports whether a number is a path.
func IsPath(number int64) bool {
	left := bits.Len64(uint64(number)) - 1
	for left > 0 {
		left -= 2*zerosAt(number, left) + 1
	}
	return number > 0 && left == 0
}

// zerosAt returns the number of zeros with which the last bits of a path begin.
func zerosAt(path int64, last int) int { return last - bits.Len64(uint64(path)&(1<<last-1)) }

// Text formats a path, with root as the name of Root: "main.2.1" is the first child of the second child of main.
func Text(root string, path int64) string {
	var text strings.Builder
	text.WriteString(root)
	for _, n := range Steps(path) {
		fmt.Fprintf(&text, ".%d", n)
	}
	return text.String()
}
