// Package objects holds concurrent objects, correct ones and broken ones, for clients that call their operations: see package
// linear. A client is written like treiber{push(1); pop | push(2)}, with | between threads.
package objects

import (
	"fmt"
	"slices"

	"dporbench/linear/mark"
	"dporbench/model"
)

// Object is a concurrent object.
type Object struct {
	Name   string
	Doc    string // one line
	Source string // authors, title, where and when published
	Spec   string // its specification in package linear/spec
	Broken bool   // it is not linearizable
	// Operations are all of its operations, in the order of their names in clients.
	Operations []Operation

	declare func(p *model.Program, c Client) calls
}

// Operation is an operation of an object.
type Operation struct {
	Name string
	Arg  Argument
}

// Argument is the kind of an operation's argument.
type Argument = mark.Argument

// The kinds of arguments: see package mark.
const (
	Nothing = mark.Nothing
	Value   = mark.Value
	Key     = mark.Key
)

// calls does an operation of a client, and returns its results.
type calls func(t *model.Thread, name string, args []int64) []int64

// All returns all objects, each followed by its broken variants.
func All() []Object {
	return slices.Concat(stacks(), queues(), sets(), counters())
}

// Lookup finds an object by name.
func Lookup(name string) (Object, bool) {
	all := All()
	i := slices.IndexFunc(all, func(o Object) bool { return o.Name == name })
	if i < 0 {
		return Object{}, false
	}
	return all[i], true
}

// Names returns the names of all objects.
func Names() (names []string) {
	for _, o := range All() {
		names = append(names, o.Name)
	}
	return names
}

// operation returns the operation with that name.
func (o Object) operation(name string) (Operation, bool) {
	i := slices.IndexFunc(o.Operations, func(op Operation) bool { return op.Name == name })
	if i < 0 {
		return Operation{}, false
	}
	return o.Operations[i], true
}

// Build returns the program of a client: threads p, q and so on, which mark their calls.
func (c Client) Build() *model.Program {
	p := model.NewProgram(c.String())
	do := c.Object.declare(p, c)
	for i, sequence := range c.Threads {
		p.Thread(threadName(i), func(t *model.Thread) {
			for _, call := range sequence {
				var args []int64
				if call.Arg != 0 {
					args = []int64{call.Arg}
				}
				t.Invoke(c.Object.Name, call.Operation, args...)
				t.Respond(do(t, call.Operation, args)...)
			}
		})
	}
	return p
}

func threadName(i int) string {
	const letters = "pqrstuvw"
	if i < len(letters) {
		return letters[i : i+1]
	}
	return fmt.Sprintf("p%d", i)
}
