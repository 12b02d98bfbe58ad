// Package emit writes the code of a function for values, places and operations whose C types are
// known: conversions, arithmetic, bit-fields, atomic operations. It does not examine expressions.
package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// Emitter writes the code of one function.
type Emitter struct {
	*Unit
	F         *code.Function
	Line      int32                   // of the source
	constants map[int64]code.Register // registers that hold nothing but a constant, by value
	values    map[code.Register]int64 // their values
	// Reads is called before a local variable in a register is read.
	Reads func(n cc.Node, p Place)
	// LengthOf returns the register with the length of an array that is known only at run time.
	LengthOf func(n cc.Node, a *cc.ArrayType) code.Register
}

// For returns an emitter for a function of the file.
func (c *Unit) For(f *code.Function) *Emitter {
	return &Emitter{Unit: c, F: f, constants: map[int64]code.Register{}, values: map[code.Register]int64{}}
}

// Emit adds an instruction and returns its index.
func (b *Emitter) Emit(i code.Instruction) int {
	i.Line, i.Ordering = b.Line, b.ordering(i)
	b.F.Code = append(b.F.Code, i)
	return len(b.F.Code) - 1
}

// ReservePrivate reserves memory of the call that no other thread can reach.
func (b *Emitter) ReservePrivate(size int64, alignment int) int64 {
	at := Reserve(&b.F.Private, size, alignment)
	b.F.Align = max(b.F.Align, int64(alignment))
	b.F.PrivateExtents = append(b.F.PrivateExtents, code.Extent{Offset: at, Size: size})
	return at
}

// ReserveShared reserves memory of the call that other threads may reach.
func (b *Emitter) ReserveShared(size int64, alignment int) int64 {
	at := Reserve(&b.F.Shared, size, alignment)
	b.F.Align = max(b.F.Align, int64(alignment))
	b.F.SharedExtents = append(b.F.SharedExtents, code.Extent{Offset: at, Size: size})
	return at
}

// Mark gives the following instructions the line of n.
func (b *Emitter) Mark(n cc.Node) { b.Line = b.at(n) }

// Register returns a new register.
func (b *Emitter) Register() code.Register {
	b.F.Registers = append(b.F.Registers, 0)
	return code.Register(len(b.F.Registers) - 1)
}

// Constant returns a register that holds v from the beginning of a call, so that no instruction is needed. It
// must not be written.
func (b *Emitter) Constant(v int64) code.Register {
	d, known := b.constants[v]
	if !known {
		d = b.Register()
		b.F.Registers[d], b.constants[v], b.values[d] = v, d, v
	}
	return d
}

// Binary computes x op y as a t.
func (b *Emitter) Binary(op code.Opcode, t code.Scalar, x, y code.Register) code.Register {
	return b.compute(code.Instruction{Op: op, T: t, A: x, B: y}, x, y)
}

// Unary computes op x as a t.
func (b *Emitter) Unary(op code.Opcode, t code.Scalar, x code.Register) code.Register {
	return b.compute(code.Instruction{Op: op, T: t, A: x}, x)
}

// compute emits i, which has the given operands, and returns the register that it writes. A result that depends on
// constants only is computed here.
func (b *Emitter) compute(i code.Instruction, operands ...code.Register) code.Register {
	if v, ok := b.fold(i, operands); ok {
		return b.Constant(v)
	}
	i.D = b.Register()
	b.Emit(i)
	return i.D
}

func (b *Emitter) fold(i code.Instruction, operands []code.Register) (v int64, ok bool) {
	var r [3]int64
	for k, o := range operands {
		if r[k], ok = b.values[o]; !ok {
			return 0, false
		}
	}
	if !i.Computes() || i.Op == code.OpMove { // a move must have a register of its own
		return 0, false
	}
	i.A, i.B, i.D = 0, 1, 2
	_, steps := (&code.Frame{R: r[:]}).Run([]code.Instruction{i}, 0, 1)
	return r[2], steps == 1
}

// Copy returns a new register with the value of x.
func (b *Emitter) Copy(x code.Register) code.Register { return b.Unary(code.OpMove, 0, x) }

// Move sets d to x.
func (b *Emitter) Move(d, x code.Register) { b.Emit(code.Instruction{Op: code.OpMove, D: d, A: x}) }

// Plus returns the address n bytes after x.
func (b *Emitter) Plus(x code.Register, n int64) code.Register {
	if n == 0 {
		return x
	}
	return b.Binary(code.OpAdd, model.Uint64, x, b.Constant(n))
}

// Scale returns x times by.
func (b *Emitter) Scale(x code.Register, by int64) code.Register {
	if by == 1 {
		return x
	}
	return b.Binary(code.OpMul, model.Int64, x, b.Constant(by))
}

// Address returns the address at an offset in the memory that op names.
func (b *Emitter) Address(op code.Opcode, offset int64) code.Register {
	d := b.Register()
	b.Emit(code.Instruction{Op: op, D: d, N: offset})
	return d
}
