package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// initialise gives the variable at p its initial value.
func (b *builder) initialise(p emit.Place, init *cc.Initializer) {
	switch {
	case tree.IsMutex(p.T):
		b.initialiseMutex(p.R, init)
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
		b.initialiser(init, p.R, p.T, p.T)
	default:
		b.Write(init, p, b.Convert(init, b.expression(init.AssignmentExpression), p.T))
	}
}

// initialiseMutex gives a mutex of the file its kind.
func (b *builder) initialiseMutex(address code.Register, init *cc.Initializer) {
	kind := kindOf(init)
	if kind == 0 {
		return
	}
	if b.F.Name != code.InitFunction {
		source.Refuse(init, "a local mutex that an initialiser makes recursive, or that checks for errors, is not supported: call pthread_mutex_init")
	}
	b.Program.Uses[code.LibMutexKind] = true
	b.Emit(code.Instruction{Op: code.OpStore, T: model.Int32, A: address, B: b.Constant(kind)})
}

// kindOf returns the kind in an initialiser of a mutex: its only number or, where a file has been preprocessed with the headers of glibc, the
// fifth one.
func kindOf(init *cc.Initializer) int64 {
	const kindInside = 4
	l, n := init.InitializerList, 0
	for l != nil && l.Initializer.Case == cc.InitializerInitList {
		l, n = l.Initializer.InitializerList, kindInside
	}
	for ; l != nil && n > 0; n-- {
		l = l.InitializerList
	}
	if l == nil || l.Initializer.AssignmentExpression == nil {
		return 0
	}
	kind, _ := tree.ConstantOf(l.Initializer.AssignmentExpression)
	return kind
}

// initialiseList stores the values of the list into the memory at address, which is zero and holds a root.
func (b *builder) initialiseList(l *cc.InitializerList, address code.Register, root cc.Type) {
	outer := b.initialised
	b.initialised = nil
	defer func() { b.initialised = outer }()
	for ; l != nil; l = l.InitializerList {
		b.initialiser(l.Initializer, address, root, root)
	}
}

// initialiser stores one element of a list for a whole inside the root. The parser has worked out where it lies, in its own layout.
func (b *builder) initialiser(i *cc.Initializer, address code.Register, root, whole cc.Type) {
	if i.Case == cc.InitializerInitList {
		if tree.IsMutex(i.Type()) {
			b.initialiseMutex(b.within(i, address, root, i.Offset()).R, i)
			return
		}
		b.replaces(i, i.Offset(), i.Type(), true)
		for l := i.InitializerList; l != nil; l = l.InitializerList {
			b.initialiser(l.Initializer, address, root, i.Type())
		}
		return
	}
	e, t := i.AssignmentExpression, i.Type()
	if t == nil || t.Kind() == cc.InvalidKind {
		t = whole
	}
	if s, ok := tree.StringBytes(e); ok {
		if t.Kind() != cc.Array && whole.Kind() == cc.Array && t.Kind() != cc.Ptr {
			t = whole
		}
		if t.Kind() == cc.Array {
			b.initialiseString(b.within(i, address, root, i.Offset()).R, t, s)
			return
		}
	}
	if tree.TypeOf(e, b.AST).Kind() == cc.Array && cc.IsArithmeticType(t) {
		source.Refuse(e, "an array or a string that initialises a number is not supported; u\"\" is supported for an array that is a variable of its own")
	}
	for k := range max(i.Len(), 1) {
		p := b.within(i, address, root, i.Offset()+k*t.Size())
		p.T = t
		b.replaces(i, i.Offset()+k*t.Size(), t, false)
		b.initialised = append(b.initialised, initialised{p, from(i, i.Offset()+k*t.Size()), bitsOf(i, t)})
		b.Write(e, p, b.Convert(e, b.expression(e), t))
	}
}

// initialised is a number in a list that has got its value: its place, its first bit in the parser's layout, and its size in bits.
type initialised struct {
	emit.Place
	from, bits int64
}

// replaces clears the numbers that the list has stored before where it now initialises a t: a later initialiser replaces earlier ones of the
// same member, or of another member of the same union, as a whole. A number that is stored at the same place needs no clearing.
func (b *builder) replaces(i *cc.Initializer, offset int64, t cc.Type, list bool) {
	first, end := from(i, offset), from(i, offset)+bitsOf(i, t)
	for _, earlier := range b.initialised {
		same := !list && earlier.from == first && earlier.from+earlier.bits == end
		if same || earlier.from >= end || earlier.from+earlier.bits <= first || tree.IsCopied(earlier.T) {
			continue
		}
		b.Write(i, earlier.Place, b.Constant(0))
	}
}

func from(i *cc.Initializer, offset int64) int64 {
	if f := i.Field(); f != nil && f.IsBitfield() {
		return 8*offset + int64(f.OffsetBits())
	}
	return 8 * offset
}

func bitsOf(i *cc.Initializer, t cc.Type) int64 {
	if f := i.Field(); f != nil && f.IsBitfield() {
		return f.ValueBits()
	}
	return 8 * t.Size()
}

// within returns the place that is, in the parser's layout, at an offset of the root at address.
func (b *builder) within(i *cc.Initializer, address code.Register, root cc.Type, offset int64) emit.Place {
	var p emit.Place
	if f := i.Field(); f != nil && f.IsBitfield() {
		p.Field = f
	}
	at, u, ok := tree.Relocate(root, offset, p.Field)
	if !ok {
		source.Refuse(i, "this initialiser is not supported")
	}
	p.Unit, p.R = u, b.Plus(address, at+u.Offset)
	return p
}

func (b *builder) initialiseString(address code.Register, t cc.Type, s []byte) {
	elem := tree.Pointee(t)
	n, as := elem.Size(), tree.ScalarType(nil, elem)
	end := int64(len(s))
	if a, ok := t.(*cc.ArrayType); ok && a.SizeExpression() != nil {
		end = min(end, t.Size())
	}
	for k := int64(0); k < end; k += n {
		v := code.Cut(as, code.LittleEndian(s[k:k+n]))
		b.Emit(code.Instruction{Op: code.OpStore, T: as, A: b.Plus(address, k), B: b.Constant(v)})
	}
}

// A compound literal is a variable without a name: of the block that it is in, or of the file.

// compoundLiteral returns the variable, which has been given its value.
func (b *builder) compoundLiteral(x *cc.PostfixExpression) emit.Place {
	t := x.TypeName.Type()
	layout, size := b.literalLayout(x, t)
	p := emit.Place{T: t}
	switch d := b.Literal(x); {
	case b.F.Name == code.InitFunction:
		address := emit.Reserve(&b.Program.Bytes, size, tree.Align(t))
		b.literals = append(b.literals, &code.Global{Name: "literal", Address: address, Size: size, Layout: b.Program.Layouts[layout]})
		p.R = b.Constant(address)
	case b.Shared[d]:
		offset := b.ReserveShared(size, tree.Align(t))
		for _, leaf := range b.Program.Layouts[layout] {
			leaf.Offset += offset
			b.F.Frame = append(b.F.Frame, leaf)
		}
		b.inside(offset, size)
		p.R = b.Address(code.OpStack, offset)
	default:
		p.R, p.Local = b.Address(code.OpPrivate, b.ReservePrivate(size, tree.Align(t))), d
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
