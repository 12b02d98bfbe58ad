// Package spec has the specifications of the usual objects, for package linear.
//
// Each says which operations the object has, and what they return. An operation that returns nothing has no result; one
// that finds the object empty, or does not find a key, has none, either, or the result that [Empty] says.
package spec

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"dporbench/linear"
)

// Empty is what an operation may return instead of nothing where there is nothing to return: objects that hold numbers from 0
// on often do.
const Empty = -1

// effect is what an operation does to a state: the state after it, and what it returns. ok is false where it cannot be done now.
type effect[S any] func(s S, args []int64) (after S, results []int64, ok bool)

// object is a specification: states, which effects do not change but copy, and the effects of operations by their names, with how
// many arguments each takes.
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
	return Named{name, doc, o.model(), args}
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

// same reports whether an operation that should return results may return out. One that returns nothing may return anything if
// it is not asked for its results, as a function in C that has to return a number may.
func same(results, out []int64) bool {
	return slices.Equal(results, out) || len(results) == 0 && slices.Equal(out, []int64{Empty})
}

// Named is a specification with what it specifies.
type Named struct {
	Name string
	Doc  string // its operations, on one line
	porcupine.Model
	args map[string]int // of its operations
}

// Check says what is wrong with an operation that the specification does not know.
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

// All are all specifications, in the order of their names.
func All() []Named {
	return []Named{
		counter().named("counter", "add(d), get() → its value, inc() and dec() → the value before"),
		lock().named("lock", "lock(), unlock(), trylock() → 1 if it was free, 0 if not"),
		dictionary().named("map", "put(k, v), get(k) → v or nothing, delete(k) → 1 if it was there, 0 if not"),
		queue().named("queue", "enqueue(v), dequeue() → the oldest v or nothing"),
		register().named("register", "write(v), read() → v, cas(old, new) → 1 if it was old, 0 if not"),
		set().named("set", "add(k), remove(k) and contains(k) → 1 or 0: whether it has changed, or k is in it"),
		stack().named("stack", "push(v), pop() → the newest v or nothing"),
	}
}

// Lookup finds a specification by its name.
func Lookup(name string) (Named, error) {
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
	}
	return Named{}, fmt.Errorf("no specification %q: must be one of %s", name, strings.Join(Names(), ", "))
}

// Names are the names of all specifications.
func Names() (names []string) {
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}
