package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// target returns the place that a pointer passed to the library points to. A local variable
// stays private, because the library does not keep its address.
func (b *builder) target(e cc.ExpressionNode) emit.Place {
	e = tree.SameTarget(e)
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof && tree.IsPlace(u.CastExpression) {
		return b.place(u.CastExpression)
	}
	if p, ok := b.privateElement(e); ok {
		return p
	}
	v := b.expression(e)
	elem := tree.Pointee(v.T)
	if elem == nil {
		source.Refuse(e, "a pointer is expected, not %s", v.T)
	}
	return emit.Place{R: v.R, T: elem}
}

// privateElement returns the place of an array element given as array or array + i.
func (b *builder) privateElement(e cc.ExpressionNode) (emit.Place, bool) {
	base, index := e, cc.ExpressionNode(nil)
	if x, ok := e.(*cc.AdditiveExpression); ok && x.Case == cc.AdditiveExpressionAdd {
		base, index = x.AdditiveExpression, x.MultiplicativeExpression
	}
	if !tree.IsPlace(base) || base.Type().Undecay().Kind() != cc.Array {
		return emit.Place{}, false
	}
	p := b.place(base)
	if p.T.Kind() != cc.Array {
		return emit.Place{}, false
	}
	p.T = tree.Pointee(p.T)
	if index != nil {
		p.R = b.Binary(code.OpAdd, model.Uint64, p.R, b.Times(e, b.scalar(index).R, p.T))
	}
	return p, true
}

func (b *builder) functionAddress(n cc.Node, d *cc.Declarator) emit.Value {
	name := d.Name()
	t, _ := d.Type().(*cc.FunctionType)
	own := b.ownFunction(name)
	switch {
	case b.definition(name) != nil:
	case own != "":
		name = own
	case t != nil && b.libraryFunction(name, t):
	case b.weak[name]:
		return emit.Value{R: b.Constant(0), T: d.Type().Pointer()}
	default:
		source.Refuse(n, "function %s is not defined, and not one of the library that can be called through a pointer", name)
	}
	notBoundary(n, name)
	return emit.Value{R: b.Constant(code.FunctionSpace | int64(b.function(name))), T: d.Type().Pointer()}
}

// ownFunction returns the function of this package that a pointer to a function of the library points to, or "".
func (b *builder) ownFunction(name string) string {
	for _, own := range []string{OwnName(name), viaPointer + name} {
		switch {
		case b.definition(name) == nil && b.options.Omitted(own):
			panic(ErrOmitted)
		case b.definition(own) != nil:
			return own
		}
	}
	return ""
}

// viaPointer begins the names of functions that call one of the library which is no function of this package.
const viaPointer = "__cprog_via_"

func (b *builder) addressOf(e cc.ExpressionNode) emit.Value {
	if !tree.IsPlace(e) {
		v := b.expression(e)
		if elem := tree.Pointee(v.T); elem == nil || elem.Kind() != cc.Function {
			source.Refuse(e, "this has no address: %s", cc.NodeSource(e))
		}
		return v
	}
	p := b.place(e)
	b.Escapes(p.Local)
	if p.Field != nil {
		source.Refuse(e, "a bit-field has no address")
	}
	return emit.Value{R: p.R, T: p.T.Pointer()}
}

func (b *builder) place(e cc.ExpressionNode) emit.Place {
	switch x := e.(type) {
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return b.place(x.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		return b.primaryPlace(x)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return b.elementPlace(x)
		case cc.PostfixExpressionSelect:
			return b.Member(x, b.located(x.PostfixExpression), x.Field())
		case cc.PostfixExpressionPSelect:
			v := b.expression(x.PostfixExpression)
			return b.Member(x, emit.Place{R: v.R, T: tree.Pointee(v.T), Volatile: tree.PointsToVolatile(x.PostfixExpression)}, x.Field())
		case cc.PostfixExpressionComplit:
			return b.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			v := b.expression(x.CastExpression)
			elem := tree.Pointee(v.T)
			if elem == nil {
				source.Refuse(e, "%s is no pointer", v.T)
			}
			return emit.Place{R: v.R, T: elem}.Through(x.CastExpression)
		}
	}
	source.Refuse(e, "this is no variable: it cannot be written, nor its address be taken")
	return emit.Place{}
}

func (b *builder) primaryPlace(x *cc.PrimaryExpression) emit.Place {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			b.Program.ReadsArguments = b.Program.ReadsArguments || b.F.Name == "main" && d.IsParam()
			return b.variablePlace(x, d)
		case *cc.Parameter:
			b.Program.ReadsArguments = b.Program.ReadsArguments || b.F.Name == "main"
			return b.variablePlace(x, d.Declarator)
		}
		source.Refuse(x, "%s is not declared", x.Token.SrcStr())
	case cc.PrimaryExpressionExpr:
		return b.place(x.ExpressionList)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return emit.Place{R: b.literal(x), T: x.Type().Undecay()}
	}
	source.Refuse(x, "this is no variable: it cannot be written, nor its address be taken")
	return emit.Place{}
}

// literal returns the address of a string literal.
func (b *builder) literal(x *cc.PrimaryExpression) code.Register {
	bytes, ok := tree.StringBytes(x)
	if !ok {
		source.Refuse(x, "this kind of string is not supported")
	}
	return b.Constant(b.Bytes(string(bytes)))
}

func (b *builder) variablePlace(n cc.Node, d *cc.Declarator) emit.Place {
	atomic := tree.IsAtomic(d)
	if h, local := b.places[d]; local {
		switch h.kind {
		case inRegister:
			return emit.Place{InRegister: true, R: h.r, T: d.Type(), Local: d}
		case inHeap:
			return emit.Place{R: h.r, T: d.Type(), Atomic: atomic}
		case inPrivate:
			return emit.Place{R: b.Address(code.OpPrivate, h.offset), T: d.Type(), Local: d}
		}
		return emit.Place{R: b.Address(code.OpStack, h.offset), T: d.Type(), Atomic: atomic}
	}
	if tree.IsFunctionName(d) {
		return emit.Place{R: b.Constant(b.Text(plainName(b.F.Name))), T: d.Type()}
	}
	v := b.variableOf(n, d)
	switch {
	case !v.ThreadLocal:
		return emit.Place{R: b.Constant(v.Address), T: v.t, Atomic: atomic}
	case b.Shared[v.declarator]:
		return emit.Place{R: b.Address(code.OpThreadLocal, v.Address), T: v.t, Atomic: atomic}
	}
	return emit.Place{R: b.Constant(code.PrivateSpace + v.Address), T: v.t, Local: v.declarator}
}

func (b *builder) elementPlace(x *cc.PostfixExpression) emit.Place {
	base, index := x.PostfixExpression, cc.ExpressionNode(x.ExpressionList)
	if k := base.Type().Undecay().Kind(); k != cc.Ptr && k != cc.Array {
		base, index = index, base
	}
	p := b.located(base)
	if tree.IsPlace(base) && p.T.Kind() != cc.Array {
		v := b.Read(base, p)
		p = emit.Place{R: v.R, T: v.T}
	}
	elem := tree.Pointee(p.T)
	if elem == nil {
		source.Refuse(x, "%s has no elements", p.T)
	}
	i := b.scalar(index)
	p.R = b.Binary(code.OpAdd, model.Uint64, p.R, b.Times(x, i.R, elem))
	p.T = elem
	return p.Through(base)
}

// located returns the place of e or, if e is not a place, the one at its value: the address of a record, or a pointer.
func (b *builder) located(e cc.ExpressionNode) emit.Place {
	if tree.IsPlace(e) {
		return b.place(e)
	}
	v := b.expression(e)
	return emit.Place{R: v.R, T: v.T}
}
