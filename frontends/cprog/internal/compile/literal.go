package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// A compound literal is a variable without a name: of the block that it is in, or of the file.

// compoundLiteral returns the variable, which has been given its value.
func (b *builder) compoundLiteral(x *cc.PostfixExpression) emit.Place {
	t := x.TypeName.Type()
	layout, size := b.literalLayout(x, t)
	p := emit.Place{T: t}
	switch d := b.Literal(x); {
	case b.F.Name == code.InitFunction:
		address := emit.Reserve(&b.Program.Bytes, size)
		b.literals = append(b.literals, &code.Global{Name: "literal", Address: address, Size: size, Layout: b.Program.Layouts[layout]})
		p.R = b.Constant(address)
	case b.Shared[d]:
		offset := b.ReserveShared(size)
		for _, leaf := range b.Program.Layouts[layout] {
			leaf.Offset += offset
			b.F.Frame = append(b.F.Frame, leaf)
		}
		b.inside(offset, size)
		p.R = b.Address(code.OpStack, offset)
	default:
		p.R, p.Local = b.Address(code.OpPrivate, b.ReservePrivate(size)), d
	}
	if !tree.IsAggregate(t) {
		if l := x.InitializerList; l != nil {
			b.initialise(p, l.Initializer)
		}
		return p
	}
	b.Emit(code.Instruction{Op: code.OpZero, A: p.R, N: layout})
	b.initialiseList(x.InitializerList, p.R, t)
	return p
}

// literalLayout returns the index of the layout of a compound literal, and its size.
func (b *builder) literalLayout(x *cc.PostfixExpression, t cc.Type) (layout, size int64) {
	n, unknown := tree.Elements(x)
	if !unknown {
		return b.LayoutOf(x, t), tree.Stride(x, t)
	}
	elem := tree.Pointee(t)
	return b.LayoutOfArray(x, elem, n), n * tree.Stride(x, elem)
}
