package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

// call compiles a call of a function of the file, of the library, or of a pointer.
func (b *builder) call(x *cc.PostfixExpression) value {
	name, t := callee(x.PostfixExpression)
	args := arguments(x)
	if name != "" && b.defined[name] == nil {
		if v, ok := b.atomicCall(x, name, args); ok {
			return v
		}
		return b.libraryCall(x, name, args)
	}
	i := instruction{op: opCall}
	if name != "" {
		i.n = int64(b.function(name))
	} else {
		v := b.expression(x.PostfixExpression)
		i.op, i.a, t = opCallPointer, v.r, v.t
		if elem := pointee(t); elem != nil {
			t = elem
		}
	}
	f, ok := t.(*cc.FunctionType)
	if !ok {
		refuse(x, "%s is no function", cc.NodeSource(x.PostfixExpression))
	}
	i.args = b.pass(f, args)
	i.d = b.register()
	b.mark(x)
	b.emit(i)
	return b.returned(x, f.Result(), i.d)
}

// pass computes the arguments of a call of a function of type f.
func (b *builder) pass(f *cc.FunctionType, args []cc.ExpressionNode) []register {
	parameters := f.Parameters()
	var passed []register
	for k, arg := range args {
		v := b.expression(arg)
		if k < len(parameters) && parameters[k].Type().Kind() != cc.Void {
			v.r = b.convert(arg, v, parameters[k].Type().Decay())
		}
		passed = append(passed, v.r)
	}
	return passed
}

// returned is what a call has returned: a record lies in memory that the function has
// left, and is copied.
func (b *builder) returned(n cc.Node, t cc.Type, r register) value {
	if !isRecord(t) {
		return value{r, t}
	}
	to := b.address(opPrivate, reserve(&b.f.private, stride(n, t)))
	b.emit(instruction{op: opCopy, a: to, b: r, n: b.layoutOf(n, t)})
	return value{to, t}
}

func arguments(x *cc.PostfixExpression) (args []cc.ExpressionNode) {
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

// callee is the function that e names, if it names one.
func callee(e cc.ExpressionNode) (name string, t cc.Type) {
	p, ok := inner(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return "", nil
	}
	switch d := p.ResolvedTo().(type) {
	case *cc.Declarator:
		if d.Type().Kind() == cc.Function {
			return d.Name(), d.Type()
		}
	case nil:
		return p.Token.SrcStr(), nil
	}
	return "", nil
}

// inner is e without parentheses and casts of pointers.
func inner(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionExpr {
				e = x.ExpressionList
				continue
			}
		case *cc.ExpressionList:
			if x.ExpressionList == nil {
				e = x.AssignmentExpression
				continue
			}
		case *cc.CastExpression:
			if x.TypeName.Type().Kind() == cc.Ptr {
				e = x.CastExpression
				continue
			}
		}
		return e
	}
}

// target is what a pointer that is passed to the library points to. A local variable
// stays private: the library does not keep its address.
func (b *builder) target(e cc.ExpressionNode) place {
	if u, ok := inner(e).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof && isPlace(u.CastExpression) {
		return b.place(u.CastExpression)
	}
	if p, ok := b.privateElement(inner(e)); ok {
		return p
	}
	v := b.expression(e)
	elem := pointee(v.t)
	if elem == nil {
		refuse(e, "a pointer is expected, not %s", v.t)
	}
	return place{r: v.r, t: elem}
}

// privateElement is an element of an array, given as array or array + i.
func (b *builder) privateElement(e cc.ExpressionNode) (place, bool) {
	base, index := e, cc.ExpressionNode(nil)
	if x, ok := e.(*cc.AdditiveExpression); ok && x.Case == cc.AdditiveExpressionAdd {
		base, index = x.AdditiveExpression, x.MultiplicativeExpression
	}
	if !isPlace(base) || base.Type().Undecay().Kind() != cc.Array {
		return place{}, false
	}
	p := b.place(base)
	if p.t.Kind() != cc.Array {
		return place{}, false
	}
	p.t = pointee(p.t)
	if index != nil {
		p.r = b.binary(opAdd, model.Uint64, p.r, b.scale(b.scalar(index).r, stride(e, p.t)))
	}
	return p, true
}

func isNull(e cc.ExpressionNode) bool {
	v, ok := constantOf(inner(e))
	return ok && v == 0
}
