package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// An atomic place that is larger than any register, such as a pointer beside a counter, is accessed in an atomic section: an access
// is one step, though it is of several variables. Padding is not compared.

// IsLarge reports whether p is such a place.
func (p Place) IsLarge() bool {
	if !p.Atomic || p.InRegister || p.Local != nil || p.Field != nil {
		return false
	}
	_, fits := code.ScalarOf(tree.Size(p.T), false)
	return tree.IsWide(p.T) || tree.IsRecord(p.T) && !fits
}

// Boundary begins or ends an atomic section.
func (b *Emitter) Boundary(op code.Opcode) {
	if !b.Program.Sections {
		b.Program.Sections, b.Program.SectionLine = true, b.Line
	}
	b.Emit(code.Instruction{Op: op})
}

// numbers are the numbers that a value consists of, and where they lie.
type numbers struct {
	layout    code.Layout
	addresses []code.Register
	values    []code.Register
}

// numbersAt returns the numbers of a t at an address, without values.
func (b *Emitter) numbersAt(n cc.Node, address code.Register, t cc.Type) numbers {
	all := numbers{layout: b.Program.Layouts[b.LayoutOf(n, t)]}
	for _, leaf := range all.layout {
		if leaf.Role != code.Plain {
			source.Refuse(n, "an atomic struct with a member of the library is not supported")
		}
		all.addresses = append(all.addresses, b.Plus(address, leaf.Offset))
	}
	return all
}

// load emits loads of all numbers; one to which nothing has been stored is 0.
func (b *Emitter) load(n cc.Node, all numbers) numbers {
	b.Mark(n)
	for k, leaf := range all.layout {
		d := b.Register()
		b.Emit(code.Instruction{Op: code.OpLoad, Sub: code.Partly, T: leaf.T, D: d, A: all.addresses[k]})
		all.values = append(all.values, d)
	}
	return all
}

func (b *Emitter) store(n cc.Node, at numbers, values []code.Register) {
	b.Mark(n)
	for k, leaf := range at.layout {
		b.Emit(code.Instruction{Op: code.OpStore, T: leaf.T, A: at.addresses[k], B: values[k]})
	}
}

// valueOf returns a private copy of numbers that are a t.
func (b *Emitter) valueOf(n cc.Node, t cc.Type, values []code.Register) Value {
	to := b.Address(code.OpPrivate, b.ReservePrivate(tree.Stride(n, t), tree.Align(t)))
	b.store(n, b.numbersAt(n, to, t), values)
	return Value{to, t}
}

// ReadLarge returns the value of p.
func (b *Emitter) ReadLarge(n cc.Node, p Place) Value {
	at := b.largeAt(n, p)
	b.Boundary(code.OpBegin)
	at = b.load(n, at)
	b.Boundary(code.OpEnd)
	return b.valueOf(n, p.T, at.values)
}

// largeAt returns the numbers at p, which is atomic.
func (b *Emitter) largeAt(n cc.Node, p Place) numbers {
	b.Program.Atomics = b.Program.Atomics || !b.inLibrary()
	b.Mark(n)
	return b.numbersAt(n, p.R, p.T)
}

// WriteLarge writes v, the address of a value of the type of p.
func (b *Emitter) WriteLarge(n cc.Node, p Place, v code.Register) {
	at, from := b.largeAt(n, p), b.load(n, b.numbersAt(n, v, p.T))
	b.Boundary(code.OpBegin)
	b.store(n, at, from.values)
	b.Boundary(code.OpEnd)
}

// SwapLarge writes v to p, and returns the value it replaces.
func (b *Emitter) SwapLarge(n cc.Node, p Place, v code.Register) Value {
	at, from := b.largeAt(n, p), b.load(n, b.numbersAt(n, v, p.T))
	b.Boundary(code.OpBegin)
	at = b.load(n, at)
	b.store(n, at, from.values)
	b.Boundary(code.OpEnd)
	return b.valueOf(n, p.T, at.values)
}

// CompareLarge writes desired to p if that has the value expected, and returns the value that p had, and whether it was the expected one.
func (b *Emitter) CompareLarge(n cc.Node, p Place, expected, desired code.Register) (seen Value, same code.Register) {
	at := b.largeAt(n, p)
	old, v := b.load(n, b.numbersAt(n, expected, p.T)), b.load(n, b.numbersAt(n, desired, p.T))
	b.Boundary(code.OpBegin)
	at = b.load(n, at)
	same = b.Copy(b.Constant(1))
	for k := range at.values {
		same = b.Binary(code.OpAnd, model.Int32, same, b.Binary(code.OpEq, model.Int32, at.values[k], old.values[k]))
	}
	over := &Label{}
	b.Jump(code.OpJumpZero, same, over)
	b.store(n, at, v.values)
	b.Bind(over)
	b.Boundary(code.OpEnd)
	return b.valueOf(n, p.T, at.values), same
}

// UpdateLarge writes p op operand to p, a number of 16 bytes, and returns the value it replaces.
func (b *Emitter) UpdateLarge(n cc.Node, p Place, op code.Opcode, operand Value) Value {
	at := b.largeAt(n, p)
	b.Boundary(code.OpBegin)
	at = b.load(n, at)
	old := b.valueOf(n, p.T, at.values)
	v := b.load(n, b.numbersAt(n, b.Convert(n, b.Arithmetic(n, op, old, operand), p.T), p.T))
	b.store(n, at, v.values)
	b.Boundary(code.OpEnd)
	return old
}
