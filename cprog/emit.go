package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

// builder compiles one function.
type builder struct {
	*compiler
	f                 *function
	places            map[*cc.Declarator]home // of the locals
	result            cc.Type
	line              int32
	breaks, continues []*label
	labels            map[string]*label
	cases             map[*cc.LabeledStatement]*label
	unused            cc.Node // the expression whose value nobody uses
}

// home is where a local variable lies.
type home struct {
	kind   homeKind
	r      register
	offset int64
}

type homeKind uint8

const (
	inRegister homeKind = iota
	inPrivate           // memory of the call that nobody else reaches
	inStack             // memory of the call that others may reach
)

// label is a place to jump to, known once it is bound.
type label struct {
	at    int64
	bound bool
	jumps []int
}

func (b *builder) emit(i instruction) int {
	i.line = b.line
	b.f.code = append(b.f.code, i)
	return len(b.f.code) - 1
}

func (b *builder) mark(n cc.Node) { b.line = b.at(n) }

func (b *builder) register() register {
	b.f.registers++
	return register(b.f.registers - 1)
}

func (b *builder) constant(v int64) register {
	d := b.register()
	b.emit(instruction{op: opConst, d: d, n: v})
	return d
}

func (b *builder) binary(op opcode, t scalar, x, y register) register {
	d := b.register()
	b.emit(instruction{op: op, t: t, d: d, a: x, b: y})
	return d
}

func (b *builder) unary(op opcode, t scalar, x register) register {
	d := b.register()
	b.emit(instruction{op: op, t: t, d: d, a: x})
	return d
}

func (b *builder) copy(x register) register { return b.unary(opMove, 0, x) }

func (b *builder) move(d, x register) { b.emit(instruction{op: opMove, d: d, a: x}) }

// plus is address x, n bytes on.
func (b *builder) plus(x register, n int64) register {
	if n == 0 {
		return x
	}
	return b.binary(opAdd, model.Uint64, x, b.constant(n))
}

func (b *builder) scale(x register, by int64) register {
	if by == 1 {
		return x
	}
	return b.binary(opMul, model.Int64, x, b.constant(by))
}

func (b *builder) jump(op opcode, a register, l *label) {
	i := b.emit(instruction{op: op, a: a, n: l.at})
	if !l.bound {
		l.jumps = append(l.jumps, i)
	}
}

func (b *builder) bind(l *label) {
	l.at, l.bound = int64(len(b.f.code)), true
	for _, i := range l.jumps {
		b.f.code[i].n = l.at
	}
	l.jumps = nil
}

// value is what an expression has computed: a scalar, or the address of an aggregate.
type value struct {
	r register
	t cc.Type
}

// convert is v as a value of type to.
func (b *builder) convert(n cc.Node, v value, to cc.Type) register {
	if to.Kind() == cc.Void || isAggregate(to) {
		return v.r
	}
	if v.t.Kind() == cc.Void {
		refuse(n, "void has no value")
	}
	if isRecord(v.t) {
		refuse(n, "a %s cannot be converted to %s", v.t, to)
	}
	if to.Kind() == cc.Bool {
		if v.t.Kind() == cc.Bool {
			return v.r
		}
		return b.unary(opTruth, model.Uint8, v.r)
	}
	from, target := scalarType(n, v.t), scalarType(n, to)
	if keeps(from, target) {
		return v.r
	}
	return b.unary(opConvert, target, v.r)
}

// keeps reports whether the conversion changes nothing in a register.
func keeps(from, to scalar) bool {
	switch {
	case from == to || size(to) == 8:
		return true
	case size(to) > size(from):
		return !signed(from) || signed(to)
	}
	return false
}
