// Package code defines the code that C files are compiled to: functions of instructions over registers, the memory
// they use, and the functions of the library. It says what each instruction computes, reads and
// writes, and has neither C nor threads.
package code

import (
	"dporbench/frontends/cprog/internal/source"
	"dporbench/model/operation"
)

// Register is a register of a function.
type Register int32

// NoRegister stands for no register.
const NoRegister Register = -1

// Instruction is one step of a function. Its operands are registers: A, B and C are
// read, D is written.
type Instruction struct {
	Op         Opcode
	Sub        uint16 // the operation of OpFetch, the function of OpLibrary, Single or 0 for floating-point numbers
	T          Scalar // of the result, or of the value accessed
	Order      loadOrder
	Atomic     bool               // it is an access of an atomic or volatile place, or an atomic operation
	Ordering   operation.Ordering // of an access, if data races are looked for: plain, or a memory order of C11
	D, A, B, C Register
	N          int64 // a constant, an offset, a target or an index; of an OpFetch, UnusedResult or 0
	Args       []Register
	Line       int32 // index of a position
}

// UnusedResult says that the result of an OpFetch is not used.
const UnusedResult = 1

// Automatic, in N of a LibMalloc, says that the memory belongs to a variable or exists only during a call. N of a function that
// allocates is otherwise 0, or FirstBlockType plus the index of a BlockType.
const (
	Automatic      = 1
	FirstBlockType = 2
)

// BlockType is the type of the elements of blocks from malloc, for their names.
type BlockType struct {
	Name   string
	Size   int64
	Layout Layout
}

// Function is a function of the file.
type Function struct {
	Name       string
	Defined    bool
	Library    bool // it is from a header of this package: all that it does is reported at the line that calls it
	Parameters []Register
	Registers  []int64 // their values when a call begins: the constant, of a register that holds nothing else, or 0
	Private    int64   // bytes of its locals that no other thread can reach
	Inside     []byte  // what each of them is when a call begins: 0, or OfVariable and perhaps Stored
	Shared     int64   // bytes of the others
	Align      int64   // of both, if it is more than 16
	Frame      Layout  // of the others
	// The extents of variables and other values in both. The memory between them belongs to none.
	PrivateExtents, SharedExtents []Extent
	Unset                         []Extent   // the numbers in private memory that have no value when a call begins
	Forgets                       [][]Extent // for each OpForget, the numbers there that lose their value
	// Base is the offset, in the memory of a thread, of the frames for calls with shared locals:
	// Frames frames of FrameSize bytes each.
	Base, FrameSize, Frames int64
	Code                    []Instruction
	Blocks                  []Block      // those with locals that others may reach, and the blocks around them; the first one is the whole function
	Loops                   [][]Register // for each loop, the registers that an iteration may still use
	Waits                   []Wait
	Sections                []Section
	Signature               string // of its parameters, as in Program.Signatures
	AnyArguments            bool   // it may be called with any number of them
	ReturnsTwice            bool   // it calls setjmp
	Unbounded               bool   // its loops are not bounded even if the loops of others are
}

// Block is a block of a function. Its locals live while the function is in it.
type Block struct {
	Outer  int64    // the block around it; for the first one, itself
	Locals []Extent // its own, in the frame
}

// Within reports whether block is outer or inside it.
func (f *Function) Within(block, outer int64) bool {
	for block > outer {
		block = f.Blocks[block].Outer
	}
	return block == outer
}

// BlockOf returns the block of the local at an offset of the frame, and where that local begins; ok is false for locals
// of the first block, which live as long as the call.
func (f *Function) BlockOf(offset int64) (block, from int64, ok bool) {
	for n, b := range f.Blocks {
		for _, e := range b.Locals {
			if offset >= e.Offset && offset < e.Offset+e.Size {
				return int64(n), e.Offset, true
			}
		}
	}
	return 0, 0, false
}

// InitFunction is the name of the function that stores the initial values of globals. It
// runs before the program is made.
const InitFunction = "(initialisers)"

// Extent is a range of bytes.
type Extent struct{ Offset, Size int64 }

// Moved returns the extents by an offset further on.
func Moved(all []Extent, by int64) []Extent {
	moved := make([]Extent, len(all))
	for k, e := range all {
		moved[k] = Extent{e.Offset + by, e.Size}
	}
	return moved
}

// Inside returns, for each byte up to the given number, 1 if one of the extents covers it, and 0 otherwise.
func Inside(extents []Extent, bytes int64) []byte {
	inside := make([]byte, bytes)
	for _, e := range extents {
		for at := range e.Size {
			inside[e.Offset+at] = 1
		}
	}
	return inside
}

// A byte of private memory is none of a variable, or OfVariable, and Stored as well if a value has been stored to it or it is padding.
const (
	OfVariable byte = 1
	Stored     byte = 2
)

// PrivateBytes returns what the private bytes of a call are when it begins.
func (f *Function) PrivateBytes() []byte {
	all := Inside(f.PrivateExtents, (f.Private+15)&^15)
	for at := range all {
		all[at] *= OfVariable | Stored
	}
	for _, e := range f.Unset {
		for at := range e.Size {
			all[e.Offset+at] = OfVariable
		}
	}
	return all
}

// Layout lists the scalars of a type, in the order of their addresses.
type Layout []Leaf

// Leaf is a scalar of a type.
type Leaf struct {
	Offset int64
	T      Scalar
	Role   Role
	Name   string // appended to the name of the whole: ".a[2]"
	// Pointer says that it is a pointer, for people.
	Pointer bool
}

// Role says what the library uses a scalar for.
type Role uint8

const (
	Plain Role = iota
	AMutex
	ATryMutex // a mutex that is a variable
	OfLibrary // a member of another library object: initially 0
)

// IsMutex reports whether r is the role of a mutex.
func (r Role) IsMutex() bool { return r == AMutex || r == ATryMutex }

// Program is a compiled file.
type Program struct {
	Functions     []*Function
	Main          int
	Arguments     int64 // the address of main's argv
	Globals       []*Global
	Bytes         int64 // of all globals
	Locals        int64 // bytes of thread-local memory that no other thread can reach
	ThreadLocals  int64 // and of thread-local memory that others can reach
	ArgumentCount int64 // of main
	Constants     []byte
	Layouts       []Layout
	BlockTypes    []BlockType
	Positions     []source.Position
	Messages      []string            // of assertions
	Signatures    []string            // of functions called through pointers; an OpCallPointer has 1 + the index of one, or 0
	Uses          [MostFunctions]bool // by library function

	WeakOrders     bool // the file names memory orders other than memory_order_seq_cst
	ExitHandlers   bool // functions are registered by atexit
	Atomics        bool // an access of the file is atomic
	Mixes          bool // the file has members of unions, or casts between pointers to types of different sizes
	Races          bool // data races are looked for
	RacesLeftOut   bool // they are not, although there are threads, only because no access is atomic
	BarrierResults bool // a result of pthread_barrier_wait is used
	FixedRandom    bool // it calls rand or its like, which return the numbers of fixed sequences
	ReadsArguments bool // main uses its parameters
	FullSemaphores bool // a semaphore begins with so many permits that posts may fail
	// WaitsOnce are the positions of waits at conditions and of weak compare-and-swaps that no loop repeats if they end for no reason.
	WaitsOnce   []int32
	Sections    bool // there are atomic sections, the first at SectionLine
	SectionLine int32
}

// VariableMutexes reports whether mutexes are variables and not mutexes of the model, because the program may try to
// lock one without waiting, choose its kind, or destroy one.
func (p *Program) VariableMutexes() bool {
	return p.Uses[LibTryLock] || p.Uses[LibTimedLock] || p.Uses[LibMutexKind] || p.Uses[LibMutexDestroy]
}

// TakesTurns reports whether threads that wait at a semaphore take turns at one variable and then wait until another, which posts increase,
// has a permit for theirs. So posts commute. The number of permits that are left is then no variable, so nothing may read it; and atomic
// sections may hold only one.
func (p *Program) TakesTurns() bool {
	return p.Uses[LibSemPost] && !p.Uses[LibSemTryWait] && !p.Uses[LibSemTimedWait] && !p.Uses[LibSemValue] && !p.FullSemaphores && !p.Sections
}

// Global is a variable of the file, or a static one of a function.
type Global struct {
	Name        string
	Address     int64 // of a thread-local one, its offset
	ThreadLocal bool
	Shared      bool // thread-local, and others can reach it
	Constant    bool // declared const
	Size        int64
	Layout      Layout
}

// Wait is a loop that waits, or an assume that tests the value just read.
type Wait struct {
	From        int // the instruction after the access
	Again       int // where the loop is in its state before the access; -1 for an assume
	First, Last int // instructions of the loop; for an assume, Last is the assume
}
