package compile

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// markedCall compiles the calls of linear.h and their equivalents in GenMC's tests:
//
//	linear_invoke(object, operation, arguments...), linear_respond(results...)
//	__VERIFIER_method_begin(operation, argument), __VERIFIER_method_end(operation, result)
//
// In GenMC's, 0 stands for no argument or no result, and initialising or clearing the object is not an operation.
func (b *builder) markedCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (emit.Value, bool) {
	nothing := emit.Value{R: code.NoRegister, T: b.AST.Void}
	switch name {
	case "linear_invoke":
		b.needs(x, args, 2)
		b.invokes(x, b.text(args[0]), b.text(args[1]), args[2:], false)
	case "linear_respond":
		b.marks(x, code.LibRespond, 0, args, false)
	case "__cprog_method_begin", "__cprog_method_end":
		b.needs(x, args, 2)
		operation := b.text(args[0])
		switch {
		case strings.HasPrefix(operation, "init_") || strings.HasPrefix(operation, "clear_"):
		case name == "__cprog_method_begin":
			b.invokes(x, "object", operation, args[1:], true)
		default:
			b.marks(x, code.LibRespond, 0, args[1:], true)
		}
	default:
		return nothing, false
	}
	return nothing, true
}

// text returns the value of an argument that must be a string literal.
func (b *builder) text(arg cc.ExpressionNode) string {
	s, ok := tree.Inner(arg).Value().(cc.StringValue)
	if !ok {
		source.Refuse(arg, "the name of an object or an operation must be a string literal")
	}
	return strings.TrimSuffix(string(s), "\x00")
}

func (b *builder) invokes(x *cc.PostfixExpression, object, operation string, args []cc.ExpressionNode, unlessZero bool) {
	first := b.message(object)
	b.message(operation)
	b.marks(x, code.LibInvoke, first, args, unlessZero)
}

// marks emits a mark with values. If unlessZero is true, there is only one value, and it is left out if it is 0.
func (b *builder) marks(x *cc.PostfixExpression, f code.LibraryFunction, n int64, values []cc.ExpressionNode, unlessZero bool) {
	n *= 2
	if unlessZero {
		n |= code.UnlessZero
	}
	var args []code.Register
	for _, v := range values {
		args = append(args, b.scalar(v).R)
	}
	b.library(x, f, n, args...)
}
