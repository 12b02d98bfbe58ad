package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

// initialise gives the variable at p its initial value.
func (b *builder) initialise(p place, init *cc.Initializer) {
	switch {
	case init.Case == cc.InitializerInitList && p.inRegister:
		if l := init.InitializerList; l != nil {
			b.initialise(p, l.Initializer)
		} else {
			b.write(init, p, b.constant(0))
		}
	case init.Case == cc.InitializerInitList:
		if isAggregate(p.t) {
			b.emit(instruction{op: opZero, a: p.r, n: b.layoutOf(init, p.t)})
		}
		b.initialiseList(init.InitializerList, p.r, p.t)
	case p.t.Kind() == cc.Array:
		b.emit(instruction{op: opZero, a: p.r, n: b.layoutOf(init, p.t)})
		b.initialiser(init, p.r, p.t)
	default:
		b.write(init, p, b.convert(init, b.expression(init.AssignmentExpression), p.t))
	}
}

// initialiseList stores what the list says into the memory at address, which is zero.
func (b *builder) initialiseList(l *cc.InitializerList, address register, t cc.Type) {
	for ; l != nil; l = l.InitializerList {
		b.initialiser(l.Initializer, address, t)
	}
}

// initialiser stores one element of a list. The parser has worked out where it lies.
func (b *builder) initialiser(i *cc.Initializer, address register, whole cc.Type) {
	if i.Case == cc.InitializerInitList {
		b.initialiseList(i.InitializerList, address, i.Type())
		return
	}
	e, t := i.AssignmentExpression, i.Type()
	if t == nil || t.Kind() == cc.InvalidKind {
		t = whole
	}
	if s, ok := e.Value().(cc.StringValue); ok {
		if t.Kind() != cc.Array && whole.Kind() == cc.Array && t.Kind() != cc.Ptr {
			t = whole
		}
		if t.Kind() == cc.Array {
			b.initialiseString(b.plus(address, i.Offset()), t, string(s))
			return
		}
	}
	for k := range max(i.Len(), 1) {
		p := place{r: b.plus(address, i.Offset()+k*t.Size()), t: t}
		if f := i.Field(); f != nil && f.IsBitfield() {
			p.field = f
		}
		b.write(e, p, b.convert(e, b.expression(e), t))
	}
}

func (b *builder) initialiseString(address register, t cc.Type, s string) {
	for k := range min(t.Size(), int64(len(s))) {
		b.emit(instruction{op: opStore, t: model.Int8, a: b.plus(address, k), b: b.constant(int64(int8(s[k])))})
	}
}

// initialisers compiles those of the globals to a function of their own.
func (c *compiler) initialisers() {
	b := c.newBuilder(&function{name: initFunction, defined: true})
	c.index[initFunction] = len(c.program.functions)
	c.program.functions = append(c.program.functions, b.f)
	for k := 0; k < len(c.declared); k++ { // an initialiser may declare others
		v := c.declared[k]
		if v.init == nil || !v.placed {
			continue
		}
		b.mark(v.init)
		p := place{r: b.constant(v.address), t: v.t}
		if v.threadLocal {
			p.r = b.address(opThreadLocal, v.address)
			if !c.shared[v.declarator] {
				p.r = b.constant(privateSpace + v.address)
			}
		}
		b.initialise(p, v.init)
	}
	b.emit(instruction{op: opReturn, a: noRegister})
}
