// Package litmus reads litmus tests as herd and litmus7 have them, and makes programs of
// them: the small programs, each with a condition on its final states, by which memory
// models are described and machines are tried.
//
// Source of the format: Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 36(2), 2014, and
// the tests that come with the tool. Two dialects are read:
//
//   - X86 (destination first) and X86_64 (destination last): moves, arithmetic, comparisons
//     and jumps, MFENCE, XCHG and instructions with a LOCK prefix;
//   - C: accesses by READ_ONCE, WRITE_ONCE, the functions of <stdatomic.h>, those of the
//     Linux kernel and plain dereferences; if, while, and arithmetic.
//
// What is an event: each access of memory, each full fence, each atomic update, and Lock and
// Unlock of a spinlock_t. Registers and locals are not. A C function does what compilers for
// x86 make of it: an atomic update is a full fence, a sequentially consistent store is a store
// and a full fence, weaker orders and fences cost nothing; see [Test.StoreOrder] for what that
// means elsewhere.
//
// A thread that jumps back more than maxJumps times stops as at a false assume.
package litmus

import (
	"fmt"
	"os"
	"path/filepath"

	"dporbench/model"
)

// Test is a litmus test.
type Test struct {
	Arch, Name string
	Program    *model.Program
	Condition  Condition

	shown      []Location // what states show, in their order: the locations of the condition, and those listed
	locations  []variable
	threads    []*code
	storeOrder string
}

// Location is a register of a thread, or a variable.
type Location struct {
	Thread int    // -1 if it is a variable
	Name   string // as states show it
	index  int    // of the register in its thread, or of the variable
}

// String is the location as a condition has it: "0:rax" or "[x]".
func (l Location) String() string {
	if l.Thread < 0 {
		return "[" + l.Name + "]"
	}
	return fmt.Sprintf("%d:%s", l.Thread, l.Name)
}

// Error is what is wrong with a file, or what is not supported.
type Error struct {
	File    string // its last element
	Line    int
	Problem string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem) }

// Load reads a litmus test. What is not supported is an error of one line that begins with
// the file and the line.
func Load(file string) (*Test, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(filepath.Base(file), string(text))
}

// Parse is Load of a text; file is for messages.
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

// StoreOrder is an operation of the test that orders stores and nothing else, with its line,
// and "" if there is none. Under TSO, where stores are in order anyway, it does nothing; where
// they are not, the program says less than the test.
func (t *Test) StoreOrder() string { return t.storeOrder }
