package cprog

// register is a register of a function; noRegister stands for none.
type register int32

const noRegister register = -1

// instruction is one step of a function. Its operands are registers: a, b and c are
// read, d is written.
type instruction struct {
	op         opcode
	sub        uint16 // the operation of opFetch, the function of opLibrary
	t          scalar // of the result, or of what is accessed
	order      loadOrder
	d, a, b, c register
	n          int64 // a constant, an offset, a target or an index; of an opFetch, unusedResult or 0
	args       []register
	line       int32 // index of a position
}

// unusedResult says that nobody uses what an opFetch returns.
const unusedResult = 1

// loadOrder is the memory order of what an atomic access loads: only [GenMC] asks for it.
type loadOrder uint8

const (
	sequential loadOrder = iota // that of an access without one
	acquire
	relaxed
)

type opcode uint8

const (
	opConst   opcode = iota // d = n
	opMove                  // d = a
	opConvert               // d = a as t
	opTruth                 // d = a != 0
	opIsZero                // d = a == 0
	opNegate                // d = -a
	opNot                   // d = ^a
	opAdd                   // d = a + b, and so on
	opSub
	opMul
	opDiv
	opUDiv
	opMod
	opUMod
	opAnd
	opOr
	opXor
	opShl
	opShr
	opUShr
	opEq
	opNe
	opLess
	opLessEq
	opULess
	opULessEq
	opPrivate         // d = address of byte n of the private memory of the call
	opStack           // d = address of byte n of the shared memory of the call
	opThreadLocal     // d = address of byte n of the thread-local memory that is shared
	opLoad            // d = [a]
	opStore           // [a] = b
	opCopy            // [a] = [b], all of layout n
	opZero            // [a] = 0, all of layout n
	opSwap            // d = [a], [a] = b
	opFetch           // d = [a], [a] = sub([a], b)
	opCompareExchange // d = [a], and [a] = c if that was b
	opJump            // to n
	opJumpZero        // to n if a == 0
	opJumpNonzero     // to n if a != 0
	opCall            // d = function n (args)
	opCallPointer     // d = function at address a (args)
	opLibrary         // d = library function sub (args)
	opFence           // wait until the stores of the thread are in memory, if there is no a or that is sequentialConsistency
	opReturn          // a, if there is one
	opEnter           // loop n is entered from outside
	opLoop            // loop n begins another iteration
)

// sequentialConsistency is memory_order_seq_cst, as stdatomic.h has it.
const sequentialConsistency = 5

// function is a function of the file.
type function struct {
	name       string
	defined    bool
	parameters []register
	registers  int32
	private    int64 // bytes of its locals that no other thread can reach
	shared     int64 // bytes of the others
	code       []instruction
	loops      [][]register // for each loop, the registers that an iteration may still use
	waits      []wait
	unbounded  bool // Options.Unroll is not for its loops
}

// layout lists the scalars of a type, in the order of their addresses.
type layout []leaf

type leaf struct {
	offset int64
	t      scalar
	role   role
	name   string // behind the name of the whole: ".a[2]"
}

// role is what a scalar is to the library.
type role uint8

const (
	plain role = iota
	aMutex
	aTryMutex // a mutex in a program with trylock
)

// program is a compiled file.
type program struct {
	functions []*function
	main      int
	globals   []*global
	bytes     int64 // of all globals
	locals    int64 // bytes of thread-local memory that no other thread can reach
	tls       int64 // and of that which others can reach
	constants []byte
	layouts   []layout
	positions []position
	messages  []string // of assertions
	uses      map[libraryFunction]bool

	barrierResults bool // somebody uses what pthread_barrier_wait returns
}

type position struct {
	file string
	line int
}

// global is a variable of the file, or a static one of a function.
type global struct {
	name        string
	address     int64 // of a thread-local one, its offset
	threadLocal bool
	layout      layout
}

// The addresses: what lies where. Those of a thread are below its segment, which its
// place among the children of its parent, grandparent and so on determines.
const (
	firstAddress  = 0x10000 // of the globals; nothing is below
	segmentShift  = 32
	stackOffset   = 0x1000_0000
	heapOffset    = 0x4000_0000
	constantSpace = int64(1) << 60
	functionSpace = int64(1) << 61
	privateSpace  = int64(1) << 62
)
