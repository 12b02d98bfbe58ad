package cprog

import (
	"strings"

	"dporbench/model"

	"modernc.org/cc/v4"
)

var fetchNames = map[string]model.FetchOp{
	"add": model.FetchAdd, "sub": model.FetchSub, "and": model.FetchAnd, "or": model.FetchOr, "xor": model.FetchXor,
	"nand": model.FetchNand, "max": model.FetchMax, "min": model.FetchMin,
}

// atomicCall compiles the operations that cprog.h declares. Atomic variables that no
// other thread can reach would make no events: they are taken to be shared.
func (b *builder) atomicCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	operation, ok := strings.CutPrefix(name, "__cprog_")
	if !ok || operation == "assert_fail" || operation == "thrd_join" {
		return value{}, false
	}
	if operation == "fence" {
		b.fence(x, noRegister)
		return value{b.constant(0), b.ast.Void}, true
	}
	if len(args) == 0 {
		refuse(x, "%s needs arguments", name)
	}
	if operation == "fence_if" {
		b.fenceIf(x, args[0])
		return value{b.constant(0), b.ast.Void}, true
	}
	p := b.target(args[0])
	if isAggregate(p.t) || p.t.Kind() == cc.Void {
		refuse(x, "an atomic operation on %s is not supported", p.t)
	}
	if p.local != nil {
		b.escapes(p.local)
		p.inRegister, p.local = false, nil // until the next pass
	}
	switch operation {
	case "load":
		v := b.read(x, p)
		b.order(args[1:])
		return v, true
	case "store":
		b.write(x, p, b.convert(x, b.expression(args[1]), p.t))
		return value{p.r, b.ast.Void}, true
	case "swap":
		v := b.convert(x, b.expression(args[1]), p.t)
		b.mark(x)
		return value{b.atomic(opSwap, x, p, v, 0), p.t}, true
	case "when":
		return b.when(x, p, args[1:]), true
	case "compare_exchange":
		return b.compareExchange(x, p, args), true
	case "compare_and_swap", "value_compare_and_swap":
		old := b.convert(x, b.expression(args[1]), p.t)
		seen := b.atomic(opCompareExchange, x, p, old, b.convert(x, b.expression(args[2]), p.t))
		if operation == "value_compare_and_swap" {
			return value{seen, p.t}, true
		}
		return value{b.binary(opEq, model.Int32, seen, old), b.ast.Int}, true
	}
	function, unsigned := strings.TrimPrefix(operation, "fetch_"), false
	if rest, ok := strings.CutPrefix(function, "u"); ok {
		function, unsigned = rest, true
	}
	op, ok := fetchNames[function]
	if !ok {
		return value{}, false
	}
	return b.fetchAs(x, p, op, b.scalar(args[1]), unsigned), true
}

// fence compiles a fence if the memory order in a register, if there is one, asks for it.
func (b *builder) fence(n cc.Node, order register) {
	b.mark(n)
	b.emit(instruction{op: opFence, d: noRegister, a: order})
}

func (b *builder) fenceIf(n cc.Node, order cc.ExpressionNode) {
	if known, ok := constantOf(order); ok {
		if known == sequentialConsistency {
			b.fence(n, noRegister)
		}
		return
	}
	b.fence(n, b.scalar(order).r)
}

func (b *builder) atomic(op opcode, n cc.Node, p place, x, y register) register {
	b.mark(n)
	d := b.register()
	b.emit(instruction{op: op, t: scalarType(n, p.t), d: d, a: p.r, b: x, c: y})
	return d
}

// compareExchange is that of C11: where it fails, it stores what it has seen in the
// variable that held the expected value.
func (b *builder) compareExchange(x *cc.PostfixExpression, p place, args []cc.ExpressionNode) value {
	expected := b.target(args[1])
	desired := b.convert(x, b.expression(args[2]), p.t)
	old := b.convert(x, b.read(x, expected), p.t)
	seen := b.atomic(opCompareExchange, x, p, old, desired)
	b.order(args[3:])
	done := b.binary(opEq, model.Int32, seen, old)
	end := &label{}
	b.jump(opJumpNonzero, done, end)
	b.write(x, expected, b.convert(x, value{seen, p.t}, expected.t))
	b.bind(end)
	return value{done, b.ast.Int}
}

// order gives the last instruction the memory order that is named, if one is.
func (b *builder) order(args []cc.ExpressionNode) {
	if len(args) == 0 {
		return
	}
	i := &b.f.code[len(b.f.code)-1]
	switch o, _ := constantOf(args[0]); o {
	case 1, 2, 4: // consume, acquire, acq_rel
		i.order = acquire
	case 0, 3: // relaxed, release
		i.order = relaxed
	}
}

// when compiles __cprog_when(p, seen, written, ...), which waits until *p is one of the
// values seen, and replaces it by the value behind that, in one event.
func (b *builder) when(x *cc.PostfixExpression, p place, pairs []cc.ExpressionNode) value {
	if len(pairs)%2 != 0 {
		refuse(x, "__cprog_when needs a pointer and pairs of values")
	}
	i := instruction{op: opLibrary, sub: uint16(libWhen), t: scalarType(x, p.t), d: b.register(), args: []register{p.r}}
	for _, v := range pairs {
		i.args = append(i.args, b.convert(x, b.expression(v), p.t))
	}
	b.mark(x)
	b.emit(i)
	return value{i.d, p.t}
}
