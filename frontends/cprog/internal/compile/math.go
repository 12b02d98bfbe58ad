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

// mathCall compiles a call of a function of math.h, or of its variant for floats, whose name ends in f.
func (b *builder) mathCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (emit.Value, bool) {
	name = strings.TrimPrefix(name, "__builtin_")
	n, arguments, ok := code.MathFunction(name)
	if !ok {
		if n, arguments, ok = code.MathFunction(strings.TrimSuffix(name, "f")); !ok {
			return emit.Value{}, false
		}
	}
	t := b.resultType(x)
	if !tree.IsFloat(t) {
		source.Refuse(x, "%s is not declared as in math.h", name)
	}
	b.needs(x, args, arguments)
	i := code.Instruction{Op: code.OpMath, N: n, T: tree.ScalarType(x, b.AST.Double)}
	operands := [2]code.Register{}
	for k := range operands {
		if k < arguments {
			v := emit.Value{R: b.Convert(x, b.scalar(args[k]), t), T: t}
			operands[k] = b.Convert(x, v, b.AST.Double)
		} else {
			operands[k] = b.Constant(0)
		}
	}
	b.Mark(x)
	i.D, i.A, i.B = b.Register(), operands[0], operands[1]
	b.Emit(i)
	if b.readsErrno() && arguments > 0 {
		errno := b.library(x, code.LibMathErrno, n, i.D, operands[0], operands[1])
		b.setsErrnoIf(x, errno, errno)
	}
	return emit.Value{R: b.Convert(x, emit.Value{R: i.D, T: b.AST.Double}, t), T: t}, true
}

// fetchBytes compiles the read-modify-writes of GNU C: fetch_add, add_fetch and so on. To a pointer they add bytes.
func (b *builder) fetchBytes(x *cc.PostfixExpression, p emit.Place, name string, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 2)
	op, as := model.FetchAdd, code.OpAdd
	if name == "fetch_sub" || name == "sub_fetch" {
		op, as = model.FetchSub, code.OpSub
	}
	t := p.T
	if p.T.Kind() == cc.Ptr {
		p.T = b.AST.ULong
	}
	operand := b.scalar(args[1])
	b.orders(args[2:])
	seen := b.FetchAs(x, p, op, operand, false)
	b.Ordered(args[2:])
	if name == "add_fetch" || name == "sub_fetch" {
		seen = b.Again(x, as, seen, operand)
	}
	return emit.Value{R: seen.R, T: t}
}

var overflowing = map[string]code.Opcode{"add": code.OpAdd, "sub": code.OpSub, "mul": code.OpMul}

// overflows compiles __builtin_add_overflow and its like: the result is stored, cut to its type, and the value is whether
// that has changed it.
func (b *builder) overflows(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) emit.Value {
	op, ok := overflowing[name]
	if !ok || len(args) != 3 {
		source.Refuse(x, "this builtin is not supported: %s", cc.NodeSource(x))
	}
	l, r := b.scalar(args[0]), b.scalar(args[1])
	p := b.target(args[2])
	if !cc.IsIntegerType(l.T) || !cc.IsIntegerType(r.T) || !cc.IsIntegerType(p.T) || p.T.Kind() == cc.Bool {
		source.Refuse(x, "the operands of this builtin must be integers: %s", cc.NodeSource(x))
	}
	types := code.OverflowTypes(tree.ScalarType(x, l.T), tree.ScalarType(x, r.T), tree.ScalarType(x, p.T))
	compute := func(value int64) code.Register {
		return b.library(x, code.LibOverflow, int64(op)<<1|value, b.Constant(types), l.R, r.R)
	}
	over := compute(0)
	b.Write(x, p, compute(1))
	return emit.Value{R: over, T: b.resultType(x)}
}
