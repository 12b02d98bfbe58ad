package linear

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/model/event"
)

// Input is the call of an operation.
type Input struct {
	Object string
	Name   string // of the operation, as in "enqueue"
	Args   []int64
}

// Output is the results of an operation. A specification is also asked about operations that have not returned; their
// output is nil, and they may return anything.
type Output []int64

// Operation is a call of an operation of an object.
type Operation struct {
	Thread   event.ThreadID
	By       string // the name of that thread
	Input    Input
	Output   Output // not nil if it has returned
	Returned bool
}

// String returns "enqueue(1)", "dequeue() → 1", or "dequeue() …" if it has not returned.
func (o Operation) String() string {
	text := fmt.Sprintf("%s(%s)", o.Input.Name, list(o.Input.Args))
	switch {
	case !o.Returned:
		return text + " …"
	case len(o.Output) > 0:
		return text + " → " + list(o.Output)
	}
	return text
}

func list(values []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(values), " ", ", "), "[]")
}

// output returns the output as passed to a specification.
func (o Operation) output() any {
	if !o.Returned {
		return Output(nil)
	}
	return o.Output
}

// History is the operations of an execution, and which of them had ended before which others began. That is a partial order.
type History struct {
	Operations []Operation
	Before     Order
}

// MaxOperations bounds the operations of a history.
const MaxOperations = 64

// Order is a partial order of at most [MaxOperations] operations or events of them: bit i of element j says that i is before j.
type Order []uint64

// Before reports whether i is before j.
func (o Order) Before(i, j int) bool { return o[j]>>i&1 != 0 }

func (o Order) set(i, j int) { o[j] |= 1 << i }

// IsInterval reports whether o is the order of some intervals on a line: whether there are no a < b and c < d with neither
// a < d nor c < b (Fishburn 1970).
func (o Order) IsInterval() bool {
	// It is one exactly if the sets of predecessors are a chain.
	sets := slices.Clone(o)
	slices.Sort(sets)
	for i := range sets {
		for j := range i {
			if both := sets[i] & sets[j]; both != sets[i] && both != sets[j] {
				return false
			}
		}
	}
	return true
}
