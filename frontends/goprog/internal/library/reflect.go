package library

import (
	"go/types"
	"reflect"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// A reflect.Type is the name that a type has in all processes, and a reflect.Value has an interface's contents in the first of its
// three cells. Values can be read, but not set.

var kinds = map[types.BasicKind]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16, types.Int32: reflect.Int32,
	types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8, types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32,
	types.Uint64: reflect.Uint64, types.Uintptr: reflect.Uintptr, types.Float32: reflect.Float32, types.Float64: reflect.Float64,
	types.Complex64: reflect.Complex64, types.Complex128: reflect.Complex128, types.String: reflect.String, types.UnsafePointer: reflect.UnsafePointer,
}

func kindOf(t types.Type) reflect.Kind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return kinds[u.Kind()]
	case *types.Array:
		return reflect.Array
	case *types.Chan:
		return reflect.Chan
	case *types.Signature:
		return reflect.Func
	case *types.Interface:
		return reflect.Interface
	case *types.Map:
		return reflect.Map
	case *types.Pointer:
		return reflect.Pointer
	case *types.Slice:
		return reflect.Slice
	case *types.Struct:
		return reflect.Struct
	}
	return reflect.Invalid
}

func typeOf(th *thread, t *memory.Type) value {
	return value{R: &memory.Iface{T: th.Gen.Known[reflectedType], V: memory.String(t.ID)}}
}

func typeOfInterface(th *thread, a []value) value {
	th.Sound(a[0])
	if f, ok := a[0].R.(*memory.Iface); ok {
		return typeOf(th, f.T)
	}
	return value{}
}

// typeNamed returns the type that the value of a reflect.Type stands for.
func typeNamed(th *thread, v value) *memory.Type {
	if f, ok := v.R.(*memory.Iface); ok {
		v = f.V
	}
	t := th.Gen.Types.Named(v.Text())
	if t == nil {
		th.NilDereference()
	}
	return t
}

// elementOf returns the type of the elements of t, or nil.
func elementOf(t types.Type) types.Type {
	if e, ok := t.Underlying().(interface{ Elem() types.Type }); ok {
		return e.Elem()
	}
	return nil
}

// reflectedMethods are the methods of a reflect.Type.
func reflectedMethods() map[string]native {
	of := func(f func(th *thread, t *memory.Type, a []value) value) native {
		return func(th *thread, a []value) value { return f(th, typeNamed(th, a[0]), a[1:]) }
	}
	return map[string]native{
		"String":     of(func(_ *thread, t *memory.Type, _ []value) value { return memory.String(t.String()) }),
		"Kind":       of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: int64(kindOf(t.T))} }),
		"Comparable": of(func(_ *thread, t *memory.Type, _ []value) value { return memory.Bool(t.Comparable()) }),
		"Size":       of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: SizeOf(t.T)} }),
		"Name": of(func(_ *thread, t *memory.Type, _ []value) value {
			switch t := t.T.(type) {
			case *types.Named:
				return memory.String(t.Obj().Name())
			case *types.Basic:
				return memory.String(t.Name())
			}
			return value{}
		}),
		"Elem": of(func(th *thread, t *memory.Type, _ []value) value {
			e := elementOf(t.T)
			if e == nil {
				th.Panic("reflect: Elem of invalid type %s", t)
			}
			return typeOf(th, th.Gen.Types.Of(e))
		}),
		"Implements": of(func(th *thread, t *memory.Type, a []value) value {
			i, ok := typeNamed(th, a[0]).T.Underlying().(*types.Interface)
			if !ok {
				th.Panic("reflect: non-interface type passed to Type.Implements")
			}
			return memory.Bool(th.Gen.Missing(t, i) == "")
		}),
		"AssignableTo": of(func(th *thread, t *memory.Type, a []value) value {
			return memory.Bool(types.AssignableTo(t.T, typeNamed(th, a[0]).T))
		}),
		"ConvertibleTo": of(func(th *thread, t *memory.Type, a []value) value {
			return memory.Bool(types.ConvertibleTo(t.T, typeNamed(th, a[0]).T))
		}),
	}
}

// reflected returns the reflect.Value for v; within returns the value of a reflect.Value.
func reflected(t *memory.Type, v value) value {
	return value{R: []value{{R: &memory.Iface{T: t, V: v}}, {}, {}}}
}

func within(v value) *memory.Iface {
	f, _ := v.Cells(3)[0].R.(*memory.Iface)
	return f
}

// reflectedValue returns the value of a reflect.Value, if it is of one of these kinds; otherwise the method panics.
func reflectedValue(th *thread, v value, method string, allowed ...reflect.Kind) *memory.Iface {
	f := within(v)
	k := reflect.Invalid
	if f != nil {
		k = kindOf(f.T.T)
	}
	if slices.Contains(allowed, k) {
		return f
	}
	th.Panic("%v", &reflect.ValueError{Method: "reflect.Value." + method, Kind: k})
	return nil
}

// valid returns the value, of any kind, of a reflect.Value; if it has none, the method panics.
func valid(th *thread, v value, method string) *memory.Iface {
	if f := within(v); f != nil {
		return f
	}
	return reflectedValue(th, v, method)
}

// unpacked returns the content of an interface assigned a v of type t.
func unpacked(t *memory.Type, v value) value {
	if types.IsInterface(t.T) {
		return v
	}
	return value{R: &memory.Iface{T: t, V: v}}
}

func valueOf(_ *thread, a []value) value {
	if f, ok := a[0].R.(*memory.Iface); ok {
		return reflected(f.T, f.V)
	}
	return value{R: make([]value, 3)}
}

// values are functions on values, and the methods of a reflect.Value.
func values() map[string]native {
	integers := []reflect.Kind{reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64}
	unsigned := []reflect.Kind{reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr}
	number := func(method string, allowed ...reflect.Kind) native {
		return func(th *thread, a []value) value { return reflectedValue(th, a[0], method, allowed...).V }
	}
	methods := map[string]native{
		"Kind": func(_ *thread, a []value) value {
			if f := within(a[0]); f != nil {
				return value{N: int64(kindOf(f.T.T))}
			}
			return value{}
		},
		"IsValid": func(_ *thread, a []value) value { return memory.Bool(within(a[0]) != nil) },
		"Interface": func(th *thread, a []value) value {
			f := valid(th, a[0], "Interface")
			return unpacked(f.T, f.V)
		},
		"CanInterface": func(_ *thread, a []value) value { return memory.Bool(within(a[0]) != nil) },
		"Type":         func(th *thread, a []value) value { return typeOf(th, valid(th, a[0], "Type").T) },
		"IsNil": func(th *thread, a []value) value {
			f := reflectedValue(th, a[0], "IsNil", reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer)
			return memory.Bool(f.V.R == nil)
		},
		"IsZero": func(th *thread, a []value) value {
			f := valid(th, a[0], "IsZero")
			return memory.Bool(deepEqual(th, f.T.Lay, f.V, f.T.Lay.Zero(), 0))
		},
		"Len": func(th *thread, a []value) value {
			return value{N: lengthOf(th, reflectedValue(th, a[0], "Len", reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String))}
		},
		"Index": func(th *thread, a []value) value {
			return indexed(th, reflectedValue(th, a[0], "Index", reflect.Array, reflect.Slice, reflect.String), a[1].N)
		},
		"Elem": func(th *thread, a []value) value {
			return pointedTo(th, reflectedValue(th, a[0], "Elem", reflect.Interface, reflect.Pointer))
		},
		"MapKeys": func(th *thread, a []value) value {
			return mapKeys(th, reflectedValue(th, a[0], "MapKeys", reflect.Map))
		},
		"MapIndex": func(th *thread, a []value) value {
			return mapIndex(th, reflectedValue(th, a[0], "MapIndex", reflect.Map), a[1])
		},
		"NumField": func(th *thread, a []value) value {
			return value{N: int64(len(reflectedValue(th, a[0], "NumField", reflect.Struct).T.Lay.Parts))}
		},
		"Field": func(th *thread, a []value) value {
			f := reflectedValue(th, a[0], "Field", reflect.Struct)
			l := f.T.Lay
			if a[1].N < 0 || a[1].N >= int64(len(l.Parts)) {
				th.Panic("reflect: Field index out of range")
			}
			part := l.Parts[a[1].N]
			return reflected(th.Gen.Types.Of(part.Of), part.From(f.V.Cells(l.N), l.Fields[a[1].N]))
		},
		"String": func(_ *thread, a []value) value {
			switch f := within(a[0]); {
			case f == nil:
				return memory.String("<invalid Value>")
			case kindOf(f.T.T) == reflect.String:
				return f.V
			default:
				return memory.String("<" + f.T.String() + " Value>")
			}
		},
		"Int": number("Int", integers...), "Uint": number("Uint", unsigned...),
		"Float": number("Float", reflect.Float32, reflect.Float64), "Bool": number("Bool", reflect.Bool),
		"Convert": func(th *thread, a []value) value { return converted(th, within(a[0]), typeNamed(th, a[1])) },
	}
	m := map[string]native{
		"internal/reflectlite.TypeOf": typeOfInterface, "reflect.TypeOf": typeOfInterface, "reflect.ValueOf": valueOf,
		"reflect.Zero": func(th *thread, a []value) value {
			t := typeNamed(th, a[0])
			return reflected(t, t.Lay.Zero())
		},
		"(reflect.Kind).String": func(_ *thread, a []value) value { return memory.String(reflect.Kind(a[0].N).String()) },
	}
	for name, n := range methods {
		m["(reflect.Value)."+name] = n
	}
	return m
}

func lengthOf(th *thread, f *memory.Iface) int64 {
	switch u := f.T.T.Underlying().(type) {
	case *types.Array:
		return u.Len()
	case *types.Chan:
		return th.LenChan(f.V)
	case *types.Map:
		return int64(th.Contents(f.V).Len())
	case *types.Slice:
		return machine.SliceOf(f.V).Len
	}
	return int64(len(f.V.Text()))
}

func indexed(th *thread, f *memory.Iface, i int64) value {
	if i < 0 || i >= lengthOf(th, f) {
		th.Panic("reflect: %s index out of range", kindOf(f.T.T))
	}
	if text := f.V.Text(); text != "" {
		return reflected(th.Gen.Types.Of(types.Typ[types.Uint8]), value{N: int64(text[i])})
	}
	t := th.Gen.Types.Of(elementOf(f.T.T))
	if s, ok := f.V.R.(*memory.Slice); ok {
		return reflected(t, th.Load(machine.At(*s, i, t.Lay), t.Lay))
	}
	return reflected(t, t.Lay.From(f.V.Cells(f.T.Lay.N), int(i)*t.Lay.N))
}

// pointedTo returns the target of a pointer, or the content of an interface; nothing for nil.
func pointedTo(th *thread, f *memory.Iface) value {
	p, isPointer := f.T.T.Underlying().(*types.Pointer)
	if !isPointer || f.V.R == nil {
		return valueOf(th, []value{f.V})
	}
	t := th.Gen.Types.Of(p.Elem())
	return reflected(t, th.Load(f.V, t.Lay))
}

// mapKeys returns the keys of a map, in the order in which they were first set.
func mapKeys(th *thread, f *memory.Iface) value {
	k := th.Gen.Types.Of(f.T.T.Underlying().(*types.Map).Key())
	entries := th.Contents(f.V).Entries()
	o := &memory.Object{Site: th.Gen.Site("reflect.MapKeys", nil, true)}
	for _, e := range entries {
		o.Cells = append(o.Cells, reflected(k, e.K).R.([]value)...)
	}
	return value{R: &memory.Slice{O: o, Len: int64(len(entries)), Cap: int64(len(entries))}}
}

func mapIndex(th *thread, f *memory.Iface, key value) value {
	m := f.T.T.Underlying().(*types.Map)
	k, at := th.Gen.Types.Of(m.Key()), within(key)
	if at == nil || !types.AssignableTo(at.T.T, k.T) {
		th.Panic("reflect: a key that is not assignable to %s", k)
	}
	v := at.V
	if types.IsInterface(k.T) {
		v = unpacked(at.T, at.V)
	}
	found, ok := th.Contents(f.V).Get(th.Key(k.Lay, v))
	if !ok {
		return value{R: make([]value, 3)}
	}
	return reflected(th.Gen.Types.Of(m.Elem()), found)
}

// converted returns a value converted to another type.
func converted(th *thread, f *memory.Iface, to *memory.Type) value {
	if f == nil || !types.ConvertibleTo(f.T.T, to.T) {
		th.Panic("reflect.Value.Convert: value cannot be converted to type %s", to)
	}
	if types.IsInterface(to.T) {
		return reflected(to, unpacked(f.T, f.V))
	}
	x, fromBasic := f.T.T.Underlying().(*types.Basic)
	y, toBasic := to.T.Underlying().(*types.Basic)
	switch {
	case types.Identical(f.T.T.Underlying(), to.T.Underlying()):
		return reflected(to, f.V)
	case fromBasic && toBasic && x.Info()&types.IsInteger != 0 && y.Info()&types.IsInteger != 0:
		return reflected(to, value{N: machine.Wrap(y.Kind(), f.V.N)})
	case fromBasic && toBasic && x.Info()&types.IsFloat != 0 && y.Info()&types.IsFloat != 0:
		return reflected(to, machine.Round(y.Kind(), f.V.Float()))
	case fromBasic && toBasic && x.Info()&types.IsUnsigned != 0 && y.Info()&types.IsFloat != 0:
		return reflected(to, machine.Round(y.Kind(), float64(uint64(f.V.N))))
	case fromBasic && toBasic && x.Info()&types.IsInteger != 0 && y.Info()&types.IsFloat != 0:
		return reflected(to, machine.Round(y.Kind(), float64(f.V.N)))
	case fromBasic && toBasic && x.Info()&types.IsFloat != 0 && y.Info()&types.IsInteger != 0 && y.Info()&types.IsUnsigned == 0:
		return reflected(to, value{N: machine.Wrap(y.Kind(), int64(f.V.Float()))})
	}
	th.Refuse("reflect.Value.Convert of a %s to %s is not supported", f.T, to)
	return value{}
}
