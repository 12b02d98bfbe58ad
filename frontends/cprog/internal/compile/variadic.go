package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// A variadic function is passed the address of the arguments after its parameters, which
// lie in the caller's memory. A va_list is the address of the next one.

const variadicSize = 8

// rest stores the arguments that f has no parameters for, and returns their address.
func (b *builder) rest(f *cc.FunctionType, args []cc.ExpressionNode) code.Register {
	args = args[min(len(args), len(f.Parameters())):]
	size := int64(0)
	for _, arg := range args {
		size += bytesOf(tree.TypeOf(arg, b.AST))
	}
	from := b.ReservePrivate(size, 0)
	next := from
	for _, arg := range args {
		v := b.expression(arg)
		switch {
		case tree.IsWide(v.T):
			b.Write(arg, emit.Place{R: b.Address(code.OpPrivate, next), T: v.T}, v.R)
			next += bytesOf(v.T)
			continue
		case tree.IsRecord(v.T):
			b.Write(arg, emit.Place{R: b.Address(code.OpPrivate, next), T: v.T}, v.R)
			next += bytesOf(v.T)
			continue
		case v.T.Kind() == cc.Float:
			v = emit.Value{R: b.Convert(arg, v, b.AST.Double), T: b.AST.Double}
		}
		at := b.Address(code.OpPrivate, next)
		next += variadicSize
		b.Mark(arg)
		b.Emit(code.Instruction{Op: code.OpStore, T: model.Int64, A: at, B: v.R})
	}
	return b.Address(code.OpPrivate, from)
}

// bytesOf returns the number of bytes that an argument of type t takes.
func bytesOf(t cc.Type) int64 {
	switch {
	case t != nil && tree.IsWide(t):
		return 2 * variadicSize
	case t != nil && tree.IsRecord(t):
		return (tree.Size(t) + variadicSize - 1) / variadicSize * variadicSize
	}
	return variadicSize
}

// variadicCall compiles the builtins behind the macros of stdarg.h.
func (b *builder) variadicCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (emit.Value, bool) {
	nothing := emit.Value{R: code.NoRegister, T: b.AST.Void}
	switch name {
	case "__builtin_va_end":
		return nothing, true
	case "__builtin_va_start":
		b.needs(x, args, 1)
		if b.variadic == code.NoRegister {
			source.Refuse(x, "va_start in a function without ... is not supported")
		}
		b.Write(x, b.place(args[0]), b.variadic)
		return nothing, true
	case "__builtin_va_arg_impl":
		b.needs(x, args, 2)
		p := b.place(args[0])
		at := b.Copy(b.Read(x, p).R)
		b.Write(x, p, b.Binary(code.OpAdd, model.Uint64, at, b.scalar(args[1]).R))
		return emit.Value{R: at, T: b.resultType(x)}, true
	}
	return emit.Value{}, false
}
