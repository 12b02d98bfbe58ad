package cprog

import (
	"strings"

	"dporbench/model"

	"modernc.org/cc/v4"
)

// place is what an lvalue denotes: a register, or memory at an address.
type place struct {
	inRegister bool
	r          register // the register, or the one that holds the address
	t          cc.Type
	field      *cc.Field      // set for a bit-field
	local      *cc.Declarator // the private variable of which this is a part
	atomic     bool
	unclear    bool // whether it is atomic cannot be told
}

// isPlace reports whether e is an lvalue, or a part of a record that a function
// returned.
func isPlace(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			switch d := x.ResolvedTo().(type) {
			case *cc.Declarator:
				return d.Type().Kind() != cc.Function
			case *cc.Parameter:
				return d.Declarator != nil
			}
		case cc.PrimaryExpressionExpr:
			return isPlace(x.ExpressionList)
		case cc.PrimaryExpressionString:
			return true
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref && pointsToData(x.CastExpression)
	case *cc.ExpressionList:
		return x.ExpressionList == nil && isPlace(x.AssignmentExpression)
	}
	return false
}

func pointsToData(e cc.ExpressionNode) bool {
	t := e.Type()
	if t == nil {
		return false
	}
	elem := pointee(t)
	return t.Kind() != cc.Function && (elem == nil || elem.Kind() != cc.Function)
}

func (b *builder) place(e cc.ExpressionNode) place {
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
			return b.member(b.record(x.PostfixExpression), x.Field())
		case cc.PostfixExpressionPSelect:
			return b.member(place{r: b.expression(x.PostfixExpression).r}, x.Field())
		case cc.PostfixExpressionComplit:
			return b.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			v := b.expression(x.CastExpression)
			elem := pointee(v.t)
			if elem == nil {
				refuse(e, "%s is no pointer", v.t)
			}
			return place{r: v.r, t: elem}.through(x.CastExpression)
		}
	}
	refuse(e, "this is no variable: it cannot be written, nor its address be taken")
	return place{}
}

func (b *builder) primaryPlace(x *cc.PrimaryExpression) place {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			return b.variablePlace(x, d)
		case *cc.Parameter:
			return b.variablePlace(x, d.Declarator)
		}
		refuse(x, "%s is not declared", x.Token.SrcStr())
	case cc.PrimaryExpressionExpr:
		return b.place(x.ExpressionList)
	case cc.PrimaryExpressionString:
		return place{r: b.constant(b.text(stringOf(x))), t: x.Type()}
	}
	refuse(x, "this is no variable: it cannot be written, nor its address be taken")
	return place{}
}

func stringOf(x *cc.PrimaryExpression) string {
	s, ok := x.Value().(cc.StringValue)
	if !ok {
		refuse(x, "this kind of string is not supported")
	}
	return strings.TrimSuffix(string(s), "\x00")
}

func (b *builder) variablePlace(n cc.Node, d *cc.Declarator) place {
	atomic := isAtomic(d)
	if h, local := b.places[d]; local {
		switch h.kind {
		case inRegister:
			return place{inRegister: true, r: h.r, t: d.Type(), local: d}
		case inPrivate:
			return place{r: b.address(opPrivate, h.offset), t: d.Type(), local: d}
		}
		return place{r: b.address(opStack, h.offset), t: d.Type(), atomic: atomic}
	}
	if isFunctionName(d) {
		return place{r: b.constant(b.text(b.f.name)), t: d.Type()}
	}
	v := b.variableOf(n, d)
	switch {
	case !v.threadLocal:
		return place{r: b.constant(v.address), t: v.t, atomic: atomic}
	case b.shared[v.declarator]:
		return place{r: b.address(opThreadLocal, v.address), t: v.t, atomic: atomic}
	}
	return place{r: b.constant(privateSpace + v.address), t: v.t, local: v.declarator}
}

func (b *builder) address(op opcode, offset int64) register {
	d := b.register()
	b.emit(instruction{op: op, d: d, n: offset})
	return d
}

func (b *builder) elementPlace(x *cc.PostfixExpression) place {
	base, index := x.PostfixExpression, cc.ExpressionNode(x.ExpressionList)
	if k := base.Type().Undecay().Kind(); k != cc.Ptr && k != cc.Array {
		base, index = index, base
	}
	var p place
	if isPlace(base) {
		array := b.place(base)
		if array.t.Kind() == cc.Array {
			p = array
		} else {
			v := b.read(base, array)
			p = place{r: v.r, t: v.t}
		}
	} else {
		v := b.expression(base)
		p = place{r: v.r, t: v.t}
	}
	elem := pointee(p.t)
	if elem == nil {
		refuse(x, "%s has no elements", p.t)
	}
	i := b.expression(index)
	p.r = b.binary(opAdd, model.Uint64, p.r, b.scale(i.r, stride(x, elem)))
	p.t = elem
	return p.through(base)
}

// through is p, to which the pointer e leads: what is known of it being atomic.
func (p place) through(e cc.ExpressionNode) place {
	switch {
	case p.atomic || isAtomicType(p.t):
		p.atomic = true
	case !pointsToAtomic(e):
	case p.t.Kind() == cc.Ptr:
		p.unclear = true // the pointer, or what it points to
	default:
		p.atomic = true
	}
	return p
}

// record is where the value of e lies, which is a struct or a union.
func (b *builder) record(e cc.ExpressionNode) place {
	if isPlace(e) {
		return b.place(e)
	}
	v := b.expression(e)
	return place{r: v.r, t: v.t}
}

func (b *builder) member(p place, f *cc.Field) place {
	p.r, p.t = b.plus(p.r, f.Offset()), f.Type()
	p.atomic = isAtomicType(p.t) || f.Declarator() != nil && isAtomic(f.Declarator())
	if f.IsBitfield() {
		p.field = f
	}
	return p
}

func (b *builder) compoundLiteral(x *cc.PostfixExpression) place {
	t := x.TypeName.Type()
	p := place{r: b.address(opPrivate, reserve(&b.f.private, stride(x, t))), t: t}
	b.emit(instruction{op: opZero, a: p.r, n: b.layoutOf(x, t)})
	b.initialiseList(x.InitializerList, p.r, t)
	return p
}

// read is the value of p: for an aggregate, its address.
func (b *builder) read(n cc.Node, p place) value {
	switch {
	case p.t.Kind() == cc.Array:
		b.escapes(p.local)
		return value{p.r, pointee(p.t).Pointer()}
	case isRecord(p.t), p.inRegister:
		return value{p.r, p.t}
	}
	b.mark(n)
	if p.field != nil {
		return value{b.readBits(n, p), p.t}
	}
	return value{b.unary(opLoad, scalarType(n, p.t), p.r), p.t}
}

// write writes v, a value of the type of p.
func (b *builder) write(n cc.Node, p place, v register) {
	b.mark(n)
	switch {
	case isRecord(p.t):
		b.emit(instruction{op: opCopy, a: p.r, b: v, n: b.layoutOf(n, p.t)})
	case p.inRegister:
		b.move(p.r, v)
	case p.field != nil:
		b.writeBits(n, p, v)
	default:
		b.emit(instruction{op: opStore, t: scalarType(n, p.t), a: p.r, b: v})
	}
}

func (b *builder) readBits(n cc.Node, p place) register {
	all := b.unary(opLoad, bitFieldType(n, p.field), p.r)
	up := b.constant(64 - int64(p.field.OffsetBits()) - p.field.ValueBits())
	down := b.constant(64 - p.field.ValueBits())
	shift := opUShr
	if cc.IsSignedInteger(p.t) {
		shift = opShr
	}
	return b.binary(shift, model.Int64, b.binary(opShl, model.Int64, all, up), down)
}

func (b *builder) writeBits(n cc.Node, p place, v register) {
	t := bitFieldType(n, p.field)
	mask, shift := int64(1)<<p.field.ValueBits()-1, int64(p.field.OffsetBits())
	old := b.binary(opAnd, t, b.unary(opLoad, t, p.r), b.constant(^(mask << shift)))
	bits := b.binary(opShl, model.Int64, b.binary(opAnd, model.Int64, v, b.constant(mask)), b.constant(shift))
	b.emit(instruction{op: opStore, t: t, a: p.r, b: b.binary(opOr, t, old, bits)})
}
