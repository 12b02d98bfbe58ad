// Package cprog turns C files into programs, so that explorers work on the same files
// as other tools.
//
// [Load] preprocesses, parses and type-checks a file with its own headers, without a compiler on
// the host. Each function is compiled to instructions over registers; a small machine executes
// them as the body of a thread of a [model.Program]. Accesses that other threads may see are
// events: those to globals, to memory from malloc, and to locals whose address leaves their
// function. Accesses to registers and other locals are not.
//
// Under sequential consistency, the memory orders of atomic operations do not affect what is read, only which
// accesses race; see [Races]. Under TSO, atomic operations mean what x86 compilers make of them: a
// memory_order_seq_cst store, such as an assignment to an atomic variable, is followed by a fence; a
// memory_order_seq_cst fence is a fence; a read-modify-write of any order waits for the thread's stores;
// everything else is a plain load or store. Under PSO, a memory_order_seq_cst store also has a fence before it; a release
// store has a store barrier before it, and a release or acq_rel fence is one. Under the memory models of graphs, such as RC11, all orders count; data
// races must be looked for, and atomic sections are refused. Non-atomic accesses are events just like atomic
// ones; the effect of compilers on racing accesses is not modelled.
//
// An atomic section, from __VERIFIER_atomic_begin to __VERIFIER_atomic_end or a function whose name begins
// with __VERIFIER_atomic_, is one step of the execution, under sequential consistency. It must not wait for other
// threads, except that a false assume in it stops the thread before the section.
//
// Floating-point numbers are as on x86-64. The functions of math.h that are not exact may differ from a C
// library's in the last digit.
//
// Posts to a semaphore commute under sequential consistency, and a wait depends on the posts before and after its end, unless the file
// also asks how many permits there are, or tries to take one without waiting.
//
// The clock moves while a thread sleeps, and to the deadline of a wait that has passed; otherwise it stands still. A sleep, too, is a
// read-modify-write of the clock in a file that reads it.
//
// A thread that waits until a deadline may stop at any moment after it has found that it has to wait; an execution in which it waits forever
// counts as stopped at a false assume. Waits at condition variables end without a signal, and weak compare-and-swaps fail, only if [Options] ask
// for it. A thread is cancelled at waits for conditions, semaphores and threads, at sleep, and at pthread_testcancel, but not in functions for
// files, and never at any moment. Several threads that join one are noticed only if one of them has started it, or detaches it.
//
// Accesses may have several sizes, as to the members of a union. Trial runs find out which, before the exploration, and divide
// memory so that a plain access covers whole variables, and is an event for each. If one of the accesses is atomic, all use
// one variable, and an access to a part of it is a read-modify-write; such a store is refused under TSO and PSO. Where
// data races are looked for, a plain access to a part is refused, and a store to a part that no trial run has shown.
//
// Variables are named as in the file. A block from malloc is named by the type that its address is converted to and a number, as far as the
// trial runs meet it, and otherwise by its thread and size: node#2.next, main.1.malloc20#1[12].
//
// A call of reach_error, which SV-COMP tasks ask about, is a failure, whatever its definition in the file does. Where
// the behaviour is undefined in C, the execution fails if this is detected: use of memory outside of what was declared
// or allocated; use after free, and an invalid free; use of a local variable of a call that has returned, or of a block
// that has been left; use of a thread-local variable of a thread that has ended, other than main; a change of a variable of the file that is
// declared const; a value from malloc or of a local variable to which nothing has been stored; division by zero,
// a shift by a number that is out of range, and quotients and conversions that do not fit; a second join, an unlock of a lock that the thread does not hold, use
// of a destroyed mutex, condition variable, read-write lock, spin lock, barrier or semaphore, and destroying a lock
// that is held. For some of this, an access is two events, the first of which loads what others have noted: an access
// to memory from malloc in a program that frees, to another thread's block of more than 1 KiB, and to a local variable
// of a thread other than main. Some undefined behaviour is not detected: use of a bit-field of a
// number of 8 bytes to which nothing has been stored, in memory that others reach, if something has been to another one in its bytes; use of
// a local of a block that has been left, once the block is entered again, which finds the new variable; use by another thread of an array of
// variable length after its call; and signed overflow, where numbers wrap around. Malloc never fails
// and unfreed memory is no leak, unless [Options] ask for it.
//
// An unknown construct is refused by file and line when the file is loaded; one that shows only
// when threads run, such as a call of scanf, is refused then, and is not a failure of the program.
//
// A file is not trusted: it can reach nothing on the host but the files it includes, and
// [Limits] bound what it may use.
package cprog

import (
	"dporbench/frontends/cprog/internal/parse"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/model"
)

// Load reads a C file and turns it into a program: its main is the thread that exists
// from the start. An unsupported construct is a one-line error that begins with the
// file and the line.
func Load(file string, o Options) (*model.Program, error) {
	c, err := Compile(file, o)
	if err != nil {
		return nil, err
	}
	return c.Program()
}

// Parse is like Load for the text of a file; name is for messages. The text may include the headers of this
// package, and files in the folders named in the options.
func Parse(name, text string, o Options) (*model.Program, error) {
	tree, err := parse.Text(name, text, parsing(o))
	if err != nil {
		return nil, err
	}
	c, err := compileAll([]parse.Tree{tree}, name, o)
	if err != nil {
		return nil, err
	}
	return c.Program()
}

// Error describes what is wrong or not supported in a file.
type Error = source.Error
