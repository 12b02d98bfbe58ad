package compile

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

var fetchNames = map[string]model.FetchOp{
	"add": model.FetchAdd, "sub": model.FetchSub, "and": model.FetchAnd, "or": model.FetchOr, "xor": model.FetchXor,
	"nand": model.FetchNand, "max": model.FetchMax, "min": model.FetchMin,
}

// atomicCall compiles the operations that cprog.h declares. Atomic variables that no
// other thread can reach would cause no events, so they are treated as shared.
func (b *builder) atomicCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (emit.Value, bool) {
	operation, ok := strings.CutPrefix(name, "__cprog_")
	if name, overflow := strings.CutPrefix(operation, "overflow_"); ok && overflow {
		return b.overflows(x, name, args), true
	}
	if _, inLibrary := b.options.Library[name]; !ok || inLibrary {
		return emit.Value{}, false
	}
	if operation == "fence" {
		b.FenceOf(x, code.FenceOrder, code.SequentialConsistency)
		return emit.Value{R: b.Constant(0), T: b.AST.Void}, true
	}
	if operation == "compare_exchange_n" && len(args) == 6 {
		operation = "compare_exchange"
		if weak, known := tree.ConstantOf(args[5]); !known || weak != 0 {
			operation = "compare_exchange_weak"
		}
		args = args[:5]
	}
	if operation == "compare_exchange_weak" {
		return b.weakly(x, args)
	}
	if len(args) == 0 {
		source.Refuse(x, "%s needs arguments", name)
	}
	if operation == "fence_if" {
		b.fenceIf(x, args[0])
		return emit.Value{R: b.Constant(0), T: b.AST.Void}, true
	}
	p := b.target(args[0])
	if p.T.Kind() == cc.Array || p.T.Kind() == cc.Void {
		source.Refuse(x, "an atomic operation on %s is not supported", p.T)
	}
	if p.Local != nil {
		b.Escapes(p.Local)
		p.InRegister, p.Local = false, nil // until the next pass
	}
	p.Atomic = true
	if p.IsLarge() {
		return b.largeCall(x, operation, p, args)
	}
	if tree.IsRecord(p.T) {
		return b.recordCall(x, operation, p, args)
	}
	switch operation {
	case "load":
		b.orders(args[1:])
		v := b.Read(x, p)
		b.order(args[1:])
		b.Ordered(args[1:])
		return v, true
	case "init": // which is not atomic
		p.Atomic = false
		b.Write(x, p, b.Convert(x, b.expression(args[1]), p.T))
		return emit.Value{R: p.R, T: b.AST.Void}, true
	case "store":
		v := b.Convert(x, b.expression(args[1]), p.T)
		if len(args) == 2 {
			b.Write(x, p, v)
			b.Ordered(nil)
		} else {
			b.orderedStore(x, p, v, args[2])
		}
		return emit.Value{R: p.R, T: b.AST.Void}, true
	case "swap":
		v := b.Convert(x, b.expression(args[1]), p.T)
		b.orders(args[2:])
		seen := b.Atomic(code.OpSwap, x, p, v, 0)
		b.Ordered(args[2:])
		return emit.Value{R: seen, T: p.T}, true
	case "when":
		return b.when(x, p, args[1:]), true
	case "compare_exchange":
		return b.compareExchange(x, p, args), true
	case "compare_and_swap", "value_compare_and_swap":
		old := b.Convert(x, b.expression(args[1]), p.T)
		seen := b.Atomic(code.OpCompareExchange, x, p, old, b.Convert(x, b.expression(args[2]), p.T))
		b.Ordered(nil)
		if operation == "value_compare_and_swap" {
			return emit.Value{R: seen, T: p.T}, true
		}
		return emit.Value{R: b.Binary(code.OpEq, model.Int32, seen, old), T: b.AST.Int}, true
	}
	if rest, ok := strings.CutPrefix(operation, "bytes_"); ok {
		return b.fetchBytes(x, p, rest, args), true
	}
	function, unsigned := strings.TrimPrefix(operation, "fetch_"), false
	if rest, ok := strings.CutPrefix(function, "u"); ok {
		function, unsigned = rest, true
	}
	op, ok := fetchNames[function]
	if !ok {
		return emit.Value{}, false
	}
	operand := b.scalar(args[1])
	b.orders(args[2:])
	seen := b.FetchAs(x, p, op, operand, unsigned)
	b.Ordered(args[2:])
	return seen, true
}

// recordCall compiles an operation on an atomic struct or union: one on a number with the same bytes.
func (b *builder) recordCall(x *cc.PostfixExpression, operation string, p emit.Place, args []cc.ExpressionNode) (emit.Value, bool) {
	number, nothing := b.AsNumber(x, p), emit.Value{R: p.R, T: b.AST.Void}
	switch operation {
	case "load":
		b.orders(args[1:])
		v := b.Read(x, number)
		b.Ordered(args[1:])
		return b.Unpacked(x, v.R, p.T), true
	case "init":
		number.Atomic = false
		b.Write(x, number, b.Packed(x, b.expression(args[1])).R)
		return nothing, true
	case "store":
		b.orderedStore(x, number, b.Packed(x, b.expression(args[1])).R, args[2])
		return nothing, true
	case "swap":
		v := b.Packed(x, b.expression(args[1])).R
		b.orders(args[2:])
		seen := b.Atomic(code.OpSwap, x, number, v, 0)
		b.Ordered(args[2:])
		return b.Unpacked(x, seen, p.T), true
	case "compare_exchange":
		expected := b.target(args[1])
		desired := b.Packed(x, b.expression(args[2])).R
		old := b.Packed(x, b.Read(x, expected)).R
		b.orders(args[3:])
		seen := b.Atomic(code.OpCompareExchange, x, number, old, desired)
		b.Ordered(args[3:])
		done := b.Binary(code.OpEq, model.Int32, seen, old)
		end := &emit.Label{}
		b.Jump(code.OpJumpNonzero, done, end)
		b.Write(x, expected, b.Unpacked(x, seen, p.T).R)
		b.Bind(end)
		return emit.Value{R: done, T: b.AST.Int}, true
	}
	source.Refuse(x, "this atomic operation on %s is not supported", p.T)
	return emit.Value{}, false
}

// weakly compiles a weak compare-and-swap.
func (b *builder) weakly(x *cc.PostfixExpression, args []cc.ExpressionNode) (emit.Value, bool) {
	b.waitsOnce(x)
	if !b.options.Spurious {
		return b.atomicCall(x, "__cprog_compare_exchange", args)
	}
	done, fails, end := b.Register(), &emit.Label{}, &emit.Label{}
	b.Jump(code.OpJumpNonzero, b.library(x, code.LibMayFail, 0), fails)
	v, _ := b.atomicCall(x, "__cprog_compare_exchange", args)
	b.Move(done, v.R)
	b.Jump(code.OpJump, 0, end)
	b.Bind(fails)
	seen, _ := b.atomicCall(x, "__cprog_load", append([]cc.ExpressionNode{args[0]}, args[min(4, len(args)):]...))
	expected := b.target(args[1])
	b.Write(x, expected, b.Convert(x, seen, expected.T))
	b.Move(done, b.Constant(0))
	b.Bind(end)
	return emit.Value{R: done, T: b.AST.Int}, true
}

// waitsOnce notes a wait or a weak compare-and-swap that may also end or fail for no reason, unless a loop does nothing but repeat it.
func (b *builder) waitsOnce(x *cc.PostfixExpression) {
	if b.repeated == cc.Node(x) || b.inTest {
		return
	}
	b.Mark(x)
	b.Program.WaitsOnce = append(b.Program.WaitsOnce, b.Emitter.Line)
}

// constantOrder returns the memory order e if it is a constant.
func constantOrder(e cc.ExpressionNode) (order int64, known bool) {
	order, known = tree.ConstantOf(e)
	if known && !code.IsMemoryOrder(order) && order != code.FreesLock {
		source.Refuse(e, code.NoMemoryOrder, order)
	}
	return order, known
}

// fenceIf compiles a fence with the given memory order.
func (b *builder) fenceIf(n cc.Node, order cc.ExpressionNode) {
	if known, ok := constantOrder(order); ok {
		b.NoteOrder(known)
		b.FenceOf(n, code.FenceOrder, known)
		return
	}
	b.Fence(n, code.FenceOrder, b.scalar(order).R)
}

// orderedStore compiles a store with the given memory order.
func (b *builder) orderedStore(n cc.Node, p emit.Place, v code.Register, order cc.ExpressionNode) {
	if known, ok := constantOrder(order); ok {
		b.FenceOf(n, code.FenceBefore, known)
		b.Write(n, p, v)
		b.Ordered([]cc.ExpressionNode{order})
		b.FenceOf(n, code.FenceAfter, known)
		return
	}
	o := b.orders([]cc.ExpressionNode{order})[0]
	b.Fence(n, code.FenceBefore, o)
	b.Write(n, p, v)
	b.Ordered([]cc.ExpressionNode{order})
	b.Fence(n, code.FenceAfter, o)
}

// compareExchange compiles C11's: if it fails, it stores the value it has seen in the
// variable that held the expected value.
func (b *builder) compareExchange(x *cc.PostfixExpression, p emit.Place, args []cc.ExpressionNode) emit.Value {
	expected := b.target(args[1])
	desired := b.Convert(x, b.expression(args[2]), p.T)
	old := b.Convert(x, b.Read(x, expected), p.T)
	b.orders(args[3:])
	seen := b.Atomic(code.OpCompareExchange, x, p, old, desired)
	b.order(args[3:])
	b.Ordered(args[3:])
	done := b.Binary(code.OpEq, model.Int32, seen, old)
	end := &emit.Label{}
	b.Jump(code.OpJumpNonzero, done, end)
	b.Write(x, expected, b.Convert(x, emit.Value{R: seen, T: p.T}, expected.T))
	b.Bind(end)
	return emit.Value{R: done, T: b.AST.Int}
}

// orders evaluates the memory orders of the next access, and passes them to it if they are not all constant.
func (b *builder) orders(args []cc.ExpressionNode) (all []code.Register) {
	known := true
	for _, arg := range args {
		_, constant := constantOrder(arg)
		known = known && constant
		all = append(all, b.scalar(arg).R)
	}
	if !known && len(all) > 0 {
		b.Emit(code.Instruction{Op: code.OpOrder, D: code.NoRegister, Args: all})
	}
	return all
}

// order gives the last instruction the memory order in args, if any.
func (b *builder) order(args []cc.ExpressionNode) {
	if len(args) == 0 {
		return
	}
	i := &b.F.Code[len(b.F.Code)-1]
	switch o, _ := tree.ConstantOf(args[0]); o {
	case 1, 2, 4: // consume, acquire, acq_rel
		i.Order = code.Acquire
	case 0, 3: // relaxed, release
		i.Order = code.Relaxed
	}
}

// when compiles __cprog_when(p, seen, written, ...), which waits until *p is one of the
// values seen and replaces it by the value after that one, in one event.
func (b *builder) when(x *cc.PostfixExpression, p emit.Place, pairs []cc.ExpressionNode) emit.Value {
	if len(pairs)%2 != 0 {
		source.Refuse(x, "__cprog_when needs a pointer and pairs of values")
	}
	i := code.Instruction{Op: code.OpLibrary, Sub: uint16(code.LibWhen), T: tree.ScalarType(x, p.T), D: b.Register(), Args: []code.Register{p.R}}
	for _, v := range pairs {
		i.Args = append(i.Args, b.Convert(x, b.expression(v), p.T))
	}
	b.Mark(x)
	b.Emit(i)
	return emit.Value{R: i.D, T: p.T}
}
