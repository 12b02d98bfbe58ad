package compiled

import (
	"dporbench/cprog/internal/code"
	"dporbench/cprog/internal/image"
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
type Races code.Races

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
	LookIfAtomic = Races(code.LookIfAtomic)
	Look         = Races(code.Look)
	Ignore       = Races(code.Ignore)
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
