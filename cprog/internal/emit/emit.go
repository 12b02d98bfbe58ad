// Package emit writes the code of a function for values, places and operations whose C types are
// known: conversions, arithmetic, bit-fields, atomic operations. It does not look at expressions.
package emit

import (
	"dporbench/cprog/internal/code"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// Emitter writes the code of one function.
type Emitter struct {
	*Unit
	F    *code.Function
	Line int32 // of the source
	// Reads is called before a local variable in a register is read.
	Reads func(n cc.Node, p Place)
}

// Emit adds an instruction and returns its place.
func (b *Emitter) Emit(i code.Instruction) int {
	i.Line = b.Line
	b.F.Code = append(b.F.Code, i)
	return len(b.F.Code) - 1
}

// ReservePrivate takes memory of the call that no other thread can reach.
func (b *Emitter) ReservePrivate(size int64) int64 {
	at := Reserve(&b.F.Private, size)
	b.F.PrivateExtents = append(b.F.PrivateExtents, code.Extent{Offset: at, Size: size})
	return at
}

// ReserveShared takes memory of the call that others may reach.
func (b *Emitter) ReserveShared(size int64) int64 {
	at := Reserve(&b.F.Shared, size)
	b.F.SharedExtents = append(b.F.SharedExtents, code.Extent{Offset: at, Size: size})
	return at
}

// Mark makes the line of n that of the instructions to come.
func (b *Emitter) Mark(n cc.Node) { b.Line = b.at(n) }

// Register is a new register.
func (b *Emitter) Register() code.Register {
	b.F.Registers++
	return code.Register(b.F.Registers - 1)
}

// Constant is a register that holds v.
func (b *Emitter) Constant(v int64) code.Register {
	d := b.Register()
	b.Emit(code.Instruction{Op: code.OpConst, D: d, N: v})
	return d
}

// Binary computes x op y as a t.
func (b *Emitter) Binary(op code.Opcode, t code.Scalar, x, y code.Register) code.Register {
	d := b.Register()
	b.Emit(code.Instruction{Op: op, T: t, D: d, A: x, B: y})
	return d
}

// Unary computes op x as a t.
func (b *Emitter) Unary(op code.Opcode, t code.Scalar, x code.Register) code.Register {
	d := b.Register()
	b.Emit(code.Instruction{Op: op, T: t, D: d, A: x})
	return d
}

// Copy is a register of its own with the value of x.
func (b *Emitter) Copy(x code.Register) code.Register { return b.Unary(code.OpMove, 0, x) }

// Move makes d what x is.
func (b *Emitter) Move(d, x code.Register) { b.Emit(code.Instruction{Op: code.OpMove, D: d, A: x}) }

// Plus is address x, n bytes on.
func (b *Emitter) Plus(x code.Register, n int64) code.Register {
	if n == 0 {
		return x
	}
	return b.Binary(code.OpAdd, model.Uint64, x, b.Constant(n))
}

// Scale is x times by.
func (b *Emitter) Scale(x code.Register, by int64) code.Register {
	if by == 1 {
		return x
	}
	return b.Binary(code.OpMul, model.Int64, x, b.Constant(by))
}

// Address is an address at that offset from where op says.
func (b *Emitter) Address(op code.Opcode, offset int64) code.Register {
	d := b.Register()
	b.Emit(code.Instruction{Op: op, D: d, N: offset})
	return d
}
