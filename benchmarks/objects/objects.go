// Package objects holds concurrent objects, right ones and broken ones, for clients that call their operations: see package
// linear. A client is written like treiber{push(1); pop | push(2)}, a thread after the other.
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
	// Operations are all it has, in the order of their names in clients.
	Operations []Operation

	declare func(p *model.Program, c Client) calls
}

// Operation is one of an object.
type Operation struct {
	Name string
	Arg  Argument
}

// Argument is what an operation takes.
type Argument = mark.Argument

// What an operation takes: see package mark.
const (
	Nothing = mark.Nothing
	Value   = mark.Value
	Key     = mark.Key
)

// calls does an operation of a client, and returns what that returns.
type calls func(t *model.Thread, name string, args []int64) []int64

// All are all objects, each followed by its broken ones.
func All() []Object {
	return slices.Concat(stacks(), queues(), sets(), counters())
}

// Lookup finds an object by its name.
func Lookup(name string) (Object, bool) {
	all := All()
	i := slices.IndexFunc(all, func(o Object) bool { return o.Name == name })
	if i < 0 {
		return Object{}, false
	}
	return all[i], true
}

// Names are the names of all objects.
func Names() (names []string) {
	for _, o := range All() {
		names = append(names, o.Name)
	}
	return names
}

// operation is the operation of that name.
func (o Object) operation(name string) (Operation, bool) {
	i := slices.IndexFunc(o.Operations, func(op Operation) bool { return op.Name == name })
	if i < 0 {
		return Operation{}, false
	}
	return o.Operations[i], true
}

// Build is the program of a client: threads p, q and so on, which mark what they call.
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
