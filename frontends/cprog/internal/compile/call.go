package compile

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// reachError is the function whose call is a failure, whatever its definition in the file does.
const reachError = "reach_error"

// competitionAssume is the name that files of the verification competition give to a function that quietly ends the
// program if its argument is false. They define it with abort, which is a failure elsewhere.
const competitionAssume = "assume_abort_if_not"

// call compiles a call of a function of the file or the library, or through a pointer.
func (b *builder) call(x *cc.PostfixExpression) emit.Value {
	name, t := tree.Callee(x.PostfixExpression)
	args := tree.Arguments(x)
	b.checkMade(x, name, args)
	if name == reachError || name == competitionAssume || name != "" && b.definition(name) == nil {
		if v, ok := b.atomicCall(x, name, args); ok {
			return v
		}
		own := b.ofAttributes(name, OwnName(name))
		if isRandom(name) {
			if b.options.Nondet.given() {
				return b.libraryCall(x, name, args)
			}
			b.Program.FixedRandom = true
		}
		if code.Prints(name) && (b.unused == cc.Node(x) || b.unused != nil && unusedCast(b.unused) == cc.Node(x)) {
			return b.libraryCall(x, name, args) // only its result would matter
		}
		if b.options.Omitted(own) {
			panic(ErrOmitted)
		}
		if b.definition(own) == nil {
			return b.libraryCall(x, name, args)
		} else if d, ok := b.definition(own).Declarator.Type().(*cc.FunctionType); ok {
			name, t = own, d
			b.Program.ExitHandlers = b.Program.ExitHandlers || own == "__cprog_atexit"
		}
	}
	i := code.Instruction{Op: code.OpCall}
	if name != "" {
		notBoundary(x, name)
		i.N = int64(b.function(name))
	} else {
		v := b.expression(x.PostfixExpression)
		i.Op, i.A, t = code.OpCallPointer, v.R, v.T
		if elem := tree.Pointee(t); elem != nil {
			t = elem
		}
	}
	f, ok := t.(*cc.FunctionType)
	if !ok {
		source.Refuse(x, "%s is not a function", cc.NodeSource(x.PostfixExpression))
	}
	i.Args = b.pass(f, args)
	if f.IsVariadic() {
		i.Args = append(i.Args, b.rest(f, args))
	}
	i.D = b.Register()
	if i.Op == code.OpCallPointer {
		i.N = b.signature(f)
	}
	b.Mark(x)
	b.Emit(i)
	if b.unused != cc.Node(x) {
		b.mustReturn(x, name, f.Result(), i.D)
	}
	return b.returned(x, f.Result(), i.D)
}

// unusedCast returns what n casts to void.
func unusedCast(n cc.Node) cc.Node {
	if x, ok := n.(*cc.CastExpression); ok && x.TypeName.Type().Kind() == cc.Void {
		return tree.Inner(x.CastExpression)
	}
	return nil
}

// OwnName is the name of library.h's own definition of a function, if it has one.
func OwnName(name string) string {
	return "__cprog_" + strings.TrimPrefix(strings.TrimPrefix(name, "__builtin_"), "__isoc99_")
}

// pass computes the arguments of a call of a function of type f.
func (b *builder) pass(f *cc.FunctionType, args []cc.ExpressionNode) []code.Register {
	parameters := f.Parameters()
	var passed []code.Register
	for k, arg := range args {
		if f.IsVariadic() && k >= len(parameters) {
			break
		}
		v := b.expression(arg)
		if k < len(parameters) && parameters[k].Type().Kind() != cc.Void {
			v.R = b.Convert(arg, v, parameters[k].Type().Decay())
		}
		passed = append(passed, v.R)
	}
	return passed
}

// mustReturn fails if the function called, which may have no name here, has returned without a value, in r.
func (b *builder) mustReturn(x *cc.PostfixExpression, name string, t cc.Type, r code.Register) {
	if t.Kind() == cc.Void || tree.IsCopied(t) || !b.FallsOff[name] && (name != "" || len(b.FallsOff) == 0) {
		return
	}
	returned := &emit.Label{}
	b.Jump(code.OpJumpZero, b.Binary(code.OpEq, model.Int32, r, b.Constant(code.Undefined)), returned)
	b.library(x, code.LibFail, b.message(fmt.Sprintf("use of the value of %s, which returned without one", cc.NodeSource(x.PostfixExpression))))
	b.Bind(returned)
}

// signature returns the number of a function type for calls through pointers: 0 if it has no prototype, or the arguments vary.
func (b *builder) signature(f *cc.FunctionType) int64 {
	if f.IsVariadic() || len(f.Parameters()) == 0 {
		return 0
	}
	text := signatureOf(f)
	n := slices.Index(b.Program.Signatures, text)
	if n < 0 {
		n = len(b.Program.Signatures)
		b.Program.Signatures = append(b.Program.Signatures, text)
	}
	return int64(n) + 1
}

// signatureOf describes how the parameters of a function are passed.
func signatureOf(f *cc.FunctionType) string {
	var text strings.Builder
	for _, p := range f.Parameters() {
		switch t := p.Type(); {
		case t.Kind() == cc.Void:
		case tree.IsFloat(t):
			fmt.Fprintf(&text, "f%d ", t.Size())
		case tree.IsCopied(t):
			fmt.Fprintf(&text, "r%d ", tree.Size(t))
		default:
			fmt.Fprintf(&text, "i%d ", t.Decay().Size())
		}
	}
	return text.String()
}

// returned returns the result of a call. A record lies in memory that the function has
// left, so it is copied.
func (b *builder) returned(n cc.Node, t cc.Type, r code.Register) emit.Value {
	if !tree.IsCopied(t) {
		return emit.Value{R: r, T: tree.Value(t, b.AST)}
	}
	return emit.Value{R: b.copyRecord(n, t, r), T: t}
}

// copyRecord copies a record to memory of the call that no other thread reaches.
func (b *builder) copyRecord(n cc.Node, t cc.Type, from code.Register) (to code.Register) {
	to = b.Address(code.OpPrivate, b.ReservePrivate(tree.Stride(n, t), tree.Align(t)))
	b.Emit(code.Instruction{Op: code.OpCopy, A: to, B: from, N: b.LayoutOf(n, t)})
	return to
}

// resultType returns the type of the call x. An undeclared function returns an int.
func (b *builder) resultType(x *cc.PostfixExpression) cc.Type {
	if t := x.Type(); t != nil && t.Kind() != cc.InvalidKind {
		return t
	}
	return b.AST.Int
}
