package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

func (b *builder) conditional(x *cc.ConditionalExpression) emit.Value {
	no, end := &emit.Label{}, &emit.Label{}
	d, t := b.Register(), tree.TypeOf(x, b.AST)
	second := x.ExpressionList != nil && cc.NodeSource(x.ExpressionList) == source.SecondOperand
	if second && cc.IntegerPromotion(x.LogicalOrExpression.Type()).Kind() != cc.Int {
		source.Refuse(x, "beside a ?: without a second operand whose condition is a constant, one whose condition is no int is not supported")
	}
	if x.ExpressionList != nil && !second {
		b.branch(x.LogicalOrExpression, no, false)
		b.arm(d, x.ExpressionList, t)
	} else {
		v := b.operand(x.LogicalOrExpression)
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
	r := b.Truth(b.operand(e))
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

// GNU C takes the addresses of labels, with &&, and jumps to them: goto *p. Such a jump compares p with each of these addresses.

// labelAddress returns the address of a label, of the function around the declaration if this is the initial value of a static variable.
func (b *builder) labelAddress(x *cc.UnaryExpression) emit.Value {
	function := b.F.Name
	if function == code.InitFunction {
		function = b.around
	}
	if function == "" {
		source.Refuse(x, "a label has an address in its own function only")
	}
	at := b.LabelAddress(emit.LabelOf{Function: function, Label: x.Token2.SrcStr()})
	return emit.Value{R: b.Constant(at), T: b.AST.Void.Pointer()}
}

func (b *builder) computedGoto(x *cc.JumpStatement) {
	to := b.scalar(x.ExpressionList).R
	for _, l := range b.Labels {
		if l.Function != b.F.Name {
			continue
		}
		other := &emit.Label{}
		b.Jump(code.OpJumpZero, b.Binary(code.OpEq, model.Int32, to, b.Constant(b.LabelAddress(l))), other)
		b.leaveFor(l.Label)
		b.Jump(code.OpJump, 0, b.label(l.Label))
		b.Bind(other)
	}
	b.library(x, code.LibFail, b.message("a jump to something that is not a label of the function"))
}

// returnPoint compiles setjmp.
func (b *builder) returnPoint(x *cc.PostfixExpression, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 1)
	b.F.ReturnsTwice = true
	at, d := b.expression(args[0]).R, b.Register()
	b.Mark(x)
	b.Emit(code.Instruction{Op: code.OpReturnPoint, D: d, A: at})
	return emit.Value{R: d, T: b.AST.Int}
}
