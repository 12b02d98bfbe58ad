package front

import (
	"cmp"
	"fmt"

	"dporbench/model/event"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// DefaultMaxMade is the default bound on the number of variables a thread makes in an execution.
const DefaultMaxMade = 1 << 16

// pathBits bounds the path of a thread that makes variables, offsetBits an address within
// what the thread has made.
const (
	pathBits   = 31
	offsetBits = 32
)

// Address returns a positive number for x that threads may store, and pass to [Thread.At] to get x back. It is the same in
// every execution and exploration; consecutive elements of NewVars have consecutive ones. Address panics if x is a zero
// value.
//
// A thread may make different variables in different executions. Only one with the same name and initial value in all
// of them has an address; otherwise Address, or a later New, fails with a [operation.UsageError].
func (x Var) Address() int64 {
	address, problem := x.program.addressOf(x.id)
	if problem != "" {
		err := &operation.UsageError{Problem: "a thread " + problem}
		x.program.refuse(err)
		panic(err)
	}
	return address
}

// Number returns the number of x in the events of an execution. A variable made at run time has the same number in all
// executions.
func (x Var) Number() int32 { return x.id }

// New makes a variable. It is not an event. Other threads get hold of the variable by its
// Address, or because they are started with it. A variable is never freed.
//
// What a thread makes is identified by how the thread was started and how much it has made
// before, so New is deterministic like everything a body does. The name is for people, who see
// it with the thread and a number: "p.1.node#2" is the second variable made by the first child
// of p.
func (t *Thread) New(name string, initial int64) Var { return t.NewVars(name, 1, initial)[0] }

// NewVars makes n variables with the same initial value.
func (t *Thread) NewVars(name string, n int, initial int64) []Var {
	if n < 0 {
		t.refuse(fmt.Sprintf("makes %d variables %s: the number must not be negative", n, name))
	}
	address, label := t.allocate(name, n)
	vars := make([]Var, n)
	first := t.numberOf(block{address: address, n: int64(n), name: label, initial: initial})
	for k := range vars {
		vars[k] = Var{t.program, first + int32(k)}
	}
	return vars
}

// At returns the variable with that Address. If there is none, as at 0, the thread fails.
func (t *Thread) At(address int64) Var {
	x, ok := t.program.variableAt(address)
	if !ok || !t.running {
		t.fail(fmt.Sprintf("use of the address %d, where no variable is", address))
	}
	return Var{t.program, x}
}

// Location is the location of an object in the memory of a translator's program. Each location has one
// object; the initial value must be the same each time.
type Location struct {
	Address, Size int64
	Name          string // for people
}

// VarAt returns the variable at a location, for bodies made by a translator, which assigns
// addresses to its memory itself. It is not an event.
func (t *Thread) VarAt(l Location, initial int64) Var {
	return Var{t.program, t.numberOf(block{address: l.Address, n: 1, size: max(l.Size, 1), name: l.Name, initial: initial})}
}

// numberOf returns the number of the first variable of b, which the thread makes.
func (t *Thread) numberOf(b block) int32 {
	x, problem := t.program.numberOf(b)
	if problem != "" {
		t.refuse(problem)
	}
	return x
}

// allocate returns the address of the first of n variables that the thread makes next, and their name. The
// address after the last is left unused, so that a step too far is noticed.
func (t *Thread) allocate(name string, n int) (address int64, label string) {
	if !t.running {
		t.refuse("makes " + name)
	}
	if t.made.path == 0 {
		var ok bool
		if t.made.path, t.made.text, ok = pathOf(t.program, t.names, t.id); !ok {
			t.refuse("makes " + name + ": its place in the tree of threads is too deep for an address: start it higher up")
		}
	}
	t.made.allocations++
	address = t.made.path<<offsetBits | (t.made.variables + t.made.allocations)
	t.made.variables += int64(n)
	if t.made.variables > int64(cmp.Or(t.made.most, DefaultMaxMade)) {
		t.refuse(fmt.Sprintf("makes more than %d variables in an execution: bound its loops", cmp.Or(t.made.most, DefaultMaxMade)))
	}
	return address, fmt.Sprintf("%s.%s#%d", t.made.text, name, t.made.allocations)
}

// pathOf returns the path of thread t and its readable form: the name of the declared thread it
// descends from, followed by the number of the child at each step down to t.
func pathOf(p *Program, of ThreadNames, t event.ThreadID) (path int64, text string, ok bool) {
	l := of.SpawnPath(t)
	if l.N == 0 {
		path, ok = lineage.Child(lineage.Root, int64(t)+1, pathBits)
		return path, p.threads[t].Name, ok
	}
	if path, text, ok = pathOf(p, of, l.Parent); ok {
		path, ok = lineage.Child(path, int64(l.N), pathBits)
	}
	return path, fmt.Sprintf("%s.%d", text, l.N), ok
}
