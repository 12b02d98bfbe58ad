package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

var assignments = map[cc.AssignmentExpressionCase]code.Opcode{
	cc.AssignmentExpressionMul: code.OpMul, cc.AssignmentExpressionDiv: code.OpDiv, cc.AssignmentExpressionMod: code.OpMod,
	cc.AssignmentExpressionAdd: code.OpAdd, cc.AssignmentExpressionSub: code.OpSub, cc.AssignmentExpressionLsh: code.OpShl,
	cc.AssignmentExpressionRsh: code.OpShr, cc.AssignmentExpressionAnd: code.OpAnd, cc.AssignmentExpressionXor: code.OpXor,
	cc.AssignmentExpressionOr: code.OpOr,
}

func (b *builder) assignment(x *cc.AssignmentExpression) emit.Value {
	if x.Case == cc.AssignmentExpressionCond {
		return b.expression(x.ConditionalExpression)
	}
	unused := b.unused == cc.Node(x)
	p := b.place(x.UnaryExpression)
	if x.Case == cc.AssignmentExpressionAssign {
		if unused && b.copiesByte(x, p) {
			return emit.Value{}
		}
		if p.IsAtomicRecord() && !p.IsLarge() {
			return b.assignAtomicRecord(x, p)
		}
		v := b.Convert(x, b.expression(x.AssignmentExpression), p.T)
		if p.InRegister && v == p.R {
			return emit.Value{R: v, T: p.T}
		}
		if !p.Atomic || p.InRegister || p.Local != nil || tree.IsRecord(p.T) {
			return b.Assign(x, p, v)
		}
		b.FenceOf(x, code.FenceBefore, code.SequentialConsistency)
		assigned := b.Assign(x, p, v)
		b.FenceOf(x, code.FenceAfter, code.SequentialConsistency)
		return assigned
	}
	op := assignments[x.Case]
	if v, ok := b.fetches(x, p, op, x.AssignmentExpression); ok {
		return v
	}
	// The old value is kept: the other operand may change it.
	old := b.Read(x, p)
	if p.InRegister && !tree.Pure(x.AssignmentExpression) {
		old.R = b.Copy(old.R)
	}
	v := b.Convert(x, b.Arithmetic(x, op, old, b.operand(x.AssignmentExpression)), p.T)
	return b.Assign(x, p, v)
}

// copiesByte compiles *a = *b of bytes, as programs copy memory: to copy a byte that has no value is no use of it.
func (b *builder) copiesByte(x *cc.AssignmentExpression, p emit.Place) bool {
	e := tree.Inner(x.AssignmentExpression)
	if !isElement(e) || !isPlainByte(p, p.T) || !isPlainByte(p, e.Type()) || tree.PointsToAtomic(e) || tree.PointsToVolatile(e) {
		return false
	}
	from := b.place(e)
	if !isPlainByte(from, from.T) {
		b.Assign(x, p, b.Convert(x, b.Read(x, from), p.T))
		return true
	}
	b.Mark(x)
	b.Emit(code.Instruction{Op: code.OpCopy, A: p.R, B: from.R, N: b.LayoutOf(x, p.T)})
	return true
}

// isElement reports whether e is *p or p[i].
func isElement(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionIndex
	}
	return false
}

func isPlainByte(p emit.Place, t cc.Type) bool {
	return p.InMemory() && cc.IsIntegerType(t) && t.Kind() != cc.Bool && t.Size() == 1
}

func (b *builder) assignAtomicRecord(x *cc.AssignmentExpression, p emit.Place) emit.Value {
	v := b.expression(x.AssignmentExpression)
	number := b.Packed(x, v).R
	b.FenceOf(x, code.FenceBefore, code.SequentialConsistency)
	b.Write(x, b.AsNumber(x, p), number)
	b.FenceOf(x, code.FenceAfter, code.SequentialConsistency)
	return v
}

// fetchOperations are the read-modify-writes that the model has.
var fetchOperations = map[code.Opcode]model.FetchOp{
	code.OpAdd: model.FetchAdd, code.OpSub: model.FetchSub, code.OpAnd: model.FetchAnd, code.OpOr: model.FetchOr, code.OpXor: model.FetchXor,
}

// fetches compiles an assignment to an atomic variable, such as x += e: one event.
func (b *builder) fetches(n cc.Node, p emit.Place, op code.Opcode, e cc.ExpressionNode) (emit.Value, bool) {
	b.Clear(n, p)
	if !p.Atomic || p.InRegister || p.Local != nil {
		return emit.Value{}, false
	}
	if p.IsLarge() {
		operand := b.expression(e)
		return b.Again(n, op, b.Update(n, p, op, operand), operand), true
	}
	operand := b.scalar(e)
	fetch, ok := fetchOperations[op]
	if !ok || tree.IsFloat(p.T) || tree.IsFloat(operand.T) {
		return b.Again(n, op, b.Update(n, p, op, operand), operand), true
	}
	old := b.Fetch(n, p, fetch, operand)
	return b.Again(n, op, old, operand), true
}

// increment compiles ++ and --, before or after the operand.
func (b *builder) increment(e cc.ExpressionNode, by int64, before bool) emit.Value {
	p := b.place(e)
	b.Clear(e, p)
	step := emit.Value{R: b.Constant(by), T: b.AST.Int}
	if p.Atomic && !p.InRegister && p.Local == nil {
		var old emit.Value
		if p.IsLarge() || tree.IsFloat(p.T) {
			old = b.Update(e, p, code.OpAdd, step)
		} else {
			old = b.Fetch(e, p, model.FetchAdd, step)
		}
		if before {
			return b.Again(e, code.OpAdd, old, step)
		}
		return old
	}
	old := b.Read(e, p)
	if p.InRegister && !before {
		old.R = b.Copy(old.R)
	}
	v := b.Convert(e, b.Arithmetic(e, code.OpAdd, old, step), p.T)
	if assigned := b.Assign(e, p, v); before {
		return assigned
	}
	return old
}
