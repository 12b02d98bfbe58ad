package compiling

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/loading"
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// binaryFunc is an operator on two values.
type binaryFunc func(th *machine.Thread, x, y value) value

func (c *compiler) constant(k *ssa.Const) value {
	if k.Value == nil {
		return c.zeroOf(k.Type())
	}
	b, ok := k.Type().Underlying().(*types.Basic)
	if !ok {
		return value{}
	}
	switch i := b.Info(); {
	case i&types.IsBoolean != 0:
		return memory.Bool(constant.BoolVal(k.Value))
	case i&types.IsString != 0:
		if k.Value.Kind() == constant.String {
			return memory.String(constant.StringVal(k.Value))
		}
		return memory.String(string(rune(k.Int64())))
	case i&types.IsFloat != 0:
		return machine.Round(b.Kind(), k.Float64())
	case i&types.IsComplex != 0:
		return memory.Complex(k.Complex128())
	case i&types.IsUnsigned != 0:
		return value{N: machine.Wrap(b.Kind(), int64(k.Uint64()))}
	case b.Kind() == types.UnsafePointer:
		return value{}
	}
	return value{N: machine.Wrap(b.Kind(), k.Int64())}
}

func (c *compiler) binary(i *ssa.BinOp, d int) op {
	x, y := c.operand(i.X), c.operand(i.Y)
	if limit, ok := c.repeats(i); ok {
		y = machine.Constant(value{N: limit})
	}
	f := c.operator(i)
	if p, q := comparedAddress(i.X), comparedAddress(i.Y); p != nil && q != nil {
		x, y = c.operand(p), c.operand(q)
		l, want := c.Layouts.Of(p.Type()), i.Op == token.EQL
		f = func(th *machine.Thread, x, y value) value { return memory.Bool(th.Equal(l, x, y) == want) }
	}
	if f == nil {
		return c.unsupported("operator %s on %s is not supported", i.Op, i.X.Type())
	}
	return c.placed(func(fr *frame) { fr.R[d] = f(fr.Th, fr.Get(x), fr.Get(y)) })
}

// operator returns the operator of i, or nil.
func (c *compiler) operator(i *ssa.BinOp) binaryFunc {
	switch i.Op {
	case token.EQL:
		return c.equals(i, true)
	case token.NEQ:
		return c.equals(i, false)
	}
	b, ok := i.X.Type().Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	switch info := b.Info(); {
	case info&types.IsString != 0:
		return stringOperator(i.Op)
	case info&types.IsFloat != 0:
		return floatOperator(i.Op, b.Kind())
	case info&types.IsComplex != 0:
		return complexOperator(i.Op, b.Kind())
	case i.Op == token.SHL || i.Op == token.SHR:
		return shiftOperator(i.Op, b.Kind(), info&types.IsUnsigned != 0, !isUnsigned(i.Y.Type()))
	case info&types.IsUnsigned != 0:
		if f := unsignedOperator(i.Op); f != nil {
			return f
		}
	}
	return integerOperator(i.Op, b.Kind())
}

func (c *compiler) equals(i *ssa.BinOp, want bool) binaryFunc {
	l := c.Layouts.Of(i.X.Type())
	if _, isInterface := i.Y.Type().Underlying().(*types.Interface); isInterface {
		l = c.Layouts.Of(i.Y.Type())
	}
	if l.Kind == memory.Number && !l.Agg && l.Of.Underlying().(*types.Basic).Info()&types.IsFloat == 0 {
		return func(_ *machine.Thread, x, y value) value { return memory.Bool((x.N == y.N) == want) }
	}
	return func(th *machine.Thread, x, y value) value { return memory.Bool(th.Equal(l, x, y) == want) }
}

// ordering returns the comparison op of ordered values; nil if op is not one.
func ordering[T cmp.Ordered](op token.Token) func(x, y T) bool {
	switch op {
	case token.LSS:
		return func(x, y T) bool { return x < y }
	case token.GTR:
		return func(x, y T) bool { return x > y }
	case token.LEQ:
		return func(x, y T) bool { return x <= y }
	case token.GEQ:
		return func(x, y T) bool { return x >= y }
	}
	return nil
}

// calculation returns op on numbers of any kind; nil if op is not defined for all of them.
func calculation[T int64 | float64 | complex64 | complex128](op token.Token) func(x, y T) T {
	switch op {
	case token.ADD:
		return func(x, y T) T { return x + y }
	case token.SUB:
		return func(x, y T) T { return x - y }
	case token.MUL:
		return func(x, y T) T { return x * y }
	case token.QUO:
		return func(x, y T) T { return x / y }
	}
	return nil
}

func integerOperator(op token.Token, k types.BasicKind) binaryFunc {
	if f := ordering[int64](op); f != nil {
		return func(_ *machine.Thread, x, y value) value { return memory.Bool(f(x.N, y.N)) }
	}
	f := calculation[int64](op)
	switch op {
	case token.QUO:
		return divided(k, f)
	case token.REM:
		return divided(k, func(x, y int64) int64 { return x % y })
	case token.AND:
		f = func(x, y int64) int64 { return x & y }
	case token.OR:
		f = func(x, y int64) int64 { return x | y }
	case token.XOR:
		f = func(x, y int64) int64 { return x ^ y }
	case token.AND_NOT:
		f = func(x, y int64) int64 { return x &^ y }
	}
	if f == nil {
		return nil
	}
	return func(_ *machine.Thread, x, y value) value { return value{N: machine.Wrap(k, f(x.N, y.N))} }
}

func divided(k types.BasicKind, f func(x, y int64) int64) binaryFunc {
	return func(th *machine.Thread, x, y value) value {
		if y.N == 0 {
			th.Panic("runtime error: integer divide by zero")
		}
		return value{N: machine.Wrap(k, f(x.N, y.N))}
	}
}

// unsignedOperator returns the operators that differ for unsigned numbers.
func unsignedOperator(op token.Token) binaryFunc {
	switch op {
	case token.QUO:
		return divided(types.Uint64, func(x, y int64) int64 { return int64(uint64(x) / uint64(y)) })
	case token.REM:
		return divided(types.Uint64, func(x, y int64) int64 { return int64(uint64(x) % uint64(y)) })
	}
	if f := ordering[uint64](op); f != nil {
		return func(_ *machine.Thread, x, y value) value { return memory.Bool(f(uint64(x.N), uint64(y.N))) }
	}
	return nil
}

func shiftOperator(op token.Token, k types.BasicKind, unsigned, signedCount bool) binaryFunc {
	shift := func(x int64, n uint64) int64 { return x << n }
	if op == token.SHR && unsigned {
		shift = func(x int64, n uint64) int64 { return int64(uint64(x) >> n) }
	} else if op == token.SHR {
		shift = func(x int64, n uint64) int64 { return x >> n }
	}
	return func(th *machine.Thread, x, y value) value {
		if signedCount && y.N < 0 {
			th.Panic("runtime error: negative shift amount")
		}
		return value{N: machine.Wrap(k, shift(x.N, uint64(y.N)))}
	}
}

func stringOperator(op token.Token) binaryFunc {
	if f := ordering[string](op); f != nil {
		return func(_ *machine.Thread, x, y value) value { return memory.Bool(f(x.Text(), y.Text())) }
	}
	return func(th *machine.Thread, x, y value) value { // a sum
		th.Sound(x)
		th.Sound(y)
		th.Fit(int64(len(x.Text())+len(y.Text())), 1, "bytes of a string")
		return memory.String(x.Text() + y.Text())
	}
}

func floatOperator(op token.Token, k types.BasicKind) binaryFunc {
	if f := ordering[float64](op); f != nil {
		return func(_ *machine.Thread, x, y value) value { return memory.Bool(f(x.Float(), y.Float())) }
	}
	f := calculation[float64](op)
	return func(_ *machine.Thread, x, y value) value { return machine.Round(k, f(x.Float(), y.Float())) }
}

func complexOperator(op token.Token, k types.BasicKind) binaryFunc {
	wide, narrow := calculation[complex128](op), calculation[complex64](op)
	return func(_ *machine.Thread, x, y value) value {
		if k == types.Complex64 {
			return memory.Complex(complex128(narrow(complex64(x.Complex()), complex64(y.Complex()))))
		}
		return memory.Complex(wide(x.Complex(), y.Complex()))
	}
}

// unary compiles operators on one value, and loads.
func (c *compiler) unary(i *ssa.UnOp, d int) op {
	x := c.operand(i.X)
	switch i.Op {
	case token.MUL:
		l := c.Layouts.Of(i.Type())
		if c.program.Sync && packageOf(c.fn) != nil && packageOf(c.fn).Pkg.Path() == loading.OfSync { // a Mutex looks at its state plainly
			return c.placed(func(fr *frame) { fr.R[d] = fr.Th.Peek(fr.Get(x), l) })
		}
		if w := c.waiting(i); w != nil {
			return w
		}
		if isUnread(i) {
			return c.placed(func(fr *frame) { fr.Th.Pointer(fr.Get(x)) })
		}
		return c.placed(func(fr *frame) { fr.R[d] = fr.Th.Load(fr.Get(x), l) })
	case token.ARROW:
		return c.receive(i, x, d)
	case token.NOT:
		return func(fr *frame) { fr.R[d] = value{N: 1 - fr.Get(x).N} }
	}
	b := i.X.Type().Underlying().(*types.Basic)
	k := b.Kind()
	switch info := b.Info(); {
	case i.Op == token.SUB && info&types.IsFloat != 0:
		return func(fr *frame) { fr.R[d] = machine.Round(k, -fr.Get(x).Float()) }
	case i.Op == token.SUB && info&types.IsComplex != 0:
		return func(fr *frame) { fr.R[d] = memory.Complex(-fr.Get(x).Complex()) }
	case i.Op == token.SUB:
		return func(fr *frame) { fr.R[d] = value{N: machine.Wrap(k, -fr.Get(x).N)} }
	case i.Op == token.XOR:
		return func(fr *frame) { fr.R[d] = value{N: machine.Wrap(k, ^fr.Get(x).N)} }
	}
	return c.unsupported("operator %s is not supported", i.Op)
}

// isUnread reports whether an array is loaded, and the value is not read, as in a range without elements: the compiler loads nothing then.
func isUnread(load *ssa.UnOp) bool {
	_, isArray := load.Type().Underlying().(*types.Array)
	return isArray && !slices.ContainsFunc(*load.Referrers(), func(i ssa.Instruction) bool {
		_, isDebug := i.(*ssa.DebugRef)
		return !isDebug
	})
}

func (c *compiler) receive(i *ssa.UnOp, x machine.Operand, d int) op {
	l := c.Layouts.Of(i.X.Type().Underlying().(*types.Chan).Elem())
	commaOk := i.CommaOk
	return c.placed(func(fr *frame) {
		v, ok := fr.Th.Receive(fr.Get(x), l)
		if commaOk {
			v = memory.Tuple(v, memory.Bool(ok))
		}
		fr.R[d] = v
	})
}
