package compiling

import (
	"go/types"
	"math"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

type unaryFunc func(th *machine.Thread, v value) value

// conversion returns the conversion of values from one type to another, or nil.
func (c *compiler) conversion(from, to types.Type) unaryFunc {
	f, t := from.Underlying(), to.Underlying()
	fb, _ := f.(*types.Basic)
	tb, _ := t.(*types.Basic)
	switch {
	case isPointer(f) && isUnsafe(t), isPointer(f) && isPointer(t), isUnsafe(f) && isUnsafe(t):
		return func(_ *machine.Thread, v value) value { return v }
	case isUnsafe(f) && isPointer(t):
		l := c.Layouts.Of(t.(*types.Pointer).Elem())
		return func(th *machine.Thread, v value) value {
			th.Reinterpret(v, l)
			return v
		}
	case isUnsafe(f) && tb.Kind() == types.Uintptr:
		return func(th *machine.Thread, v value) value { return value{N: th.Address(v)} }
	case isUnsafe(t) && fb != nil && fb.Kind() == types.Uintptr:
		return (*machine.Thread).PointerAt
	case isUnsafe(f) || isUnsafe(t):
		return nil
	case fb != nil && tb != nil:
		return basicConversion(fb, tb)
	}
	if s, ok := f.(*types.Slice); ok && tb != nil {
		return sliceToString(c.Layouts.Of(s.Elem()))
	}
	if s, ok := f.(*types.Slice); ok {
		if a, ok := t.(*types.Array); ok {
			return c.sliceToArray(c.Layouts.Of(s.Elem()), c.Layouts.Of(to), a.Len())
		}
	}
	return nil
}

func isPointer(t types.Type) bool {
	_, ok := t.(*types.Pointer)
	return ok
}

func isUnsafe(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

func basicConversion(from, to *types.Basic) unaryFunc {
	fi, ti, k := from.Info(), to.Info(), to.Kind()
	unsigned := fi&types.IsUnsigned != 0
	switch {
	case fi&types.IsString != 0 && ti&types.IsString != 0:
		return func(_ *machine.Thread, v value) value { return v }
	case fi&types.IsInteger != 0 && ti&types.IsString != 0:
		return func(_ *machine.Thread, v value) value {
			r := rune(v.N)
			if int64(r) != v.N {
				r = -1
			}
			return memory.String(string(r))
		}
	case fi&types.IsInteger != 0 && ti&types.IsInteger != 0:
		return func(_ *machine.Thread, v value) value { return value{N: machine.Wrap(k, v.N)} }
	case fi&types.IsInteger != 0 && ti&types.IsFloat != 0:
		return func(_ *machine.Thread, v value) value { return integerToFloat(v.N, unsigned, k) }
	case fi&types.IsFloat != 0 && ti&types.IsFloat != 0:
		return func(_ *machine.Thread, v value) value { return machine.Round(k, v.Float()) }
	case fi&types.IsFloat != 0 && ti&types.IsInteger != 0:
		return func(_ *machine.Thread, v value) value { return value{N: floatToInteger(v.Float(), k)} }
	case fi&types.IsComplex != 0 && ti&types.IsComplex != 0:
		return func(_ *machine.Thread, v value) value {
			if k == types.Complex64 {
				return memory.Complex(complex128(complex64(v.Complex())))
			}
			return v
		}
	case fi&types.IsBoolean != 0 && ti&types.IsBoolean != 0:
		return func(_ *machine.Thread, v value) value { return v }
	}
	return nil
}

func integerToFloat(n int64, unsigned bool, k types.BasicKind) value {
	switch {
	case k == types.Float32 && unsigned:
		return memory.Float(float64(float32(uint64(n))))
	case k == types.Float32:
		return memory.Float(float64(float32(n)))
	case unsigned:
		return memory.Float(float64(uint64(n)))
	}
	return memory.Float(float64(n))
}

// floatToInteger converts as the host does, also where the value is out of range.
func floatToInteger(f float64, k types.BasicKind) int64 {
	switch k {
	case types.Int32:
		return int64(int32(f))
	case types.Int16:
		return int64(int16(f))
	case types.Int8:
		return int64(int8(f))
	case types.Uint32:
		return int64(uint32(f))
	case types.Uint16:
		return int64(uint16(f))
	case types.Uint8:
		return int64(uint8(f))
	case types.Uint, types.Uint64, types.Uintptr:
		if f >= math.MaxInt64 {
			return int64(uint64(f))
		}
	}
	return int64(f)
}

func sliceToString(elem *layout) unaryFunc {
	if b := elem.Of.Underlying().(*types.Basic); b.Kind() == types.Int32 {
		return func(th *machine.Thread, v value) value {
			var rs []rune
			for _, e := range th.Elements(v, elem) {
				rs = append(rs, rune(e.N))
			}
			return memory.String(string(rs))
		}
	}
	return func(th *machine.Thread, v value) value { return memory.String(string(th.Bytes(v))) }
}

// stringToSlice compiles the conversion of a string to a slice, for whose elements there is room.
func (c *compiler) stringToSlice(elem *layout, room func(elements int64) int64) unaryFunc {
	s := c.site("slice", elem, true)
	if b := elem.Of.Underlying().(*types.Basic); b.Kind() == types.Int32 {
		return func(th *machine.Thread, v value) value {
			rs := []rune(v.Text())
			made := machine.NewSlice(s, elem, int64(len(rs)), room(int64(len(rs))))
			for i, r := range rs {
				machine.SliceOf(made).O.Cells[i].N = int64(r)
			}
			return made
		}
	}
	return func(th *machine.Thread, v value) value {
		th.Sound(v)
		text := v.Text()
		return machine.NewBytes(s, []byte(text), int(room(int64(len(text)))))
	}
}

func (c *compiler) sliceToArray(elem, array *layout, n int64) unaryFunc {
	return func(th *machine.Thread, v value) value {
		s := machine.SliceOf(v)
		if s.Len < n {
			th.Panic("runtime error: cannot convert slice with length %d to array or pointer to array with length %d", s.Len, n)
		}
		if n == 0 {
			return array.Zero()
		}
		return th.Load(machine.At(s, 0, elem), array)
	}
}
