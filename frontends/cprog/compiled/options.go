package compiled

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
)

// Options say how a file is read. The zero value is ready for use.
type Options struct {
	Define    []string // macros: NAME, which stands for NAME=1, or NAME=VALUE
	Undefine  []string // macros that are not predefined, nor defined by Define
	Include   []string // folders searched by #include, after the file's own
	First     []string // files that each file includes before its first line
	More      []string // further C files of the program, which are linked with the first one
	Arguments []string // of main, after the program's name
	Limits    Limits

	// Unroll, if not 0, is how many times the body of each loop may run each time the
	// loop is entered; a thread that exceeds it stops as at a false assume.
	Unroll   int
	NoUnroll []string // functions whose loops Unroll does not bound
	// Spin stops a thread as at a false assume when an iteration of a loop has changed
	// nothing: neither what others see nor what the thread itself can still use. Another
	// iteration would do the same unless another thread changes what it has read, and
	// then there is an execution in which the thread reads the new values right away.
	Spin bool
	// Nondet is the range for functions that may return any number, such as
	// __VERIFIER_nondet_int and rand: each of its values is a choice. By default, such functions are
	// refused, except functions that return a bool.
	Nondet Range
	// ILP32 says that the file is written for that data model. Files are read as LP64, since an address also
	// names a thread and needs more than 32 bits; expressions that may have another value under ILP32 are refused.
	ILP32 bool
	// Like is a tool whose conventions are followed; the zero value is none.
	Like Tool
	// AwaitAssumes makes a thread wait where an assume tests the value it has just read,
	// until the variable has a value that passes. Fewer executions are blocked
	// by a false assume; those in which the value never comes are deadlocked.
	AwaitAssumes bool
	// Races says whether to look for data races: whether accesses have the memory orders of the file, and
	// non-atomic ones are plain.
	Races Races
	// Leaks says whether memory from malloc that is not freed at the end of an execution is a leak, the outcome [model.Leaked].
	Leaks Leaks
	// Stops are lines of the file: before each statement or declaration of a function that begins at one of them, a
	// thread has an event, a choice of one value, that does not affect others. It serves to find executions that pass there.
	Stops []int
	// MallocFails makes it a choice whether each malloc, calloc, aligned_alloc and realloc fails. Otherwise none fails.
	MallocFails bool
	// Spurious makes it a choice whether each wait at a condition variable ends without a signal, and each weak compare-and-swap fails.
	// Otherwise none does. It implies Spin.
	Spurious bool
}

// Leaks says which memory is a leak if it has not been freed when all threads have ended. Memory of alloca and of
// variable-length arrays never is.
type Leaks int

// Lost is memory that nothing reaches any more: neither variables of the file or thread-local ones of main, nor what
// main has when it calls exit, nor memory that these reach, by an address of the block or inside it. Unfreed is all
// of it. Both are looked for under sequential consistency.
const (
	NoLeaks = Leaks(image.NoLeaks)
	Lost    = Leaks(image.Lost)
	Unfreed = Leaks(image.Unfreed)
)

// Races says whether to look for data races.
type Races code.Races

// LookIfAtomic, the zero value, looks for races in a file that has atomic accesses, and so distinguishes them from
// plain ones. In a file without, all accesses count as atomic, and its program says so if it has threads: see
// [front.Program.LeavesOutRaces]. Look looks for races in any file. Ignore treats all
// accesses as atomic.
//
// All accesses are plain except those to variables declared _Atomic or with an atomic_ type, those by atomic functions
// and builtins, and those to volatile variables: these are relaxed in a file that has atomics, and sequentially
// consistent in one that has none, where volatile is how the file writes atomics. A non-constant memory order has the
// value that it has when the access is executed. An access in an atomic section is atomic, too. A free is a plain write
// to what all uses of the block read. Initialising an atomic variable, a semaphore or a barrier is plain. A failed
// trylock synchronises nothing, except on a read lock or a recursive mutex; a failed sem_trywait does synchronise.
const (
	LookIfAtomic = Races(code.LookIfAtomic)
	Look         = Races(code.Look)
	Ignore       = Races(code.Ignore)
)

// Range holds the numbers between two bounds, both included. The zero value stands for no range.
type Range struct{ From, To int64 }

// Tool is another model checker.
type Tool int

// GenMC stands for that tool's conventions where they differ.
//
// Orders of arrivals at a barrier are never distinguished, even if a thread asks which was the last. A
// thread that Unroll stops ends before the iteration, as if it were complete. What the program calls a
// helping CompareAndSwap is left to the operation that it would help. With Spin, an iteration of a loop
// may differ from the last one in registers that both have loaded from one address, and may write to
// memory that no other thread can reach yet: this loses executions.
const GenMC Tool = 1
