// Package spec has the specifications of the usual objects, for package linear.
//
// Each specifies the operations of the object and their results. An operation that returns nothing has no result; one
// that finds the object empty, or does not find a key, has none, either, or the result [Empty].
package spec

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"dporbench/linear"
)

// Empty is a result that an operation may return when there is nothing to return: objects that hold numbers from 0
// on often do.
const Empty = -1

// effect is the effect of an operation on a state: the state after it, and its results. ok is false if it cannot be done now.
type effect[S any] func(s S, args []int64) (after S, results []int64, ok bool)

// object is a specification: states, which effects copy and do not change, and operations by name, with their
// numbers of arguments.
type object[S any] struct {
	initial    S
	equal      func(a, b S) bool
	operations map[string]operation[S]
}

type operation[S any] struct {
	args int
	do   effect[S]
}

func (o object[S]) named(name, doc string) Named {
	args := map[string]int{}
	for name, op := range o.operations {
		args[name] = op.args
	}
	return Named{name, doc, o.model(), args, o.results}
}

func (o object[S]) model() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return o.initial },
		Step: func(state, input, output any) (bool, any) {
			in, out := input.(linear.Input), output.(linear.Output)
			op, known := o.operations[in.Name]
			if !known || len(in.Args) != op.args {
				return false, state
			}
			after, results, ok := op.do(state.(S), in.Args)
			return ok && (out == nil || same(results, out)), after
		},
		Equal:         func(a, b any) bool { return o.equal(a.(S), b.(S)) },
		DescribeState: func(state any) string { return fmt.Sprint(state) },
	}
}

// results returns the results of an operation in a state.
func (o object[S]) results(state any, in linear.Input) []int64 {
	_, results, _ := o.operations[in.Name].do(state.(S), in.Args)
	return results
}

// same reports whether an operation that should return results may return out. One without results may also return
// [Empty], since a C function may have to return a number.
func same(results, out []int64) bool {
	return slices.Equal(results, out) || len(results) == 0 && slices.Equal(out, []int64{Empty})
}

// Named is a specification with its name and operations.
type Named struct {
	Name string
	Doc  string // its operations, on one line
	porcupine.Model
	args map[string]int // the number of arguments, by operation
	// Results returns the results of an operation in a state.
	Results func(state any, in linear.Input) []int64
}

// Check returns an error if the specification has no such operation, or one with another number of arguments.
func (n Named) Check(in linear.Input) error {
	args, known := n.args[in.Name]
	switch {
	case !known:
		return fmt.Errorf("a %s has no operation %s: must be one of %s", n.Name, in.Name, strings.Join(slices.Sorted(maps.Keys(n.args)), ", "))
	case args != len(in.Args):
		return fmt.Errorf("%s of a %s takes %d arguments, got %d", in.Name, n.Name, args, len(in.Args))
	}
	return nil
}

// All returns all specifications, ordered by name.
func All() []Named {
	return []Named{
		counter().named("counter", "add(d), get() → its value, inc() and dec() → the value before"),
		lock().named("lock", "lock(), unlock(), trylock() → 1 if it was free, 0 if not"),
		dictionary().named("map", "put(k, v), get(k) → v or nothing, delete(k) → 1 if it was there, 0 if not"),
		queue().named("queue", "enqueue(v), dequeue() → the oldest v or nothing"),
		register().named("register", "write(v), read() → v, cas(old, new) → 1 if it was old, 0 if not"),
		set().named("set", "add(k), remove(k) and contains(k) → 1 or 0: whether the set has changed, or contains k"),
		stack().named("stack", "push(v), pop() → the newest v or nothing"),
	}
}

// Lookup finds a specification by name.
func Lookup(name string) (Named, error) {
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
	}
	return Named{}, fmt.Errorf("no specification %q: must be one of %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of all specifications.
func Names() (names []string) {
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}
