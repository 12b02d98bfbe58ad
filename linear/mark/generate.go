package mark

import (
	"fmt"
	"slices"
	"strings"
)

// Argument is the kind of an operation's argument.
type Argument int

// The kinds of arguments.
const (
	Nothing Argument = iota
	Value            // a number from 1 on, which the object only passes on
	Key              // a number from 1 on, which the object compares with others
)

// Call is a call of the operation with that number. Arg is 0 if it takes no argument.
type Call struct{ Operation, Arg int }

// Generate returns all clients of an object with these operations that have that many calls in that many threads, but only one of several that
// differ only in the order of threads, and in names that the object cannot distinguish: any others for values, and for keys those
// in the same order. Each value is passed once, and the keys of a client are 1 to the number of different ones.
func Generate(operations []Operation, calls, threads int) (all [][][]Call) {
	o := object(operations)
	var extend func(done [][]Call, left int)
	extend = func(done [][]Call, left int) {
		n := len(done)
		if left == 0 {
			if n == threads && o.dense(done) && o.least(done) {
				all = append(all, clone(done))
			}
			return
		}
		for _, call := range o.next(done, calls) {
			if n > 0 {
				longer := slices.Clone(done)
				longer[n-1] = append(slices.Clip(longer[n-1]), call)
				extend(longer, left-1)
			}
			if n < threads {
				extend(append(slices.Clip(done), []Call{call}), left-1)
			}
		}
	}
	extend(nil, calls)
	return all
}

func clone(threads [][]Call) (all [][]Call) {
	for _, sequence := range threads {
		all = append(all, slices.Clone(sequence))
	}
	return all
}

// object is the operations of an object.
type object []Operation

// next returns the calls that may follow: a value is the next number, a key is any number up to the number of calls.
func (o object) next(threads [][]Call, calls int) (all []Call) {
	last := 0
	for _, sequence := range threads {
		for _, call := range sequence {
			if o[call.Operation].Arg == Value {
				last = max(last, call.Arg)
			}
		}
	}
	for i, op := range o {
		switch op.Arg {
		case Nothing:
			all = append(all, Call{i, 0})
		case Value:
			all = append(all, Call{i, last + 1})
		case Key:
			for k := range calls {
				all = append(all, Call{i, k + 1})
			}
		}
	}
	return all
}

// dense reports whether the keys are 1 to the number of different ones.
func (o object) dense(threads [][]Call) bool {
	used, most := map[int]bool{}, 0
	for _, sequence := range threads {
		for _, call := range sequence {
			if o[call.Operation].Arg == Key {
				used[call.Arg], most = true, max(most, call.Arg)
			}
		}
	}
	return len(used) == most
}

// least reports whether no other order of the threads, with values in the order of their first use, gives a client with a lesser text.
func (o object) least(threads [][]Call) bool {
	own := o.text(threads)
	order := make([]int, len(threads))
	for i := range order {
		order[i] = i
	}
	var permute func(k int) bool
	permute = func(k int) bool {
		if k == len(order) {
			return o.text(o.renamed(threads, order)) >= own
		}
		for i := k; i < len(order); i++ {
			order[k], order[i] = order[i], order[k]
			ok := permute(k + 1)
			order[k], order[i] = order[i], order[k]
			if !ok {
				return false
			}
		}
		return true
	}
	return permute(0)
}

// renamed returns the threads in that order, with values in the order of their first use.
func (o object) renamed(threads [][]Call, order []int) (all [][]Call) {
	names := map[int]int{}
	for _, t := range order {
		var sequence []Call
		for _, call := range threads[t] {
			if o[call.Operation].Arg == Value {
				if names[call.Arg] == 0 {
					names[call.Arg] = len(names) + 1
				}
				call.Arg = names[call.Arg]
			}
			sequence = append(sequence, call)
		}
		all = append(all, sequence)
	}
	return all
}

// text writes threads like "push(1); pop | push(2)".
func (o object) text(threads [][]Call) string {
	var all []string
	for _, sequence := range threads {
		var calls []string
		for _, call := range sequence {
			text := o[call.Operation].Name
			if call.Arg != 0 {
				text += fmt.Sprintf("(%d)", call.Arg)
			}
			calls = append(calls, text)
		}
		all = append(all, strings.Join(calls, "; "))
	}
	return strings.Join(all, " | ")
}
