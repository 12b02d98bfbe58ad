package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// An access of an atomic struct or union is one event: the access of a number with the same bytes, where padding is 0.

// NumberFor returns the unsigned type with the size of the record t.
func (b *Emitter) NumberFor(n cc.Node, t cc.Type) cc.Type {
	for _, number := range []cc.Type{b.AST.UChar, b.AST.UShort, b.AST.UInt, b.AST.ULong} {
		if number.Size() == tree.Size(t) {
			return number
		}
	}
	source.Refuse(n, "an atomic struct or union of %d bytes is not supported: its size must be 1, 2, 4 or 8", tree.Size(t))
	return nil
}

// IsAtomicRecord reports whether p is an atomic struct or union that others may reach.
func (p Place) IsAtomicRecord() bool { return p.Atomic && p.Local == nil && tree.IsRecord(p.T) }

// AsNumber returns the place of the number in which the atomic record p is accessed.
func (b *Emitter) AsNumber(n cc.Node, p Place) Place {
	b.Program.Mixes = true
	p.T = b.NumberFor(n, p.T)
	return p
}

// Packed returns the number with the bytes of v, which is a record.
func (b *Emitter) Packed(n cc.Node, v Value) Value {
	number := b.NumberFor(n, v.T)
	t := tree.ScalarType(n, number)
	b.Mark(n)
	whole := b.Copy(b.Constant(0))
	for _, leaf := range b.Program.Layouts[b.LayoutOf(n, v.T)] {
		own, _ := code.ScalarOf(code.Size(leaf.T), false)
		loaded := b.Register()
		b.Emit(code.Instruction{Op: code.OpLoad, Sub: code.Partly, T: leaf.T, D: loaded, A: b.Plus(v.R, leaf.Offset)})
		part := b.Unary(code.OpConvert, own, loaded)
		if leaf.Offset > 0 {
			part = b.Binary(code.OpShl, t, part, b.Constant(8*leaf.Offset))
		}
		whole = b.Binary(code.OpOr, t, whole, part)
	}
	return Value{whole, number}
}

// Unpacked returns a private record of type t with the bytes of a number.
func (b *Emitter) Unpacked(n cc.Node, number code.Register, t cc.Type) Value {
	to := b.Address(code.OpPrivate, b.ReservePrivate(tree.Stride(n, t), tree.Align(t)))
	b.Mark(n)
	for _, leaf := range b.Program.Layouts[b.LayoutOf(n, t)] {
		part := b.Binary(code.OpUShr, model.Uint64, number, b.Constant(8*leaf.Offset))
		b.Emit(code.Instruction{Op: code.OpStore, T: leaf.T, A: b.Plus(to, leaf.Offset), B: b.Unary(code.OpConvert, leaf.T, part)})
	}
	return Value{to, t}
}
