// Package cprog makes programs of C files, so that explorers take the very files
// that other tools take.
//
// [Load] preprocesses, parses and types a file with headers of its own and no
// compiler of the host. Each function is compiled to instructions over registers;
// a small machine executes them as the body of a thread of a [model.Program]. What
// other threads may see is an event: accesses of globals, of memory from malloc, and
// of locals whose address leaves their function. Registers and the other locals are
// not.
//
// Under sequential consistency, the memory orders of atomic operations make no difference to what is read, but to which
// accesses race; see [Races].
// Under TSO, what a compiler for x86 makes of them does: a store that is memory_order_seq_cst,
// as an assignment to an atomic variable is, has a fence behind it; so is a fence of that order
// one; a read-modify-write of any order waits for the thread's stores; and all else is a plain
// load or store. Under PSO, a store that is memory_order_seq_cst has a fence before it as well; one that
// releases, and a fence that does, is refused. Accesses that are not atomic are events like those that are; what
// compilers may make of those that race is not known.
//
// An atomic section, from __VERIFIER_atomic_begin to __VERIFIER_atomic_end or a function whose name begins
// with __VERIFIER_atomic_, is one step of the execution, under sequential consistency. It must not wait for other
// threads, except that a false assume in it stops the thread before the section.
//
// Floating-point numbers are as on x86-64. Those functions of math.h that are not exact may differ from a C
// library's in the last digit.
//
// A variable may be accessed in parts, and several together, where that is not atomic: a store to a part
// loads the variable and stores it again, and an access to several is an event for each. Memory from
// malloc must always be accessed in the same sizes.
//
// A call of reach_error, which tasks of SV-COMP ask about, is a failure, whatever a file lets that function do.
// Where C does not define what happens, the execution fails if that is noticed: use of memory outside of what was
// declared or allocated; use of memory that has been freed, and a wrong free; use of a local variable of a call that
// is over, or of a block that has been left; a number from malloc or of a local variable to which nothing has been stored; division by zero, and the
// quotients and conversions that do not fit; a second join, an unlock of what the thread does not hold, use of a
// mutex, condition variable, read-write lock, spin lock, barrier or semaphore that is destroyed, and to destroy a lock that is
// held. For some of this, an access is two events, the first of which loads what others have noted: an access to
// memory from malloc in a program that frees, to a block of more than 1 KiB of another thread, and to a local
// variable of another thread than main. Not noticed is a use of a local of a block that has been left where
// the block is entered again: it finds the variable of the new round. Malloc
// never fails, unless that is asked for, and memory that nobody frees is a leak only if that is; see [Options].
//
// A construct that is not known is refused by file and line when the file is loaded; what shows only
// when threads run, as a call of sscanf, is refused then, and is no failure of the program.
//
// A file is not trusted: it cannot reach the host but for the files it includes, and
// [Limits] bound what it may use.
package cprog

import (
	"modernc.org/cc/v4"

	"dporbench/cprog/internal/parse"
	"dporbench/cprog/internal/source"
	"dporbench/model"
)

// Load reads a C file and makes a program of it: its main is the thread that exists
// from the start. What is not supported is an error of one line that begins with the
// file and the line.
func Load(file string, o Options) (*model.Program, error) {
	c, err := Compile(file, o)
	if err != nil {
		return nil, err
	}
	return c.Program()
}

// Parse is Load of the text of a file; name is for messages. The text may include the headers of this
// package, and files in the folders of the options.
func Parse(name, text string, o Options) (*model.Program, error) {
	c, err := compileBy(func(library bool) (*cc.AST, error) { return parse.Text(name, text, parsing(o, library)) }, name, o)
	if err != nil {
		return nil, err
	}
	return c.Program()
}

// Error is what is wrong with a file, or what is not supported.
type Error = source.Error
