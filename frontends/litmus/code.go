package litmus

import (
	"slices"

	"dporbench/model/operation"
)

// opcode is the operation of an instruction. Instructions up to opJump are not events.
type opcode int

const (
	opCompute opcode = iota // dst = operator(a, b)
	opJump                  // to the target, if a is not 0
	opLoad                  // dst = [a], the value at address a
	opStore                 // [a] = b
	opSwap                  // dst = [a], [a] = b
	opFetch                 // dst = [a], [a] = operator([a], b)
	opCompare               // dst = [a], and [a] = c if that was b
	opFence
	opLock   // of address a
	opUnlock // of address a
)

// returns reports whether an instruction that is an event has a result.
func (o opcode) returns() bool { return o == opLoad || o == opSwap || o == opFetch || o == opCompare }

type instruction struct {
	code     opcode
	operator string // as in C; "" leaves a as it is
	dst      int
	a, b, c  operand
	order    operation.MemoryOrder // in C
	failing  operation.MemoryOrder // of an opCompare that writes nothing
	plain    bool                  // an access of a variable that is not atomic, if it is none
	compiled bool                  // only compilers for x86 emit it
	target   int                   // the index of an instruction
	line     int
	place    string
}

// hasWeakOrders reports whether c names a memory order other than memory_order_seq_cst.
func (c *code) hasWeakOrders() bool {
	return slices.ContainsFunc(c.instructions, func(i instruction) bool { return i.order != operation.SeqCst || i.failing != operation.SeqCst })
}

type operand struct {
	isRegister bool
	register   int
	number     int64
}

func constant(n int64) operand { return operand{number: n} }
func inRegister(r int) operand { return operand{isRegister: true, register: r} }

// code is the code of a thread. It does not change once it has been read.
type code struct {
	instructions []instruction
	registers    []string // their names; "" for temporaries of the compiler
	initial      []int64
	declared     []int // the locations that are parameters of the function
	atomic       []int // the atomic ones
}

func (c *code) register(name string) int {
	if i := slices.Index(c.registers, name); i >= 0 {
		return i
	}
	c.registers = append(c.registers, name)
	c.initial = append(c.initial, 0)
	return len(c.registers) - 1
}

type compiler struct {
	*code
	line    int
	labels  map[string]int
	pending map[int]string // by jump: the label it goes to
}

func newCompiler() *compiler {
	return &compiler{code: &code{}, labels: map[string]int{}, pending: map[int]string{}}
}

// temporary returns a new register without a name.
func (c *compiler) temporary() int {
	c.registers = append(c.registers, "")
	c.initial = append(c.initial, 0)
	return len(c.registers) - 1
}

func (c *compiler) emit(i instruction) {
	i.line = c.line
	c.instructions = append(c.instructions, i)
}

// into emits an instruction with a new register as its dst, and returns that register.
func (c *compiler) into(i instruction) operand {
	i.dst = c.temporary()
	c.emit(i)
	return inRegister(i.dst)
}

func (c *compiler) move(dst int, a operand) { c.emit(instruction{code: opCompute, dst: dst, a: a}) }

func (c *compiler) compute(operator string, a, b operand) operand {
	if !a.isRegister && !b.isRegister {
		if n, ok := apply(operator, a.number, b.number); ok {
			return constant(n)
		}
	}
	return c.into(instruction{code: opCompute, operator: operator, a: a, b: b})
}

// unload removes the load of value, if that is the last instruction and not before from, and returns its address.
func (c *compiler) unload(from int, value operand) (address operand, ok bool) {
	last := len(c.instructions) - 1
	if last < from || c.instructions[last].code != opLoad || inRegister(c.instructions[last].dst) != value {
		return operand{}, false
	}
	address = c.instructions[last].a
	c.instructions = c.instructions[:last]
	return address, true
}

// jump emits a jump taken if a is not 0, and returns its index, for land.
func (c *compiler) jump(a operand) int {
	c.emit(instruction{code: opJump, a: a})
	return len(c.instructions) - 1
}

// land directs a jump to the next instruction emitted.
func (c *compiler) land(jump int) { c.instructions[jump].target = len(c.instructions) }

// apply computes an operator. ok is false if the result is undefined.
func apply(operator string, a, b int64) (n int64, ok bool) {
	switch operator {
	case "":
		return a, true
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	case "/", "%":
		switch {
		case b == 0:
			return 0, false
		case operator == "/":
			return a / b, true
		}
		return a % b, true
	case "<<":
		return a << (uint64(b) & 63), true
	case ">>":
		return a >> (uint64(b) & 63), true
	case "==":
		return truth(a == b), true
	case "!=":
		return truth(a != b), true
	case "<":
		return truth(a < b), true
	case "<=":
		return truth(a <= b), true
	case ">":
		return truth(a > b), true
	case ">=":
		return truth(a >= b), true
	}
	panic("litmus: operator " + operator)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
