package machine

import (
	"sync"
	"sync/atomic"
)

// Function is a function of a program. It is compiled when it is first called.
type Function struct {
	name, id string
	compile  func() *Code
	mu       *sync.Mutex // of the compiler
	code     atomic.Pointer[Code]
	captures bool // it is native, and depends on more than its arguments
}

// NewFunction returns a function; compile is called with mu held.
func NewFunction(name, id string, mu *sync.Mutex, compile func() *Code) *Function {
	return &Function{name: name, id: id, mu: mu, compile: compile}
}

// NativeFunction returns a function that is executed by n.
func NativeFunction(name string, n Native) *Function {
	f := &Function{name: name, id: "native " + name}
	f.code.Store(&Code{Native: n, Name: name, ID: f.id})
	return f
}

// CapturingFunction is NativeFunction for an n that depends on more than its arguments.
func CapturingFunction(name string, n Native) *Function {
	f := NativeFunction(name, n)
	f.captures = true
	return f
}

// ID is the same in all processes, and different for all functions.
func (f *Function) ID() string { return f.id }

// Captures reports whether f is native, and depends on more than its arguments.
func (f *Function) Captures() bool { return f.captures }

// OnlyLoads reports whether binding k of a closure of f is the address of a variable, and is only used to load the value of that.
func (f *Function) OnlyLoads(k int) bool {
	c := f.Code()
	return c.Native == nil && c.Live().Loaded[c.Params+k]
}

// Name is for people.
func (f *Function) Name() string { return f.name }

// Code returns the code of f.
func (f *Function) Code() *Code {
	if c := f.code.Load(); c != nil {
		return c
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if c := f.code.Load(); c != nil {
		return c
	}
	c := f.compile()
	f.code.Store(c)
	return c
}

// Native executes a function.
type Native func(th *Thread, args []value) value

// Code is compiled code: either a Native, or blocks over registers, of which the first hold the parameters, and the next
// the captured variables.
type Code struct {
	Native    Native
	Name      string // of the function
	ID        string // of the function; see [Function.ID]
	Params    int
	Registers int
	Blocks    []Block
	Defers    bool
	Recover   int   // the block to continue at after a panic that was recovered from; 0 if there is none
	Zero      value // the result if there is no such block
	Loops     int
	Quiet     bool // the standard library's: what it does is shown at the line that called it
	Live      func() *Liveness
}

// Op is an instruction.
type Op func(fr *Frame)

// Block is a sequence of instructions executed in order.
type Block struct {
	Ops    []Op
	Next   func(fr *Frame) int // the next block; negative where the function returns
	Phis   []int               // registers that are set on the way into the block
	Matter []int               // the registers among them on which anything else depends, if a loop begins here
	From   map[int][]Operand   // their values, by the block before
	Loop   int                 // 1 + its number, if a loop begins here
	Back   map[int]bool        // the blocks at the ends of its iterations
	At     string              // the place of the loop
	// Waits reports whether an iteration of the loop may come back with nothing changed.
	Waits bool
}

// Operand says where an instruction finds a value: in a register, in the code, or as the address of a
// package-level variable.
type Operand struct {
	slot     int
	constant value
}

// Register returns the operand in a register.
func Register(k int) Operand { return Operand{slot: k} }

// Constant returns an operand with a known value.
func Constant(v value) Operand { return Operand{slot: -1, constant: v} }

// GlobalAddress returns the address of a package-level variable as an operand.
func GlobalAddress(k int) Operand { return Operand{slot: -2 - k} }

// Get returns the value of an operand.
func (fr *Frame) Get(o Operand) value {
	switch {
	case o.slot >= 0:
		return fr.R[o.slot]
	case o.slot == -1:
		return o.constant
	}
	return value{R: fr.Th.Global(-2 - o.slot)}
}

// All returns the values of operands.
func (fr *Frame) All(os []Operand) []value {
	vs := make([]value, len(os))
	for i, o := range os {
		vs[i] = fr.Get(o)
	}
	return vs
}
