// Package litmus reads litmus tests in the format of herd and litmus7, and turns them into
// programs. Litmus tests are small programs, each with a condition on its final states,
// that describe memory models and test machines.
//
// Source of the format: Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 36(2), 2014, and
// the tests that come with the tool. Two dialects are read:
//
//   - X86 (destination first) and X86_64 (destination last): moves, arithmetic, comparisons
//     and jumps, MFENCE, XCHG and instructions with a LOCK prefix;
//   - C: accesses by READ_ONCE, WRITE_ONCE, the functions of <stdatomic.h> and of the
//     Linux kernel, and plain dereferences; if, while, and arithmetic.
//
// The events are memory accesses, full fences, atomic updates, and Lock and Unlock of a spinlock_t, but
// not accesses to registers and locals. A C function does what compilers for x86 make of it: an atomic
// update is a full fence, a sequentially consistent store is a store and a full fence, weaker orders and
// fences cost nothing; see [Test.StoreOrder] for what that means elsewhere.
//
// Under the memory models of C11, where executions are graphs, accesses and fences have their orders instead. An access
// by * or an index is sequentially consistent if the thread declares the variable to be atomic, and otherwise plain. Assembly and the
// functions of the kernel are refused there.
//
// A thread that jumps back more than maxJumps times stops as at a false assume.
package litmus

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/origin"
)

// Test is a litmus test.
type Test struct {
	Arch, Name string
	Program    *model.Program
	Condition  Condition

	shown      []Location // the locations that states show, in order: first the condition's, then the listed ones
	locations  []variable
	threads    []*code
	storeOrder string
	notC11     string // the first thing that C11 does not define, with its line; or ""
}

// Location is a register of a thread or a variable.
type Location struct {
	Thread int    // -1 if it is a variable
	Name   string // as shown in states
	index  int    // of the register in its thread, or of the variable
}

// String returns the location as written in a condition: "0:rax" or "[x]".
func (l Location) String() string {
	if l.Thread < 0 {
		return "[" + l.Name + "]"
	}
	return fmt.Sprintf("%d:%s", l.Thread, l.Name)
}

// Error describes a mistake or an unsupported construct in a file.
type Error struct {
	File    string // its last path element
	Line    int
	Problem string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem) }

// Load reads a litmus test. An unsupported construct is a one-line error that begins with
// the file and the line.
func Load(file string) (*Test, error) {
	text, err := read(file)
	if err != nil {
		return nil, err
	}
	t, err := Parse(filepath.Base(file), string(text))
	if err == nil {
		(*front.Program)(t.Program).MadeFrom(origin.Files{origin.Of(filepath.Base(file), text)})
	}
	return t, err
}

// largest bounds the size of a test, in bytes.
const largest = 1 << 20

func read(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err == nil && len(text) > largest {
		err = fmt.Errorf("%s: has more than %d bytes: not a litmus test", file, largest)
	}
	return text, err
}

// Parse is like Load for the text of a test; file is for messages.
func Parse(file, text string) (t *Test, err error) {
	defer func() {
		if r := recover(); r != nil {
			problem, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			t, err = nil, problem
		}
	}()
	p := &parser{scanner: newScanner(file, text), byName: map[string]int{}, test: &Test{}}
	p.header()
	p.initial()
	switch p.test.Arch {
	case "X86", "X86_64":
		p.assembly()
	default:
		p.functions()
	}
	p.condition()
	p.build()
	return p.test, nil
}

// StoreOrder returns an operation of the test that orders only stores, with its line,
// or "" if there is none. Under TSO, where stores are in order anyway, it does nothing; where
// they are not, the program is weaker than the test.
func (t *Test) StoreOrder() string { return t.storeOrder }

// CheckMemory refuses a memory model in which stores may overtake each other, if the test has an operation that orders only
// stores, and the models of C11 if the test is not in C11.
func (t *Test) CheckMemory(m memory.Model) error {
	switch {
	case t.notC11 != "" && m.Graphs():
		return fmt.Errorf("%s has no memory order of C11: must be sc, tso or pso, not %v", t.notC11, m)
	case t.storeOrder != "" && m.StoresOvertake():
		return fmt.Errorf("%s orders stores and nothing else, which is not supported: must be sc or tso", t.storeOrder)
	}
	return nil
}
