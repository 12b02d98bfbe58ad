// Package code is what C files are compiled to: functions of instructions over registers, the memory
// they use, and the functions of the library. It says what each instruction computes, reads and
// writes, and knows neither C nor threads.
package code

import (
	"dporbench/cprog/internal/source"
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
	T          Scalar // of the result, or of what is accessed
	Order      loadOrder
	Ordering   operation.Ordering // of an access, if data races are looked for: plain, or a memory order of C11
	D, A, B, C Register
	N          int64 // a constant, an offset, a target or an index; of an OpFetch, UnusedResult or 0
	Args       []Register
	Line       int32 // index of a position
}

// UnusedResult says that nobody uses what an OpFetch returns.
const UnusedResult = 1

// Automatic, in N of a LibMalloc, says that the memory is that of a variable, or is there for a call only.
const Automatic = 1

// Function is a function of the file.
type Function struct {
	Name       string
	Defined    bool
	Library    bool // it is of a header of this package: what happens in it happens at the line that calls it
	Parameters []Register
	Registers  []int64 // what they hold when a call begins: a constant, of one that holds nothing else, or 0
	Private    int64   // bytes of its locals that no other thread can reach
	Inside     []byte  // which of them are a variable's
	Shared     int64   // bytes of the others
	Frame      Layout  // of the others
	// Where in both the variables lie, and other values in memory. Between them is memory that is none's.
	PrivateExtents, SharedExtents []Extent
	// Base is where in the memory of a thread the frames of the calls are that have such locals,
	// of FrameSize bytes each, as many as there are Frames.
	Base, FrameSize, Frames int64
	Code                    []Instruction
	Blocks                  []Block      // those with locals that others may reach, and around these; the first one is the whole function
	Loops                   [][]Register // for each loop, the registers that an iteration may still use
	Waits                   []Wait
	Sections                []Section
	Unbounded               bool // whatever bounds those of others
}

// Block is a block of a function, whose locals live as long as the function is in it.
type Block struct {
	Outer  int64    // the block around it; of the first one, itself
	Locals []Extent // in the frame: its own
}

// Within reports whether a block is another one, or inside of it.
func (f *Function) Within(block, outer int64) bool {
	for block > outer {
		block = f.Blocks[block].Outer
	}
	return block == outer
}

// BlockOf is the block of the local at that offset of the frame, and where that local begins; ok is false if that is the first one, which
// lives as long as the call.
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

// InitFunction is the name of the function that stores what the initialisers of globals say. It
// runs before the program is made.
const InitFunction = "(initialisers)"

// Extent is where something lies.
type Extent struct{ Offset, Size int64 }

// Inside says of each of so many bytes whether one of the extents covers it: 1 or 0.
func Inside(extents []Extent, bytes int64) []byte {
	inside := make([]byte, bytes)
	for _, e := range extents {
		for at := range e.Size {
			inside[e.Offset+at] = 1
		}
	}
	return inside
}

// Layout lists the scalars of a type, in the order of their addresses.
type Layout []Leaf

// Leaf is a scalar of a type.
type Leaf struct {
	Offset int64
	T      Scalar
	Role   Role
	Name   string // behind the name of the whole: ".a[2]"
}

// Role is what a scalar is to the library.
type Role uint8

const (
	Plain Role = iota
	AMutex
	ATryMutex // a mutex that is a variable
	OfLibrary // a member of another object of the library: 0 at first
)

// IsMutex reports whether r is that of a mutex.
func (r Role) IsMutex() bool { return r == AMutex || r == ATryMutex }

// Program is a compiled file.
type Program struct {
	Functions    []*Function
	Main         int
	Arguments    int64 // the address of those of main: its name, and a null pointer
	Globals      []*Global
	Bytes        int64 // of all globals
	Locals       int64 // bytes of thread-local memory that no other thread can reach
	ThreadLocals int64 // and of that which others can reach
	Constants    []byte
	Layouts      []Layout
	Positions    []source.Position
	Messages     []string // of assertions
	Uses         map[LibraryFunction]bool

	Atomics        bool // an access of the file is atomic
	Races          bool // data races are looked for
	BarrierResults bool // somebody uses what pthread_barrier_wait returns
	Sections       bool // there are atomic sections, the first at SectionLine
	SectionLine    int32
}

// VariableMutexes reports whether mutexes are variables and not those of the model: somebody may ask for one and not
// wait, or destroys one.
func (p *Program) VariableMutexes() bool {
	return p.Uses[LibTryLock] || p.Uses[LibMutexKind] || p.Uses[LibMutexDestroy]
}

// Global is a variable of the file, or a static one of a function.
type Global struct {
	Name        string
	Address     int64 // of a thread-local one, its offset
	ThreadLocal bool
	Shared      bool // thread-local, and others can reach it
	Size        int64
	Layout      Layout
}

// Wait is a loop that waits, or an assume that tests the value just read.
type Wait struct {
	From        int // the instruction after the access
	Again       int // where the loop is as it was before the access; -1 for an assume
	First, Last int // instructions of the loop; last is the assume
}
