package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// kindCall compiles pthread_mutexattr_settype(&attributes, kind) and its like: the attributes are the kind.
func (b *builder) kindCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 2)
	kind := b.scalar(args[1])
	if v, known := tree.ConstantOf(args[1]); known && v == adaptive {
		kind.R = b.Constant(0)
	}
	if !mayFail(name, args[1]) {
		return b.setKind(x, args[0], kind.R)
	}
	err, failed := b.attributeError(name, kind), &emit.Label{}
	b.Jump(code.OpJumpNonzero, err, failed)
	isOther := b.Binary(code.OpNe, model.Int64, kind.R, b.Constant(adaptive))
	b.setKind(x, args[0], b.Binary(code.OpMul, model.Int64, kind.R, isOther))
	b.Bind(failed)
	return emit.Value{R: err, T: b.AST.Int}
}

// setKind stores the kind in attributes.
func (b *builder) setKind(x *cc.PostfixExpression, attributes cc.ExpressionNode, kind code.Register) emit.Value {
	at := b.target(attributes).R
	b.Mark(x)
	b.Emit(code.Instruction{Op: code.OpStore, T: model.Int32, A: at, B: kind})
	return emit.Value{R: b.Constant(0), T: b.AST.Int}
}

// attribute is the number in attributes, or 0 if there are none.
func (b *builder) attribute(arg cc.ExpressionNode) code.Register {
	at, v, none := b.target(arg).R, b.Register(), &emit.Label{}
	b.Move(v, b.Constant(0))
	b.Jump(code.OpJumpZero, at, none)
	b.Move(v, b.Unary(code.OpLoad, model.Int32, at))
	b.Bind(none)
	return v
}

// mutexOfKind compiles mtx_init(&mutex, kind), where kind is one of pthread.h.
func (b *builder) mutexOfKind(x *cc.PostfixExpression, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 2)
	b.Program.Uses[code.LibMutexInit] = true
	if v, ok := tree.ConstantOf(args[1]); !ok || v != 0 {
		b.Program.Uses[code.LibMutexKind] = true
	}
	mutex, kind := b.expression(args[0]).R, b.scalar(args[1]).R
	return emit.Value{R: b.library(x, code.LibMutexInit, 0, mutex, kind), T: b.AST.Int}
}

// mutexInitCall compiles pthread_mutex_init(&mutex, &attributes), which passes the machine the kind.
func (b *builder) mutexInitCall(x *cc.PostfixExpression, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 2)
	mutex, kind := b.expression(args[0]).R, b.Constant(0)
	if !tree.IsNull(args[1]) {
		kind = b.attribute(args[1])
	}
	return emit.Value{R: b.library(x, code.LibMutexInit, 0, mutex, kind), T: b.AST.Int}
}
