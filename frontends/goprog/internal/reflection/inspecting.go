package reflection

import (
	"go/types"
	"reflect"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

var nillable = []reflect.Kind{reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer}

// inspecting are the methods of a Value that look at it.
func inspecting() map[string]native {
	number := func(method string, allowed ...reflect.Kind) native {
		return func(th *thread, a []value) value { return must(th, a[0], method, allowed...).get(th) }
	}
	can := func(allowed ...reflect.Kind) native {
		return func(_ *thread, a []value) value {
			x, ok := read(a[0])
			return memory.Bool(ok && slices.Contains(allowed, Kind(x.t.T)))
		}
	}
	address := func(th *thread, a []value) value {
		x := must(th, a[0], "Pointer", reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.String, reflect.UnsafePointer)
		switch v := x.get(th); r := v.R.(type) {
		case *memory.Slice:
			return value{N: th.Address(value{N: r.Off, R: r.O})}
		case *memory.Closure:
			return value{N: th.Gen.NumberCall(machine.SiteOf(r))}
		default:
			return value{N: th.Address(v)}
		}
	}
	return map[string]native{
		"Kind": func(_ *thread, a []value) value {
			if x, ok := read(a[0]); ok {
				return value{N: int64(Kind(x.t.T))}
			}
			return value{}
		},
		"IsValid": func(_ *thread, a []value) value { _, ok := read(a[0]); return memory.Bool(ok) },
		"CanInterface": func(_ *thread, a []value) value {
			x, ok := read(a[0])
			return memory.Bool(ok && x.flags&unexported == 0)
		},
		"Interface": func(th *thread, a []value) value {
			if must(th, a[0], "Interface").flags&unexported != 0 {
				th.PanicString("reflect.Value.Interface: cannot return value obtained from unexported field or method")
			}
			return Content(th, a[0])
		},
		"Type":    func(th *thread, a []value) value { return typeOf(th, must(th, a[0], "Type").t) },
		"CanAddr": func(_ *thread, a []value) value { x, _ := read(a[0]); return memory.Bool(x.flags&addressable != 0) },
		"CanSet":  func(_ *thread, a []value) value { x, _ := read(a[0]); return memory.Bool(x.flags == addressable) },
		"Addr": func(th *thread, a []value) value {
			x := must(th, a[0], "Addr")
			if x.flags&addressable == 0 {
				th.PanicString("reflect.Value.Addr of unaddressable value")
			}
			p := made(th, types.NewPointer(x.t.T), x.v)
			p.flags = x.flags & unexported
			return p.value3()
		},
		"IsNil": func(th *thread, a []value) value {
			return memory.Bool(must(th, a[0], "IsNil", nillable...).get(th).R == nil)
		},
		"IsZero": func(th *thread, a []value) value {
			x := must(th, a[0], "IsZero")
			return memory.Bool(isZero(x.t.Lay, x.get(th)))
		},
		"Comparable": func(_ *thread, a []value) value { x, ok := read(a[0]); return memory.Bool(!ok || x.t.Comparable()) },
		"Equal": func(th *thread, a []value) value {
			x, okX := read(a[0])
			y, okY := read(a[1])
			if !okX || !okY || x.t != y.t {
				return memory.Bool(!okX && !okY)
			}
			return memory.Bool(th.Equal(x.t.Lay, x.get(th), y.get(th)))
		},
		"NumField": func(th *thread, a []value) value {
			return value{N: int64(must(th, a[0], "NumField", reflect.Struct).t.T.Underlying().(*types.Struct).NumFields())}
		},
		"Field": func(th *thread, a []value) value {
			return field(th, must(th, a[0], "Field", reflect.Struct), a[1].N).value3()
		},
		"FieldByIndex": func(th *thread, a []value) value {
			x := must(th, a[0], "FieldByIndex", reflect.Struct)
			return fieldByIndex(th, x, ints(th, a[1])).value3()
		},
		"FieldByIndexErr": func(th *thread, a []value) value {
			x, index := must(th, a[0], "FieldByIndexErr", reflect.Struct), ints(th, a[1])
			found, missing := fieldOrNil(th, x, index)
			if missing != "" {
				problem := "reflect: indirection through nil pointer to embedded struct field " + missing
				return memory.Tuple(invalid(), th.CallFunction(th.Gen.FunctionOf("errors", "New"), []value{memory.String(problem)}))
			}
			return memory.Tuple(found.value3(), value{})
		},
		"FieldByName": func(th *thread, a []value) value {
			x := must(th, a[0], "FieldByName", reflect.Struct)
			if index := fieldNamed(x.t.T, a[1].Text()); index != nil {
				return fieldByIndex(th, x, index).value3()
			}
			return invalid()
		},
		"Elem": func(th *thread, a []value) value {
			return elem(th, must(th, a[0], "Elem", reflect.Interface, reflect.Pointer))
		},
		"String": func(th *thread, a []value) value {
			switch x, ok := read(a[0]); {
			case !ok:
				return memory.String("<invalid Value>")
			case Kind(x.t.T) == reflect.String:
				return x.get(th)
			default:
				return memory.String("<" + x.t.String() + " Value>")
			}
		},
		"Int": number("Int", signed...), "Uint": number("Uint", unsigned...), "Float": number("Float", floating...), "Complex": number("Complex", complexs...),
		"Bool": number("Bool", reflect.Bool), "CanInt": can(signed...), "CanUint": can(unsigned...), "CanFloat": can(floating...), "CanComplex": can(complexs...),
		"Pointer": address, "UnsafePointer": func(th *thread, a []value) value { return must(th, a[0], "UnsafePointer").get(th) }, "UnsafeAddr": func(th *thread, a []value) value {
			return value{N: th.Address(must(th, a[0], "UnsafeAddr").v)}
		},
		"Bytes": func(th *thread, a []value) value { return must(th, a[0], "Bytes", reflect.Slice).get(th) },
	}
}

// isZero reports whether a value is the zero value of its layout.
func isZero(l *layout, v value) bool {
	cells := []value{v}
	if l.Agg {
		cells = v.Cells(l.N)
	}
	for _, c := range cells {
		if c.N != 0 || c.R != nil {
			return false
		}
	}
	return true
}

func field(th *thread, x val, k int64) val {
	l, s := x.t.Lay, x.t.T.Underlying().(*types.Struct)
	if k < 0 || k >= int64(len(l.Parts)) {
		th.PanicString("reflect: Field index out of range")
	}
	f := val{t: th.Gen.Types.Of(l.Parts[k].Of), flags: x.flags}
	if !s.Field(int(k)).Exported() {
		f.flags |= unexported
	}
	if x.flags&addressable != 0 {
		f.v = value{N: x.v.N + int64(l.Fields[k]), R: x.v.R}
	} else {
		f.v = l.Parts[k].From(x.v.Cells(l.N), l.Fields[k])
	}
	return f
}

func fieldByIndex(th *thread, x val, index []int) val {
	found, missing := fieldOrNil(th, x, index)
	if missing != "" {
		th.PanicString("reflect: indirection through nil pointer to embedded struct")
	}
	return found
}

// fieldOrNil returns a field, or the name of the embedded structure to which there is no pointer.
func fieldOrNil(th *thread, x val, index []int) (found val, missing string) {
	for i, k := range index {
		if i > 0 && Kind(x.t.T) == reflect.Pointer {
			p := x.get(th)
			if p.R == nil {
				return val{}, types.TypeString(elementOf(x.t.T), func(*types.Package) string { return "" })
			}
			x = val{t: th.Gen.Types.Of(elementOf(x.t.T)), v: p, flags: addressable | x.flags&unexported}
		}
		x = field(th, x, int64(k))
	}
	return x, ""
}

// elem returns the target of a pointer, or the content of an interface; nothing for nil.
func elem(th *thread, x val) value {
	v := x.get(th)
	p, isPointer := x.t.T.Underlying().(*types.Pointer)
	switch {
	case !isPointer:
		f, ok := v.R.(*memory.Iface)
		if !ok {
			return invalid()
		}
		return val{t: f.T, v: f.V, flags: x.flags & unexported}.value3()
	case v.R == nil:
		return invalid()
	}
	return val{t: th.Gen.Types.Of(p.Elem()), v: v, flags: addressable | x.flags&unexported}.value3()
}
