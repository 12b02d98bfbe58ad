package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// initialise gives the variable at p its initial value.
func (b *builder) initialise(p emit.Place, init *cc.Initializer) {
	switch {
	case tree.IsMutex(p.T):
	case init.Case == cc.InitializerInitList && p.InRegister:
		if l := init.InitializerList; l != nil {
			b.initialise(p, l.Initializer)
		} else {
			b.Write(init, p, b.Constant(0))
		}
	case init.Case == cc.InitializerInitList:
		if tree.IsAggregate(p.T) {
			b.Emit(code.Instruction{Op: code.OpZero, A: p.R, N: b.LayoutOf(init, p.T)})
		}
		b.initialiseList(init.InitializerList, p.R, p.T)
	case p.T.Kind() == cc.Array:
		b.Emit(code.Instruction{Op: code.OpZero, A: p.R, N: b.LayoutOf(init, p.T)})
		b.initialiser(init, p.R, p.T)
	default:
		b.Write(init, p, b.Convert(init, b.expression(init.AssignmentExpression), p.T))
	}
}

// initialiseList stores the values of the list into the memory at address, which is zero.
func (b *builder) initialiseList(l *cc.InitializerList, address code.Register, t cc.Type) {
	for ; l != nil; l = l.InitializerList {
		b.initialiser(l.Initializer, address, t)
	}
}

// initialiser stores one element of a list. The parser has worked out where it lies.
func (b *builder) initialiser(i *cc.Initializer, address code.Register, whole cc.Type) {
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
			b.initialiseString(b.Plus(address, i.Offset()), t, string(s))
			return
		}
	}
	for k := range max(i.Len(), 1) {
		p := emit.Place{R: b.Plus(address, i.Offset()+k*t.Size()), T: t}
		if f := i.Field(); f != nil && f.IsBitfield() {
			p.Field = f
		}
		b.Write(e, p, b.Convert(e, b.expression(e), t))
	}
}

func (b *builder) initialiseString(address code.Register, t cc.Type, s string) {
	for k := range min(t.Size(), int64(len(s))) {
		b.Emit(code.Instruction{Op: code.OpStore, T: model.Int8, A: b.Plus(address, k), B: b.Constant(int64(int8(s[k])))})
	}
}
