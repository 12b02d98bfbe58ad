package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// unsigned are the operations for unsigned operands, where they differ.
var unsigned = map[code.Opcode]code.Opcode{code.OpDiv: code.OpUDiv, code.OpMod: code.OpUMod, code.OpLess: code.OpULess, code.OpLessEq: code.OpULessEq, code.OpShr: code.OpUShr}

func compares(op code.Opcode) bool { return op >= code.OpEq && op <= code.OpULessEq }

// Arithmetic computes x op y with the conversions of C.
func (b *Emitter) Arithmetic(n cc.Node, op code.Opcode, x, y Value) Value {
	_, fewer := tree.Bits(x.T)
	if _, other := tree.Bits(y.T); fewer || other {
		return b.narrowArithmetic(n, op, x, y)
	}
	if x.T.Kind() == cc.Ptr || y.T.Kind() == cc.Ptr {
		return b.pointerArithmetic(n, op, x, y)
	}
	if tree.IsWide(x.T) || tree.IsWide(y.T) {
		return b.wideArithmetic(n, op, x, y)
	}
	b.Mark(n)
	if op == code.OpShl || op == code.OpShr {
		t := cc.IntegerPromotion(x.T)
		r := b.Convert(n, x, t)
		s := tree.ScalarType(n, t)
		if op == code.OpShr && !code.Signed(s) {
			op = code.OpUShr
		}
		return Value{b.Binary(op, s, r, y.R), t}
	}
	t := cc.UsualArithmeticConversions(x.T, y.T)
	s := tree.ScalarType(n, t)
	l, r := b.Convert(n, x, t), b.Convert(n, y, t)
	if tree.IsFloat(t) {
		return b.floatArithmetic(op, t, s, l, r)
	}
	if u, differs := unsigned[op]; differs && !code.Signed(s) {
		op = u
	}
	if compares(op) {
		return Value{b.Binary(op, model.Int32, l, r), b.AST.Int}
	}
	return Value{b.Binary(op, s, l, r), t}
}

// narrowArithmetic computes x op y where one of them is a bit-field of more bits than an int.
func (b *Emitter) narrowArithmetic(n cc.Node, op code.Opcode, x, y Value) Value {
	t := x.T
	if shifts := op == code.OpShl || op == code.OpShr; !shifts && cc.IsIntegerType(x.T) && cc.IsIntegerType(y.T) && !tree.IsWide(x.T) && !tree.IsWide(y.T) {
		t = tree.Wider(x.T, y.T, b.AST)
		x.R, y.R = b.Fit(x.R, t), b.Fit(y.R, t)
		x.T, y.T = tree.Declared(t), tree.Declared(t)
	}
	x.T, y.T = tree.Declared(x.T), tree.Declared(y.T)
	v := b.Arithmetic(n, op, x, y)
	if _, fewer := tree.Bits(t); fewer && !compares(op) && cc.IsIntegerType(v.T) && !tree.IsWide(v.T) {
		return Value{b.Fit(v.R, t), t}
	}
	return v
}

// Fit returns v as a number of as many bits as t is computed in.
func (b *Emitter) Fit(v code.Register, t cc.Type) code.Register {
	bits, fewer := tree.Bits(t)
	if !fewer {
		return v
	}
	shift, by := code.OpUShr, b.Constant(64-bits)
	if tree.IsSigned(t) {
		shift = code.OpShr
	}
	return b.Binary(shift, model.Int64, b.Binary(code.OpShl, model.Int64, v, by), by)
}

func (b *Emitter) pointerArithmetic(n cc.Node, op code.Opcode, x, y Value) Value {
	b.Mark(n)
	xp, yp := x.T.Kind() == cc.Ptr, y.T.Kind() == cc.Ptr
	switch {
	case compares(op):
		if u, differs := unsigned[op]; differs {
			op = u
		}
		return Value{b.Binary(op, model.Int32, x.R, y.R), b.AST.Int}
	case op == code.OpSub && xp && yp:
		d := b.Binary(code.OpSub, model.Int64, x.R, y.R)
		if s := b.Times(n, b.Constant(1), tree.Pointee(x.T)); s != b.Constant(1) {
			d = b.Binary(code.OpDiv, model.Int64, d, s)
		}
		return Value{d, b.AST.Long}
	case (op == code.OpAdd || op == code.OpSub) && xp && !yp:
		return Value{b.Binary(op, model.Uint64, x.R, b.Times(n, y.R, tree.Pointee(x.T))), x.T}
	case op == code.OpAdd && yp && !xp:
		return b.pointerArithmetic(n, op, y, x)
	}
	source.Refuse(n, "pointers have no such operation: %s", cc.NodeSource(n))
	return Value{}
}
