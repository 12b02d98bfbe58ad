package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// Clear refuses a change of p if it is unclear whether that is one event.
func (b *Emitter) Clear(n cc.Node, p Place) {
	if p.unclear {
		source.Refuse(n, "whether the pointer is atomic, or what it points to, cannot be determined here: declare it with a typedef of an atomic type")
	}
}

// Again returns the new value of an atomic variable, old op operand.
func (b *Emitter) Again(n cc.Node, op code.Opcode, old, operand Value) Value {
	return Value{b.Convert(n, b.Arithmetic(n, op, old, operand), old.T), old.T}
}

// Fetch does one read-modify-write of p and returns the value it replaced.
func (b *Emitter) Fetch(n cc.Node, p Place, op model.FetchOp, operand Value) Value {
	return b.FetchAs(n, p, op, operand, false)
}

// FetchAs is like Fetch, but can treat the operands as unsigned.
func (b *Emitter) FetchAs(n cc.Node, p Place, op model.FetchOp, operand Value, unsigned bool) Value {
	if p.Field != nil {
		source.Refuse(n, "an atomic bit-field is not supported")
	}
	if tree.IsFloat(p.T) {
		source.Refuse(n, "a read-modify-write of a floating-point number is not supported")
	}
	t := tree.ScalarType(n, p.T)
	r := operand.R
	if p.T.Kind() == cc.Ptr {
		r = b.Scale(r, tree.Stride(n, tree.Pointee(p.T)))
	} else {
		r = b.Convert(n, operand, p.T)
	}
	as := t
	if unsigned {
		as, _ = code.ScalarOf(code.Size(t), false)
	}
	b.Mark(n)
	d := b.Register()
	b.Emit(code.Instruction{Op: code.OpFetch, Sub: uint16(op.As(as)), T: t, D: d, A: p.R, B: r})
	return Value{d, p.T}
}

// Update does one read-modify-write of p with an operation that the model lacks, and returns the value it
// replaced.
func (b *Emitter) Update(n cc.Node, p Place, op code.Opcode, operand Value) Value {
	if p.Field != nil {
		source.Refuse(n, "an atomic variable cannot be changed by this operation: %s", cc.NodeSource(n))
	}
	if p.IsLarge() {
		return b.UpdateLarge(n, p, op, operand)
	}
	if tree.IsFloat(p.T) || tree.IsFloat(operand.T) {
		return b.updateFloat(n, p, op, operand)
	}
	t, r := cc.IntegerPromotion(p.T), operand.R
	if op != code.OpShl && op != code.OpShr {
		t = cc.UsualArithmeticConversions(p.T, operand.T)
		r = b.Convert(n, operand, t)
	}
	s := tree.ScalarType(n, t)
	if u, differs := unsigned[op]; differs && !code.Signed(s) {
		op = u
	}
	return b.updateBy(n, p, code.Operation(op, s), r)
}

func (b *Emitter) updateBy(n cc.Node, p Place, operation int64, operand code.Register) Value {
	b.Program.Uses[code.LibUpdate] = true
	b.Mark(n)
	d := b.Register()
	b.Emit(code.Instruction{
		Op: code.OpLibrary, Sub: uint16(code.LibUpdate), T: tree.ScalarType(n, p.T), N: operation, D: d, Args: []code.Register{p.R, operand},
	})
	return Value{d, p.T}
}

// updateFloat is like Update, if the variable or the operand is a floating-point number.
func (b *Emitter) updateFloat(n cc.Node, p Place, op code.Opcode, operand Value) Value {
	t := cc.UsualArithmeticConversions(p.T, operand.T)
	f, known := floatOperations[op]
	if !known || tree.IsWide(t) {
		source.Refuse(n, "an atomic variable cannot be changed by this operation: %s", cc.NodeSource(n))
	}
	held := code.HeldInteger
	switch p.T.Kind() {
	case cc.Float:
		held = code.HeldFloat
	case cc.Double:
		held = code.HeldDouble
	}
	return b.updateBy(n, p, code.FloatOperation(f, t.Kind() == cc.Float, held), b.Convert(n, operand, t))
}

// Fence compiles a fence with the memory order in a register, or the fence that a store with that order has before or
// after it.
func (b *Emitter) Fence(n cc.Node, place uint16, order code.Register) {
	b.Mark(n)
	b.Emit(code.Instruction{Op: code.OpFence, Sub: place, D: code.NoRegister, A: order})
}

// FenceOf is like Fence, for a known order. Weak orders need no fences.
func (b *Emitter) FenceOf(n cc.Node, place uint16, order int64) {
	orders := b.Program.Races && place == code.FenceOrder && order > 0
	if orders || order >= code.Release && (place != code.FenceAfter || order == code.SequentialConsistency) {
		b.Fence(n, place, b.Constant(order))
	}
}

// Atomic swaps, or compares and exchanges, the value at p, and returns the old value.
func (b *Emitter) Atomic(op code.Opcode, n cc.Node, p Place, x, y code.Register) code.Register {
	b.Mark(n)
	d := b.Register()
	b.Emit(code.Instruction{Op: op, T: tree.ScalarType(n, p.T), D: d, A: p.R, B: x, C: y})
	return d
}
