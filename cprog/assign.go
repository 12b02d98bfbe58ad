package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

var assignments = map[cc.AssignmentExpressionCase]opcode{
	cc.AssignmentExpressionMul: opMul, cc.AssignmentExpressionDiv: opDiv, cc.AssignmentExpressionMod: opMod,
	cc.AssignmentExpressionAdd: opAdd, cc.AssignmentExpressionSub: opSub, cc.AssignmentExpressionLsh: opShl,
	cc.AssignmentExpressionRsh: opShr, cc.AssignmentExpressionAnd: opAnd, cc.AssignmentExpressionXor: opXor,
	cc.AssignmentExpressionOr: opOr,
}

func (b *builder) assignment(x *cc.AssignmentExpression) value {
	if x.Case == cc.AssignmentExpressionCond {
		return b.expression(x.ConditionalExpression)
	}
	p := b.place(x.UnaryExpression)
	if x.Case == cc.AssignmentExpressionAssign {
		v := b.convert(x, b.expression(x.AssignmentExpression), p.t)
		if isRecord(p.t) {
			b.write(x, p, v)
			return value{p.r, p.t}
		}
		if p.inRegister && v == p.r {
			return value{v, p.t}
		}
		b.write(x, p, v)
		if p.atomic && !p.inRegister && p.local == nil {
			b.fence(x, noRegister)
		}
		return value{v, p.t}
	}
	op := assignments[x.Case]
	if v, ok := b.fetches(x, p, op, x.AssignmentExpression); ok {
		return v
	}
	// The old value is kept: the other operand may change it.
	old := b.read(x, p)
	if p.inRegister && !pure(x.AssignmentExpression) {
		old.r = b.copy(old.r)
	}
	v := b.convert(x, b.arithmetic(x, op, old, b.scalar(x.AssignmentExpression)), p.t)
	b.write(x, p, v)
	return value{v, p.t}
}

// pure reports whether e surely changes no variable.
func pure(e cc.ExpressionNode) bool {
	_, ok := constantOf(e)
	return ok || e.Pure()
}

// fetchOperations are the read-modify-writes that the model has.
var fetchOperations = map[opcode]model.FetchOp{
	opAdd: model.FetchAdd, opSub: model.FetchSub, opAnd: model.FetchAnd, opOr: model.FetchOr, opXor: model.FetchXor,
}

// fetches compiles an assignment to an atomic variable, such as x += e: one event.
func (b *builder) fetches(n cc.Node, p place, op opcode, e cc.ExpressionNode) (value, bool) {
	b.clear(n, p)
	if !p.atomic || p.inRegister || p.local != nil {
		return value{}, false
	}
	fetch, ok := fetchOperations[op]
	if !ok {
		refuse(n, "an atomic variable cannot be changed by this operation: %s", cc.NodeSource(n))
	}
	operand := b.scalar(e)
	old := b.fetch(n, p, fetch, operand)
	return b.again(n, op, old, operand), true
}

// clear refuses to change p if nobody knows whether that is one event.
func (b *builder) clear(n cc.Node, p place) {
	if p.unclear {
		refuse(n, "whether the pointer is atomic, or what it points to, cannot be told here: declare it with a typedef of an atomic type")
	}
}

// again is the value that an atomic variable got: that of old op operand.
func (b *builder) again(n cc.Node, op opcode, old, operand value) value {
	return value{b.convert(n, b.arithmetic(n, op, old, operand), old.t), old.t}
}

// fetch does one read-modify-write of p and returns the value it replaced.
func (b *builder) fetch(n cc.Node, p place, op model.FetchOp, operand value) value {
	return b.fetchAs(n, p, op, operand, false)
}

// fetchAs is fetch, which may take the operands to be without a sign.
func (b *builder) fetchAs(n cc.Node, p place, op model.FetchOp, operand value, unsigned bool) value {
	if p.field != nil {
		refuse(n, "an atomic bit-field is not supported")
	}
	t := scalarType(n, p.t)
	r := operand.r
	if p.t.Kind() == cc.Ptr {
		r = b.scale(r, stride(n, pointee(p.t)))
	} else {
		r = b.convert(n, operand, p.t)
	}
	as := t
	if unsigned {
		as, _ = scalarOf(size(t), false)
	}
	b.mark(n)
	d := b.register()
	b.emit(instruction{op: opFetch, sub: uint16(op.As(as)), t: t, d: d, a: p.r, b: r})
	return value{d, p.t}
}

// increment compiles ++ and --, of which before says on which side they stand.
func (b *builder) increment(e cc.ExpressionNode, by int64, before bool) value {
	p := b.place(e)
	b.clear(e, p)
	step := value{b.constant(by), b.ast.Int}
	if p.atomic && !p.inRegister && p.local == nil {
		old := b.fetch(e, p, model.FetchAdd, step)
		if before {
			return b.again(e, opAdd, old, step)
		}
		return old
	}
	old := b.read(e, p)
	if p.inRegister && !before {
		old.r = b.copy(old.r)
	}
	v := b.convert(e, b.arithmetic(e, opAdd, old, step), p.t)
	b.write(e, p, v)
	if before {
		return value{v, p.t}
	}
	return old
}
