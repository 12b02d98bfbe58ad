package emit

import (
	"encoding/binary"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// A number of 16 bytes does not fit into a register. Its value is the address of memory that is private to the call and is not
// written again; operations on such numbers are calls of the library.

var wideKinds = map[cc.Kind]code.WideKind{
	cc.Double: code.WideDouble, cc.Float: code.WideSingle, cc.Int128: code.WideInt128, cc.UInt128: code.WideUint128, cc.LongDouble: code.WideExtended,
}

// kindOf returns the kind of a number of type t.
func kindOf(n cc.Node, t cc.Type) code.WideKind {
	if k, ok := wideKinds[t.Kind()]; ok {
		return k
	}
	if tree.ScalarType(n, t) == model.Uint64 {
		return code.WideUnsigned
	}
	return code.WideSigned
}

// wide calls the library for an operation on operands of type of, whose result has type t, and returns that.
func (b *Emitter) wide(n cc.Node, op code.Opcode, of, t cc.Type, operands ...code.Register) code.Register {
	k := kindOf(n, t)
	i := code.Instruction{Op: code.OpLibrary, Sub: uint16(code.LibWide), N: code.WideCode(op, kindOf(n, of), k), Args: operands}
	b.Mark(n)
	if k.IsWide() {
		to := b.Address(code.OpPrivate, b.ReservePrivate(16, 16))
		i.D, i.Args = b.Register(), append([]code.Register{to}, operands...)
		b.Emit(i)
		return to
	}
	i.D = b.Register()
	b.Emit(i)
	return i.D
}

// convertWide converts v to type to, one of which has 16 bytes.
func (b *Emitter) convertWide(n cc.Node, v Value, to cc.Type) code.Register {
	k := kindOf(n, to)
	if kindOf(n, v.T) == k && k.IsWide() {
		return v.R
	}
	r := b.wide(n, code.OpMove, v.T, to, v.R)
	if s, ok := b.narrower(n, to); ok {
		return b.Unary(code.OpConvert, s, r)
	}
	return r
}

// narrower returns the type of an integer of less than 64 bits.
func (b *Emitter) narrower(n cc.Node, t cc.Type) (s code.Scalar, ok bool) {
	if tree.IsWide(t) || tree.IsFloat(t) {
		return s, false
	}
	s = tree.ScalarType(n, t)
	return s, code.Size(s) < 8
}

// wideArithmetic computes x op y, at least one of which has 16 bytes.
func (b *Emitter) wideArithmetic(n cc.Node, op code.Opcode, x, y Value) Value {
	t := tree.Usual(x.T, y.T)
	if op == code.OpShl || op == code.OpShr {
		t = cc.IntegerPromotion(x.T)
		count := b.Convert(n, y, b.AST.Long)
		if !tree.IsWide(t) {
			return b.Arithmetic(n, op, x, Value{count, b.AST.Long})
		}
		return Value{b.wide(n, op, t, t, b.Convert(n, x, t), count), t}
	}
	l, r := b.Convert(n, x, t), b.Convert(n, y, t)
	switch {
	case !tree.IsWide(t): // a double and an __int128
		return b.Arithmetic(n, op, Value{l, t}, Value{r, t})
	case compares(op):
		return Value{b.wide(n, op, t, b.AST.Int, l, r), b.AST.Int}
	}
	return Value{b.wide(n, op, t, t, l, r), t}
}

// WideUnary computes op x, for a number of 16 bytes.
func (b *Emitter) WideUnary(n cc.Node, op code.Opcode, x Value) Value {
	return Value{b.wide(n, op, x.T, x.T, x.R), x.T}
}

// WideConstant returns the address of a constant.
func (b *Emitter) WideConstant(v code.Wide) code.Register {
	var bytes [16]byte
	binary.LittleEndian.PutUint64(bytes[:], v.Low)
	binary.LittleEndian.PutUint64(bytes[8:], v.High)
	return b.Constant(b.Bytes(string(bytes[:])))
}

// copyWide returns the address of a copy of the number at p, which stays as it is.
func (b *Emitter) copyWide(n cc.Node, p Place) code.Register {
	to := b.Address(code.OpPrivate, b.ReservePrivate(16, 16))
	b.Emit(code.Instruction{Op: code.OpCopy, A: to, B: p.R, N: b.LayoutOf(n, p.T)})
	return to
}
