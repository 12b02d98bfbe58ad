package compile

import (
	"slices"
	"strings"

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
	if name == "pthread_mutexattr_setrobust" {
		return b.robustCall(x, args[0], kind)
	}
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
	if (b.Robust || b.KeepsAttributes) && cc.NodeSource(x.PostfixExpression) == "pthread_mutexattr_settype" {
		others := b.Binary(code.OpAnd, model.Int32, b.Unary(code.OpLoad, model.Int32, at), b.Constant(^(code.RobustMutex - 1)))
		kind = b.Binary(code.OpOr, model.Int32, others, kind)
	}
	b.Emit(code.Instruction{Op: code.OpStore, T: model.Int32, A: at, B: kind})
	return emit.Value{R: b.Constant(0), T: b.AST.Int}
}

// robustCall compiles pthread_mutexattr_setrobust(&attributes, robust).
func (b *builder) robustCall(x *cc.PostfixExpression, attributes cc.ExpressionNode, robust emit.Value) emit.Value {
	b.Found, b.Robust = b.Found || !b.Robust, true
	err, failed := b.attributeError("pthread_mutexattr_setrobust", robust), &emit.Label{}
	b.Jump(code.OpJumpNonzero, err, failed)
	at := b.target(attributes).R
	b.Mark(x)
	kind := b.Binary(code.OpAnd, model.Int32, b.Unary(code.OpLoad, model.Int32, at), b.Constant(^code.RobustMutex))
	bit := b.Binary(code.OpMul, model.Int32, robust.R, b.Constant(code.RobustMutex))
	b.Emit(code.Instruction{Op: code.OpStore, T: model.Int32, A: at, B: b.Binary(code.OpOr, model.Int32, kind, bit)})
	b.Bind(failed)
	return emit.Value{R: err, T: b.AST.Int}
}

// attribute is the number in attributes, or 0 if there are none.
func (b *builder) attribute(arg cc.ExpressionNode) code.Register {
	at, v, none := b.target(arg).R, b.Register(), &emit.Label{}
	b.Move(v, b.Constant(0))
	b.Jump(code.OpJumpZero, at, none)
	b.Move(v, b.Unary(code.OpLoad, model.Int32, at))
	if b.KeepsAttributes {
		b.Move(v, b.Binary(code.OpAnd, model.Int32, v, b.Constant(2*code.RobustMutex-1)))
	}
	b.Bind(none)
	return v
}

// ofAttributes returns the function of this package that sets an attribute which only other such functions read, if the program does, and
// otherwise own.
func (b *builder) ofAttributes(name, own string) string {
	if strings.HasPrefix(name, "pthread_") && strings.Contains(name, "attr_get") && !slices.Contains(alwaysKept, name) {
		b.Found, b.KeepsAttributes = b.Found || !b.KeepsAttributes, true
	}
	if kept := "__cprog_kept_" + name; b.KeepsAttributes && strings.Contains(name, "attr_") && (b.definition(kept) != nil || b.options.Omitted(kept)) {
		return kept
	}
	return own
}

// alwaysKept read attributes on which something else depends.
var alwaysKept = []string{"pthread_attr_getdetachstate", "pthread_mutexattr_gettype", "pthread_mutexattr_getrobust"}

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

// Functions that set an attribute return an error for a value that the attribute cannot have. Most attributes change nothing that a
// program can observe here, and such a function only returns.

// attributeValues are the values that the last argument of a function may have, from least to most, and the error for others.
type attributeValues struct{ least, most, err int64 }

const invalidValue, notSupported = 22, 95 // EINVAL, ENOTSUP

var attributes = map[string]attributeValues{
	"pthread_attr_setdetachstate":      {0, 1, invalidValue},
	"pthread_attr_setinheritsched":     {0, 1, invalidValue},
	"pthread_attr_setschedpolicy":      {0, 2, invalidValue},
	"pthread_attr_setscope":            {0, 0, invalidValue},
	"pthread_attr_setstacksize":        {16384, 1<<62 - 1, invalidValue},
	"pthread_attr_setstack":            {16384, 1<<62 - 1, invalidValue},
	"pthread_barrierattr_setpshared":   {0, 1, invalidValue},
	"pthread_condattr_setclock":        {0, 1, invalidValue},
	"pthread_condattr_setpshared":      {0, 1, invalidValue},
	"pthread_mutexattr_setprioceiling": {1, 99, invalidValue},
	"pthread_mutexattr_setprotocol":    {0, 2, invalidValue},
	"pthread_mutexattr_setpshared":     {0, 1, invalidValue},
	"pthread_mutexattr_setrobust":      {0, 1, invalidValue},
	"pthread_mutexattr_settype":        {0, adaptive, invalidValue},
	"pthread_rwlockattr_setkind_np":    {0, 2, invalidValue},
	"pthread_rwlockattr_setpshared":    {0, 1, invalidValue},
	"pthread_setconcurrency":           {0, 1<<31 - 1, invalidValue},
}

// adaptive is the kind of a mutex that is like the normal one but for its speed.
const adaptive = 3

// attributeError returns the result of a function that sets an attribute to v: 0, or its error.
func (b *builder) attributeError(name string, v emit.Value) code.Register {
	values := attributes[name]
	low := b.Binary(code.OpLess, model.Int64, v.R, b.Constant(values.least))
	high := b.Binary(code.OpLess, model.Int64, b.Constant(values.most), v.R)
	err := b.Constant(values.err)
	if name == "pthread_attr_setscope" { // a value that exists, and is not supported by Linux
		isProcess := b.Binary(code.OpEq, model.Int64, v.R, b.Constant(1))
		err = b.Binary(code.OpAdd, model.Int64, err, b.Binary(code.OpMul, model.Int64, isProcess, b.Constant(notSupported-values.err)))
	}
	return b.Binary(code.OpMul, model.Int64, b.Binary(code.OpOr, model.Int64, low, high), err)
}

// mayFail reports whether e may be a value that the attribute cannot have.
func mayFail(name string, e cc.ExpressionNode) bool {
	values, checked := attributes[name]
	v, known := tree.ConstantOf(e)
	return checked && !(known && v >= values.least && v <= values.most)
}
