package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

func (b *builder) conditional(x *cc.ConditionalExpression) emit.Value {
	no, end := &emit.Label{}, &emit.Label{}
	d, t := b.Register(), tree.TypeOf(x, b.AST)
	if x.ExpressionList != nil {
		b.branch(x.LogicalOrExpression, no, false)
		b.arm(d, x.ExpressionList, t)
	} else {
		v := b.scalar(x.LogicalOrExpression)
		b.Jump(code.OpJumpZero, b.Truth(v), no)
		b.Move(d, b.Convert(x, v, t))
	}
	b.Jump(code.OpJump, 0, end)
	b.Bind(no)
	b.arm(d, x.ConditionalExpression, t)
	b.Bind(end)
	return emit.Value{R: d, T: t}
}

func (b *builder) arm(d code.Register, e cc.ExpressionNode, t cc.Type) {
	v := b.expression(e)
	if t.Kind() != cc.Void {
		b.Move(d, b.Convert(e, v, t))
	}
}

func (b *builder) logical(e cc.ExpressionNode) emit.Value {
	d := b.Register()
	no, end := &emit.Label{}, &emit.Label{}
	b.branch(e, no, false)
	b.Emit(code.Instruction{Op: code.OpConst, D: d, N: 1})
	b.Jump(code.OpJump, 0, end)
	b.Bind(no)
	b.Emit(code.Instruction{Op: code.OpConst, D: d, N: 0})
	b.Bind(end)
	return emit.Value{R: d, T: b.AST.Int}
}

// branch jumps to l if the truth of e equals want, and otherwise continues.
func (b *builder) branch(e cc.ExpressionNode, l *emit.Label, want bool) {
	if b.options.ILP32 {
		tree.CheckWidths(e)
	}
	if v, ok := tree.ConstantOf(e); ok {
		if (v != 0) == want {
			b.Jump(code.OpJump, 0, l)
		}
		return
	}
	switch x := e.(type) {
	case *cc.LogicalAndExpression:
		b.branchOfTwo(x.LogicalAndExpression, x.InclusiveOrExpression, false, l, want)
		return
	case *cc.LogicalOrExpression:
		b.branchOfTwo(x.LogicalOrExpression, x.LogicalAndExpression, true, l, want)
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
	r := b.Truth(b.scalar(e))
	if want {
		b.Jump(code.OpJumpNonzero, r, l)
	} else {
		b.Jump(code.OpJumpZero, r, l)
	}
}

// branchOfTwo is branch for && and ||: if the truth of the first operand is decisive, so is the truth of the whole.
func (b *builder) branchOfTwo(first, second cc.ExpressionNode, decisive bool, l *emit.Label, want bool) {
	if want == decisive {
		b.branch(first, l, want)
		b.branch(second, l, want)
		return
	}
	decided := &emit.Label{}
	b.branch(first, decided, decisive)
	b.branch(second, l, want)
	b.Bind(decided)
}
