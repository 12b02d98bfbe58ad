package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// Place is what an lvalue denotes: a register, or memory at an address.
type Place struct {
	InRegister bool
	R          code.Register // the register, or the one that holds the address
	T          cc.Type
	Field      *cc.Field      // set for a bit-field
	Unit       tree.Unit      // the number that contains it
	Local      *cc.Declarator // the private variable that contains it
	Atomic     bool
	Volatile   bool // although its type does not say so
	unclear    bool // it is not known whether it is atomic
}

// Through returns p, to which the pointer e points, with what is known about its being atomic or volatile.
func (p Place) Through(e cc.ExpressionNode) Place {
	p.Volatile = p.Volatile || tree.PointsToVolatile(e)
	switch {
	case p.Atomic || tree.IsAtomicType(p.T):
		p.Atomic = true
	case !tree.PointsToAtomic(e):
	case p.T.Kind() == cc.Ptr:
		p.unclear = true // the pointer, or what it points to
	default:
		p.Atomic = true
	}
	return p
}

// InMemory reports whether p is memory of its own that is neither atomic nor volatile.
func (p Place) InMemory() bool {
	return !p.InRegister && p.Field == nil && !p.Atomic && !p.unclear && !p.Volatile && !tree.IsVolatileType(p.T)
}

// Member returns field f of the struct or union at p.
func (b *Emitter) Member(n cc.Node, p Place, f *cc.Field) Place {
	p.Volatile = p.Volatile || tree.IsVolatileType(p.T)
	if _, union := p.T.(*cc.UnionType); union {
		b.Program.Mixes = true
	}
	record := p.T
	offset, ok := tree.Offset(record, f)
	if f.IsBitfield() {
		p.Unit, ok = tree.UnitOf(record, f)
		offset = p.Unit.Offset
	}
	if !ok {
		source.Refuse(n, "member %s of %s cannot be accessed here", f.Name(), record)
	}
	p.R, p.T = b.Plus(p.R, offset), f.Type()
	p.Atomic = tree.IsAtomicType(p.T) || f.Declarator() != nil && tree.IsAtomic(f.Declarator())
	if f.IsBitfield() {
		p.Field = f
	}
	return p
}

// Read returns the value of p: for an aggregate, its address.
func (b *Emitter) Read(n cc.Node, p Place) Value {
	switch {
	case p.T.Kind() == cc.Array:
		b.Escapes(p.Local)
		return Value{p.R, tree.Pointee(p.T).Pointer()}
	case p.IsLarge():
		return b.ReadLarge(n, p)
	case p.IsAtomicRecord():
		return b.Unpacked(n, b.Read(n, b.AsNumber(n, p)).R, p.T)
	case tree.IsRecord(p.T):
		return Value{p.R, p.T}
	case p.InRegister:
		b.Reads(n, p)
		return Value{p.R, tree.Value(p.T, b.AST)}
	}
	b.Mark(n)
	defer b.accessed(p, len(b.F.Code))
	if tree.IsWide(p.T) {
		return Value{b.copyWide(n, p), p.T}
	}
	if p.Field != nil {
		return Value{b.readBits(p), tree.Promoted(p.Field, b.AST)}
	}
	return Value{b.Unary(code.OpLoad, tree.ScalarType(n, p.T), p.R), tree.Value(p.T, b.AST)}
}

// Assign writes v, a value of the type of p, and returns the new value of p.
func (b *Emitter) Assign(n cc.Node, p Place, v code.Register) Value {
	b.Write(n, p, v)
	switch {
	case tree.IsRecord(p.T):
		return Value{p.R, p.T}
	case p.Field != nil:
		return Value{b.extract(p, v, 0), tree.Promoted(p.Field, b.AST)}
	}
	return Value{v, tree.Value(p.T, b.AST)}
}

// Write writes v, a value of the type of p.
func (b *Emitter) Write(n cc.Node, p Place, v code.Register) {
	if p.IsLarge() {
		b.WriteLarge(n, p, v)
		return
	}
	b.Mark(n)
	defer b.accessed(p, len(b.F.Code))
	switch {
	case tree.IsCopied(p.T):
		b.Emit(code.Instruction{Op: code.OpCopy, A: p.R, B: v, N: b.LayoutOf(n, p.T)})
	case p.InRegister:
		b.Move(p.R, v)
	case p.Field != nil:
		b.writeBits(p, v)
	default:
		b.Emit(code.Instruction{Op: code.OpStore, T: tree.ScalarType(n, p.T), A: p.R, B: v})
	}
}
