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
	"dporbench/cprog/internal/compile"
	"dporbench/cprog/internal/image"
	"dporbench/cprog/internal/parse"
	"dporbench/cprog/internal/source"
	"dporbench/model"
)

// Options are how a file is read. The zero value is ready for use.
type Options struct {
	Define  []string // macros: NAME, which is 1 then, or NAME=VALUE
	Include []string // folders in which #include looks, after that of the file
	Limits  Limits

	// Unroll, if it is not 0, is how often the body of each loop may run whenever the
	// loop is entered; a thread that goes beyond it stops as at a false assume.
	Unroll   int
	NoUnroll []string // functions whose loops Unroll does not bound
	// Spin stops a thread as at a false assume where an iteration of a loop has changed
	// nothing: neither what others see nor what the thread itself can still use. Another
	// iteration would do the same unless another thread changes what it has read, and
	// then there is an execution in which it has read that at once.
	Spin bool
	// Nondet is the range of what functions return that may return any number, such as
	// __VERIFIER_nondet_int and rand: each of its values is a choice. By default, such functions are
	// refused, but for those that return a bool.
	Nondet Range
	// ILP32 says that the file is written for that data model. Files are read as LP64, since an address also
	// names a thread and needs more than 32 bits; what may have another value under ILP32 is refused.
	ILP32 bool
	// Like is a tool whose conventions are followed; the zero value is none.
	Like Tool
	// AwaitAssumes makes a thread wait where an assume tests the value it has just read,
	// until the variable has a value that passes. Executions that a false assume
	// blocks become fewer; those in which the value never comes are deadlocked.
	AwaitAssumes bool
	// Races says whether data races are looked for: whether accesses have the memory orders of the file, and those
	// that are not atomic are plain.
	Races Races
	// Leaks says whether memory from malloc that is not freed at the end of an execution is a leak, the outcome [model.Leaked].
	Leaks Leaks
	// Stops are lines of the file: before each statement or declaration of a function that begins at one of them, a thread has an
	// event, a choice of one value, that makes no difference to others. It is for who looks for executions that pass a statement.
	Stops []int
	// MallocFails lets each malloc, calloc, aligned_alloc and realloc fail or not, which is a choice. Otherwise none fails.
	MallocFails bool
}

// Leaks says which memory is a leak if nobody has freed it when all threads have ended. That of alloca and of arrays of variable
// length never is.
type Leaks int

// Lost is what nothing reaches any more: neither variables of the file or thread-local ones of main, nor what main knows where
// it calls exit, nor memory that these reach, by an address of the block or inside of it. Unfreed is all. Both are looked
// for under sequential consistency.
const (
	NoLeaks = Leaks(image.NoLeaks)
	Lost    = Leaks(image.Lost)
	Unfreed = Leaks(image.Unfreed)
)

// Races says whether data races are looked for.
type Races int

// LookIfAtomic, the zero value, looks for races in a file that has atomic accesses, and so tells them from those that are
// not. In a file without, all accesses are taken to be atomic, unless it is Look. Ignore always takes them to be.
//
// Plain are all accesses but those of what is declared _Atomic or has an atomic_ type, those by atomic functions and builtins, and those of
// what is volatile: that is relaxed in a file that has atomics, and sequentially consistent in one that has none, where it is
// how the file writes them. A memory order that is not a constant is what it is when the access is executed. An access in an atomic
// section is atomic, too. A free writes, plainly, what all uses of the block read. To initialise an atomic variable, a semaphore
// or a barrier is plain. A trylock that does not get a lock synchronises nothing, but that of a read lock or of a recursive mutex, and
// a sem_trywait, do.
const (
	LookIfAtomic = Races(compile.LookIfAtomic)
	Look         = Races(compile.Look)
	Ignore       = Races(compile.Ignore)
)

// Range is the numbers from one to another, both included. The zero value stands for no range.
type Range struct{ From, To int64 }

// Tool is another model checker.
type Tool int

// GenMC, in what it does otherwise.
//
// It tells no two orders of arrivals at a barrier apart, even if a thread asks which was
// the last. Where Unroll stops a thread, that ends before the iteration, as if it were
// complete. What the program calls a helping CompareAndSwap is left to the one that it would help.
// With Spin, an iteration of a loop may differ from the last one in registers that
// both have loaded from one address, and may write to memory that no other thread can
// reach yet: this loses executions.
const GenMC Tool = 1

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
	ast, err := parse.Text(name, text, o.parse())
	if err != nil {
		return nil, err
	}
	c, err := compiled(name, ast, o)
	if err != nil {
		return nil, err
	}
	return c.Program()
}

func (o Options) parse() parse.Options {
	return parse.Options{Define: o.Define, Include: o.Include, LikeGenMC: o.Like == GenMC}
}

// Error is what is wrong with a file, or what is not supported.
type Error = source.Error
