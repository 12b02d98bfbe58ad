package reflection

import (
	"go/types"
	"math"
	"reflect"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// settable returns a Value of one of these kinds that can be set.
func settable(th *thread, v value, method string, allowed ...reflect.Kind) val {
	x := must(th, v, method, allowed...)
	switch {
	case x.flags&unexported != 0:
		th.PanicString("reflect: reflect.Value.%s using value obtained using unexported field", method)
	case x.flags&addressable == 0:
		th.PanicString("reflect: reflect.Value.%s using unaddressable value", method)
	}
	return x
}

func (x val) set(th *thread, v value) { th.Store(x.v, x.t.Lay, v) }

// setting are the methods of a Value that change it.
func setting() map[string]native {
	set := func(method string, convert func(k types.BasicKind, v value) value, allowed ...reflect.Kind) native {
		return func(th *thread, a []value) value {
			x := settable(th, a[0], method, allowed...)
			b, _ := x.t.T.Underlying().(*types.Basic)
			kind := types.Invalid
			if b != nil {
				kind = b.Kind()
			}
			x.set(th, convert(kind, a[1]))
			return value{}
		}
	}
	same := func(_ types.BasicKind, v value) value { return v }
	whole := func(k types.BasicKind, v value) value { return value{N: machine.Wrap(k, v.N)} }
	overflow := func(_ *thread, a []value) value { x, _ := read(a[0]); return memory.Bool(overflows(x.t, a[1])) }
	return map[string]native{
		"Set": func(th *thread, a []value) value {
			x := settable(th, a[0], "Set")
			x.set(th, fitted(th, a[1], x.t, "reflect.Set"))
			return value{}
		},
		"SetZero": func(th *thread, a []value) value {
			x := settable(th, a[0], "SetZero")
			x.set(th, x.t.Lay.Zero())
			return value{}
		},
		"SetInt": set("SetInt", whole, signed...), "SetUint": set("SetUint", whole, unsigned...), "SetBool": set("SetBool", same, reflect.Bool),
		"SetFloat":   set("SetFloat", func(k types.BasicKind, v value) value { return machine.Round(k, v.Float()) }, floating...),
		"SetComplex": set("SetComplex", same, complexs...), "SetString": set("SetString", same, reflect.String), "SetBytes": set("SetBytes", same, reflect.Slice),
		"SetLen": func(th *thread, a []value) value {
			x := settable(th, a[0], "SetLen", reflect.Slice)
			s := machine.SliceOf(x.get(th))
			if a[1].N < 0 || a[1].N > s.Cap {
				th.PanicString("reflect: slice length out of range in SetLen")
			}
			x.set(th, value{R: &memory.Slice{O: s.O, Off: s.Off, Len: a[1].N, Cap: s.Cap}})
			return value{}
		},
		"SetCap": func(th *thread, a []value) value {
			x := settable(th, a[0], "SetCap", reflect.Slice)
			s := machine.SliceOf(x.get(th))
			if a[1].N < s.Len || a[1].N > s.Cap {
				th.PanicString("reflect: slice capacity out of range in SetCap")
			}
			x.set(th, value{R: &memory.Slice{O: s.O, Off: s.Off, Len: s.Len, Cap: a[1].N}})
			return value{}
		},
		"Grow": func(th *thread, a []value) value {
			x := settable(th, a[0], "Grow", reflect.Slice)
			x.set(th, grown(th, x, a[1].N))
			return value{}
		},
		"SetMapIndex": func(th *thread, a []value) value {
			x := must(th, a[0], "SetMapIndex", reflect.Map)
			m := x.t.T.Underlying().(*types.Map)
			key := th.Gen.Types.Of(m.Key())
			at := fitted(th, a[1], key, "reflect.Value.SetMapIndex")
			if _, ok := read(a[2]); ok {
				th.SetKey(x.get(th), key.Lay, at, fitted(th, a[2], th.Gen.Types.Of(m.Elem()), "reflect.Value.SetMapIndex"))
			} else {
				th.DeleteKey(x.get(th), key.Lay, at)
			}
			return value{}
		},
		"OverflowInt": overflow, "OverflowUint": overflow,
		"OverflowFloat": func(_ *thread, a []value) value {
			x, _ := read(a[0])
			f := math.Abs(a[1].Float())
			return memory.Bool(Kind(x.t.T) == reflect.Float32 && math.MaxFloat32 < f && f <= math.MaxFloat64)
		},
		"OverflowComplex": func(*thread, []value) value { return value{} },
	}
}

// grown returns a slice with room for n more elements.
func grown(th *thread, x val, n int64) value {
	v := x.get(th)
	s := machine.SliceOf(v)
	if s.Len+n <= s.Cap {
		return v
	}
	l := th.Gen.Layouts.Of(elementOf(x.t.T))
	next := machine.SliceOf(th.NewSlice(th.Gen.Site("reflect.Grow "+x.t.ID, l, true), l, s.Len, memory.Grown(s.Cap, s.Len+n, memory.SizeOf(l.Of), memory.HasPointers(l.Of))))
	for i, e := range th.Elements(v, l) {
		th.Store(machine.At(next, int64(i), l), l, e)
	}
	return value{R: &next}
}
