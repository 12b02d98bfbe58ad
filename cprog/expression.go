package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

// constantOf is the value of an integer constant expression without effects.
func constantOf(e cc.ExpressionNode) (int64, bool) {
	t := e.Type()
	if t == nil || !(cc.IsIntegerType(t) || t.Kind() == cc.Ptr || t.Kind() == cc.Enum) || !isConstant(e) {
		return 0, false
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), true
	}
	return 0, false
}

// isConstant rules out what the parser gives a value though it has effects.
func isConstant(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.AssignmentExpression, *cc.PostfixExpression:
		return false
	case *cc.ExpressionList:
		return x.ExpressionList == nil && isConstant(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		return x.Case != cc.PrimaryExpressionStmt
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec, cc.UnaryExpressionDeref, cc.UnaryExpressionAddrof:
			return false
		}
	}
	return true
}

// expression computes e: a scalar, or the address of an aggregate.
func (b *builder) expression(e cc.ExpressionNode) value {
	if v, ok := constantOf(e); ok {
		return value{b.constant(v), e.Type()}
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
		if to.Kind() != cc.Void && (cc.IsFloatingPointType(to) || cc.IsFloatingPointType(v.t)) {
			refuse(x, "floating point is not supported")
		}
		return value{b.convert(e, v, to), to}
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
	if isPlace(e) {
		return b.read(e, b.place(e))
	}
	refuse(e, "this expression is not supported: %s", cc.NodeSource(e))
	return value{}
}

func (b *builder) primary(x *cc.PrimaryExpression) (value, bool) {
	switch x.Case {
	case cc.PrimaryExpressionExpr:
		return b.expression(x.ExpressionList), true
	case cc.PrimaryExpressionStmt:
		return b.statementExpression(x), true
	case cc.PrimaryExpressionFloat:
		refuse(x, "floating point is not supported")
	case cc.PrimaryExpressionString:
		return value{b.constant(b.text(stringOf(x))), b.ast.Char.Pointer()}, true
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return b.expression(a.AssignmentExpression), true
		}
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			if d.Type().Kind() == cc.Function {
				return b.functionAddress(x, d), true
			}
		case *cc.Enumerator:
			switch v := d.Value().(type) {
			case cc.Int64Value:
				return value{b.constant(int64(v)), x.Type()}, true
			case cc.UInt64Value:
				return value{b.constant(int64(v)), x.Type()}, true
			}
		}
	}
	return value{}, false
}

func (b *builder) functionAddress(n cc.Node, d *cc.Declarator) value {
	if b.defined[d.Name()] == nil {
		refuse(n, "function %s is not defined", d.Name())
	}
	return value{b.constant(functionSpace | int64(b.function(d.Name()))), d.Type().Pointer()}
}

func (b *builder) unaryExpression(x *cc.UnaryExpression) value {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return b.increment(x.UnaryExpression, 1, true)
	case cc.UnaryExpressionDec:
		return b.increment(x.UnaryExpression, -1, true)
	case cc.UnaryExpressionAddrof:
		return b.addressOf(x.CastExpression)
	case cc.UnaryExpressionDeref:
		if !pointsToData(x.CastExpression) {
			return b.expression(x.CastExpression) // a function is its own address
		}
		return b.read(x, b.place(x))
	case cc.UnaryExpressionNot:
		return value{b.unary(opIsZero, model.Int32, b.scalar(x.CastExpression).r), b.ast.Int}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := b.scalar(x.CastExpression)
		t := cc.IntegerPromotion(v.t)
		r := b.convert(x, v, t)
		switch x.Case {
		case cc.UnaryExpressionMinus:
			r = b.unary(opNegate, scalarType(x, t), r)
		case cc.UnaryExpressionCpl:
			r = b.unary(opNot, scalarType(x, t), r)
		}
		return value{r, t}
	}
	refuse(x, "this expression is not supported: %s", cc.NodeSource(x))
	return value{}
}

// scalar computes e, which must be a number or a pointer.
func (b *builder) scalar(e cc.ExpressionNode) value {
	v := b.expression(e)
	if v.t.Kind() == cc.Void {
		refuse(e, "void has no value")
	}
	scalarType(e, v.t)
	return v
}

func (b *builder) addressOf(e cc.ExpressionNode) value {
	if !isPlace(e) {
		v := b.expression(e)
		if elem := pointee(v.t); elem == nil || elem.Kind() != cc.Function {
			refuse(e, "this has no address: %s", cc.NodeSource(e))
		}
		return v
	}
	p := b.place(e)
	b.escapes(p.local)
	if p.field != nil {
		refuse(e, "a bit-field has no address")
	}
	return value{p.r, p.t.Pointer()}
}

func (b *builder) conditional(x *cc.ConditionalExpression) value {
	no, end := &label{}, &label{}
	d, t := b.register(), x.Type()
	b.branch(x.LogicalOrExpression, no, false)
	if x.ExpressionList != nil {
		b.arm(d, x.ExpressionList, t)
	} else {
		b.arm(d, x.LogicalOrExpression, t)
	}
	b.jump(opJump, 0, end)
	b.bind(no)
	b.arm(d, x.ConditionalExpression, t)
	b.bind(end)
	return value{d, t}
}

func (b *builder) arm(d register, e cc.ExpressionNode, t cc.Type) {
	v := b.expression(e)
	if t.Kind() != cc.Void {
		b.move(d, b.convert(e, v, t))
	}
}

func (b *builder) logical(e cc.ExpressionNode) value {
	d := b.register()
	no, end := &label{}, &label{}
	b.branch(e, no, false)
	b.emit(instruction{op: opConst, d: d, n: 1})
	b.jump(opJump, 0, end)
	b.bind(no)
	b.emit(instruction{op: opConst, d: d, n: 0})
	b.bind(end)
	return value{d, b.ast.Int}
}

// branch jumps to l if the truth of e is want, and otherwise continues.
func (b *builder) branch(e cc.ExpressionNode, l *label, want bool) {
	if v, ok := constantOf(e); ok {
		if (v != 0) == want {
			b.jump(opJump, 0, l)
		}
		return
	}
	switch x := e.(type) {
	case *cc.LogicalAndExpression:
		b.both(x.LogicalAndExpression, x.InclusiveOrExpression, l, want)
		return
	case *cc.LogicalOrExpression:
		b.either(x.LogicalOrExpression, x.LogicalAndExpression, l, want)
		return
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			b.branch(x.ExpressionList, l, want)
			return
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			b.branch(x.AssignmentExpression, l, want)
			return
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			b.branch(x.CastExpression, l, !want)
			return
		}
	}
	r := b.scalar(e).r
	if want {
		b.jump(opJumpNonzero, r, l)
	} else {
		b.jump(opJumpZero, r, l)
	}
}

func (b *builder) both(first, second cc.ExpressionNode, l *label, want bool) {
	if !want {
		b.branch(first, l, false)
		b.branch(second, l, false)
		return
	}
	no := &label{}
	b.branch(first, no, false)
	b.branch(second, l, true)
	b.bind(no)
}

func (b *builder) either(first, second cc.ExpressionNode, l *label, want bool) {
	if want {
		b.branch(first, l, true)
		b.branch(second, l, true)
		return
	}
	yes := &label{}
	b.branch(first, yes, true)
	b.branch(second, l, false)
	b.bind(yes)
}
