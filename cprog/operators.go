package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

// binaryExpression computes e if it is an expression of two operands.
func (b *builder) binaryExpression(e cc.ExpressionNode) (value, bool) {
	two := func(op opcode, x, y cc.ExpressionNode) (value, bool) {
		first := b.scalar(x)
		return b.arithmetic(e, op, first, b.scalar(y)), true
	}
	// swapped computes y op x, evaluating x first.
	swapped := func(op opcode, x, y cc.ExpressionNode) (value, bool) {
		first := b.scalar(x)
		return b.arithmetic(e, op, b.scalar(y), first), true
	}
	switch x := e.(type) {
	case *cc.AdditiveExpression:
		op := opAdd
		if x.Case == cc.AdditiveExpressionSub {
			op = opSub
		}
		return two(op, x.AdditiveExpression, x.MultiplicativeExpression)
	case *cc.MultiplicativeExpression:
		op := opMul
		switch x.Case {
		case cc.MultiplicativeExpressionDiv:
			op = opDiv
		case cc.MultiplicativeExpressionMod:
			op = opMod
		}
		return two(op, x.MultiplicativeExpression, x.CastExpression)
	case *cc.ShiftExpression:
		op := opShl
		if x.Case == cc.ShiftExpressionRsh {
			op = opShr
		}
		return two(op, x.ShiftExpression, x.AdditiveExpression)
	case *cc.RelationalExpression:
		switch x.Case {
		case cc.RelationalExpressionLt:
			return two(opLess, x.RelationalExpression, x.ShiftExpression)
		case cc.RelationalExpressionLeq:
			return two(opLessEq, x.RelationalExpression, x.ShiftExpression)
		case cc.RelationalExpressionGt:
			return swapped(opLess, x.RelationalExpression, x.ShiftExpression)
		case cc.RelationalExpressionGeq:
			return swapped(opLessEq, x.RelationalExpression, x.ShiftExpression)
		}
	case *cc.EqualityExpression:
		op := opEq
		if x.Case == cc.EqualityExpressionNeq {
			op = opNe
		}
		return two(op, x.EqualityExpression, x.RelationalExpression)
	case *cc.AndExpression:
		return two(opAnd, x.AndExpression, x.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return two(opXor, x.ExclusiveOrExpression, x.AndExpression)
	case *cc.InclusiveOrExpression:
		return two(opOr, x.InclusiveOrExpression, x.ExclusiveOrExpression)
	}
	return value{}, false
}

// unsigned are the operations for unsigned operands, where they differ.
var unsigned = map[opcode]opcode{opDiv: opUDiv, opMod: opUMod, opLess: opULess, opLessEq: opULessEq, opShr: opUShr}

func compares(op opcode) bool { return op >= opEq && op <= opULessEq }

// arithmetic computes x op y with the conversions of C.
func (b *builder) arithmetic(n cc.Node, op opcode, x, y value) value {
	if x.t.Kind() == cc.Ptr || y.t.Kind() == cc.Ptr {
		return b.pointerArithmetic(n, op, x, y)
	}
	b.mark(n)
	if op == opShl || op == opShr {
		t := cc.IntegerPromotion(x.t)
		r := b.convert(n, x, t)
		s := scalarType(n, t)
		if op == opShr && !signed(s) {
			op = opUShr
		}
		return value{b.binary(op, s, r, y.r), t}
	}
	t := cc.UsualArithmeticConversions(x.t, y.t)
	s := scalarType(n, t)
	l, r := b.convert(n, x, t), b.convert(n, y, t)
	if u, differs := unsigned[op]; differs && !signed(s) {
		op = u
	}
	if compares(op) {
		return value{b.binary(op, model.Int32, l, r), b.ast.Int}
	}
	return value{b.binary(op, s, l, r), t}
}

func (b *builder) pointerArithmetic(n cc.Node, op opcode, x, y value) value {
	b.mark(n)
	xp, yp := x.t.Kind() == cc.Ptr, y.t.Kind() == cc.Ptr
	switch {
	case compares(op):
		if u, differs := unsigned[op]; differs {
			op = u
		}
		return value{b.binary(op, model.Int32, x.r, y.r), b.ast.Int}
	case op == opSub && xp && yp:
		d := b.binary(opSub, model.Int64, x.r, y.r)
		if s := stride(n, pointee(x.t)); s > 1 {
			d = b.binary(opDiv, model.Int64, d, b.constant(s))
		}
		return value{d, b.ast.Long}
	case (op == opAdd || op == opSub) && xp && !yp:
		return value{b.binary(op, model.Uint64, x.r, b.scale(y.r, stride(n, pointee(x.t)))), x.t}
	case op == opAdd && yp && !xp:
		return b.pointerArithmetic(n, op, y, x)
	}
	refuse(n, "pointers have no such operation: %s", cc.NodeSource(n))
	return value{}
}
