package emit

import (
	"slices"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"
	"dporbench/model/operation"

	"modernc.org/cc/v4"
)

// Memory orders. An access is plain unless its place is atomic or volatile. In a file that has atomic operations, a
// volatile access is relaxed; in one that has none, volatile stands for atomic, and the access is sequentially consistent.

var plainly = []code.Opcode{code.OpLoad, code.OpStore, code.OpCopy, code.OpZero}

// ordering returns the default ordering of an instruction.
func (b *Emitter) ordering(i code.Instruction) operation.Ordering {
	library := i.Op == code.OpLibrary && slices.Contains([]code.LibraryFunction{code.LibCopy, code.LibFill, code.LibRealloc}, code.LibraryFunction(i.Sub))
	if b.Program.Races && (library || slices.Contains(plainly, i.Op)) {
		return operation.Order(model.Plain)
	}
	return 0
}

// accessed gives the accesses from instruction from on the order of p.
func (b *Emitter) accessed(p Place, from int) {
	volatile := p.Volatile || tree.IsVolatileType(p.T)
	switch {
	case p.Atomic || p.unclear:
		b.Program.Atomics = b.Program.Atomics || p.Atomic && !b.inLibrary()
		b.orders(from, 0)
	case volatile && b.HasAtomics:
		b.orders(from, operation.Order(model.Relaxed))
	case volatile:
		b.orders(from, 0)
	}
}

func (b *Emitter) orders(from int, o operation.Ordering) {
	for k := range b.F.Code[from:] {
		i := &b.F.Code[from+k]
		if !slices.Contains(plainly, i.Op) && !slices.Contains(updates, i.Op) {
			continue
		}
		if i.Atomic = true; b.Program.Races {
			i.Ordering = o
		}
	}
}

var updates = []code.Opcode{code.OpSwap, code.OpFetch, code.OpCompareExchange}

// inLibrary reports whether the function is from a header of this package.
func (b *Emitter) inLibrary() bool { return strings.HasPrefix(b.F.Name, "__cprog_") }

// Ordered gives the last atomic operation emitted the memory orders named in a call, as numbered in stdatomic.h: its own,
// and the order of a failing compare-and-swap. If one is not constant, an OpOrder before the operation supplies them.
func (b *Emitter) Ordered(orders []cc.ExpressionNode) {
	b.Program.Atomics = b.Program.Atomics || !b.inLibrary()
	for _, e := range orders {
		if v, known := tree.ConstantOf(e); known {
			b.NoteOrder(v)
		}
	}
	for at := len(b.F.Code) - 1; at >= 0; at-- {
		i := &b.F.Code[at]
		if !slices.Contains(plainly, i.Op) && !slices.Contains(updates, i.Op) {
			continue
		}
		if i.Atomic = true; b.Program.Races {
			i.Ordering = orderingOf(orders)
		}
		return
	}
}

// NoteOrder notes a memory order that the file names.
func (b *Emitter) NoteOrder(order int64) {
	b.Program.WeakOrders = b.Program.WeakOrders || order < code.SequentialConsistency && !b.inLibrary()
}

func orderingOf(orders []cc.ExpressionNode) (o operation.Ordering) {
	for k, e := range orders {
		v, known := tree.ConstantOf(e)
		switch {
		case !known:
			return code.ByValue
		case k == 0:
			o = operation.Order(code.MemoryOrder(v))
		default:
			o = o.Failing(code.MemoryOrder(v))
		}
	}
	return o
}
