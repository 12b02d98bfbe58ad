package compile

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

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
	return emit.Value{R: b.Convert(x, emit.Value{R: i.D, T: b.AST.Double}, t), T: t}, true
}
