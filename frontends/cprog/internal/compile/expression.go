package compile

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// expression computes e: a scalar, or the address of an aggregate.
func (b *builder) expression(e cc.ExpressionNode) emit.Value {
	if b.options.ILP32 {
		tree.CheckWidths(e)
	}
	if v, ok := tree.ConstantOf(e); ok {
		return emit.Value{R: b.Constant(v), T: tree.ConstantType(e, b.AST)}
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			b.expression(x.AssignmentExpression)
			x = x.ExpressionList
		}
		return b.expression(x.AssignmentExpression)
	case *cc.ConstantExpression:
		return b.expression(x.ConditionalExpression)
	case *cc.PrimaryExpression:
		if v, ok := b.primary(x); ok {
			return v
		}
	case *cc.UnaryExpression:
		return b.unaryExpression(x)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionCall:
			return b.call(x)
		case cc.PostfixExpressionInc:
			return b.increment(x.PostfixExpression, 1, false)
		case cc.PostfixExpressionDec:
			return b.increment(x.PostfixExpression, -1, false)
		}
	case *cc.CastExpression:
		v, to := b.expression(x.CastExpression), x.TypeName.Type()
		b.Program.Mixes = b.Program.Mixes || differInSize(tree.Pointee(v.T), tree.Pointee(to))
		return emit.Value{R: b.Convert(e, v, to), T: tree.Value(to, b.AST)}
	case *cc.AssignmentExpression:
		return b.assignment(x)
	case *cc.ConditionalExpression:
		return b.conditional(x)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return b.logical(e)
	}
	if v, ok := b.binaryExpression(e); ok {
		return v
	}
	if tree.IsPlace(e) {
		return b.Read(e, b.place(e))
	}
	source.Refuse(e, "this expression is not supported: %s", cc.NodeSource(e))
	return emit.Value{}
}

func (b *builder) primary(x *cc.PrimaryExpression) (emit.Value, bool) {
	switch x.Case {
	case cc.PrimaryExpressionExpr:
		return b.expression(x.ExpressionList), true
	case cc.PrimaryExpressionStmt:
		return b.statementExpression(x), true
	case cc.PrimaryExpressionFloat:
		return b.floatConstant(x), true
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return emit.Value{R: b.literal(x), T: tree.Pointee(x.Type().Undecay()).Pointer()}, true
	case cc.PrimaryExpressionGeneric:
		if e := tree.Chosen(x.GenericSelection, b.AST); e != nil {
			return b.expression(e), true
		}
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			if d.Type().Kind() == cc.Function {
				return b.functionAddress(x, d), true
			}
		case *cc.Enumerator:
			if v, ok := tree.EnumeratorValue(x); ok {
				return emit.Value{R: b.Constant(v), T: tree.TypeOf(x, b.AST)}, true
			}
		}
	}
	return emit.Value{}, false
}

func (b *builder) floatConstant(x *cc.PrimaryExpression) emit.Value {
	if x.Type().Kind() == cc.LongDouble {
		if v, ok := code.ParseExtended(strings.TrimRight(x.Token.SrcStr(), "lL")); ok {
			return emit.Value{R: b.WideConstant(v), T: x.Type()}
		}
	}
	tree.ScalarType(x, x.Type())
	v, ok := x.Value().(cc.Float64Value)
	if !ok {
		source.Refuse(x, "this floating-point number is not supported: %s", cc.NodeSource(x))
	}
	return emit.Value{R: b.Constant(code.FloatBits(float64(v), x.Type().Kind() == cc.Float)), T: x.Type()}
}

func (b *builder) unaryExpression(x *cc.UnaryExpression) emit.Value {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return b.increment(x.UnaryExpression, 1, true)
	case cc.UnaryExpressionDec:
		return b.increment(x.UnaryExpression, -1, true)
	case cc.UnaryExpressionAddrof:
		return b.addressOf(x.CastExpression)
	case cc.UnaryExpressionDeref:
		if !tree.PointsToData(x.CastExpression) {
			return b.expression(x.CastExpression) // a function is its own address
		}
		return b.Read(x, b.place(x))
	case cc.UnaryExpressionLabelAddr:
		return b.labelAddress(x)
	case cc.UnaryExpressionSizeofExpr:
		return b.sizeOf(x)
	case cc.UnaryExpressionSizeofType:
		return emit.Value{R: b.Times(x, b.Constant(1), x.TypeName.Type()), T: x.Type()}
	case cc.UnaryExpressionAlignofType:
		return emit.Value{R: b.Constant(int64(tree.Align(x.TypeName.Type()))), T: x.Type()}
	case cc.UnaryExpressionAlignofExpr:
		return emit.Value{R: b.Constant(int64(tree.AlignOf(x.UnaryExpression, b.AST))), T: x.Type()}
	case cc.UnaryExpressionNot:
		return emit.Value{R: b.Unary(code.OpIsZero, model.Int32, b.Truth(b.operand(x.CastExpression))), T: b.AST.Int}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := b.operand(x.CastExpression)
		switch {
		case tree.IsWide(v.T):
			return b.wideUnary(x, v)
		case tree.IsFloat(v.T) && x.Case == cc.UnaryExpressionPlus:
			return v
		case tree.IsFloat(v.T) && x.Case == cc.UnaryExpressionMinus:
			return b.Negate(v)
		}
		t := cc.IntegerPromotion(v.T)
		r := b.Convert(x, v, t)
		switch x.Case {
		case cc.UnaryExpressionMinus:
			r = b.Unary(code.OpNegate, tree.ScalarType(x, t), r)
		case cc.UnaryExpressionCpl:
			r = b.Unary(code.OpNot, tree.ScalarType(x, t), r)
		}
		return emit.Value{R: b.Fit(r, t), T: t}
	}
	source.Refuse(x, "this expression is not supported: %s", cc.NodeSource(x))
	return emit.Value{}
}

// wideUnary computes +, - or ~ of a number of 16 bytes.
func (b *builder) wideUnary(x *cc.UnaryExpression, v emit.Value) emit.Value {
	switch x.Case {
	case cc.UnaryExpressionMinus:
		return b.WideUnary(x, code.OpNegate, v)
	case cc.UnaryExpressionCpl:
		return b.WideUnary(x, code.OpNot, v)
	}
	return v
}

// sizeOf computes the size of an expression that the parser does not give, or gives wrongly.
func (b *builder) sizeOf(x *cc.UnaryExpression) emit.Value {
	size := tree.SizeOf(x.UnaryExpression, b.AST)
	if size < 0 {
		return emit.Value{R: b.Times(x, b.Constant(1), tree.TypeOf(x.UnaryExpression, b.AST).Undecay()), T: x.Type()}
	}
	return emit.Value{R: b.Constant(size), T: x.Type()}
}

// scalar computes e, which must be a number or a pointer that fits into a register.
func (b *builder) scalar(e cc.ExpressionNode) emit.Value {
	v := b.operand(e)
	tree.ScalarType(e, v.T)
	return v
}

// operand computes e, which must be a number or a pointer.
func (b *builder) operand(e cc.ExpressionNode) emit.Value {
	v := b.expression(e)
	if v.T.Kind() == cc.Void {
		source.Refuse(e, "void has no value")
	}
	if !tree.IsWide(v.T) {
		tree.ScalarType(e, v.T)
	}
	return v
}

// operators are the binary operators, by the cases of the parser. Those for > and >= apply to the swapped operands.
var operators = map[any]code.Opcode{
	cc.AdditiveExpressionAdd: code.OpAdd, cc.AdditiveExpressionSub: code.OpSub,
	cc.MultiplicativeExpressionMul: code.OpMul, cc.MultiplicativeExpressionDiv: code.OpDiv, cc.MultiplicativeExpressionMod: code.OpMod,
	cc.ShiftExpressionLsh: code.OpShl, cc.ShiftExpressionRsh: code.OpShr,
	cc.RelationalExpressionLt: code.OpLess, cc.RelationalExpressionLeq: code.OpLessEq,
	cc.RelationalExpressionGt: code.OpLess, cc.RelationalExpressionGeq: code.OpLessEq,
	cc.EqualityExpressionEq: code.OpEq, cc.EqualityExpressionNeq: code.OpNe,
}

// binaryExpression computes e if it has a binary operator.
func (b *builder) binaryExpression(e cc.ExpressionNode) (emit.Value, bool) {
	var op code.Opcode
	reversed := false
	switch x := e.(type) {
	case *cc.AdditiveExpression:
		op = operators[x.Case]
	case *cc.MultiplicativeExpression:
		op = operators[x.Case]
	case *cc.ShiftExpression:
		op = operators[x.Case]
	case *cc.RelationalExpression:
		op, reversed = operators[x.Case], x.Case == cc.RelationalExpressionGt || x.Case == cc.RelationalExpressionGeq
	case *cc.EqualityExpression:
		op = operators[x.Case]
	case *cc.AndExpression:
		op = code.OpAnd
	case *cc.ExclusiveOrExpression:
		op = code.OpXor
	case *cc.InclusiveOrExpression:
		op = code.OpOr
	default:
		return emit.Value{}, false
	}
	pair := tree.Pair(e)
	x, y := b.operand(pair[0]), b.operand(pair[1])
	if reversed {
		x, y = y, x
	}
	return b.Arithmetic(e, op, x, y), true
}

// differInSize reports whether the targets of two pointers have different sizes, and neither is void.
func differInSize(t, u cc.Type) bool {
	return t != nil && u != nil && t.Kind() != cc.Void && u.Kind() != cc.Void && t.Kind() != cc.Function && u.Kind() != cc.Function && tree.Size(t) != tree.Size(u)
}
