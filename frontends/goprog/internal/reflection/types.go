package reflection

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// Methods are the methods of a reflect.Type.
func Methods() map[string]native {
	of := func(f func(th *thread, t *memory.Type, a []value) value) native {
		return func(th *thread, a []value) value { return f(th, typeNamed(th, a[0]), a[1:]) }
	}
	signature := func(f func(th *thread, s *types.Signature, a []value) value) native {
		return of(func(th *thread, t *memory.Type, a []value) value {
			s, ok := t.T.Underlying().(*types.Signature)
			if !ok {
				th.PanicString("reflect: method of non-func type %s", t)
			}
			return f(th, s, a)
		})
	}
	structure := func(f func(th *thread, t *memory.Type, s *types.Struct, a []value) value) native {
		return of(func(th *thread, t *memory.Type, a []value) value {
			s, ok := t.T.Underlying().(*types.Struct)
			if !ok {
				th.PanicString("reflect: field of non-struct type %s", t)
			}
			return f(th, t, s, a)
		})
	}
	parameter := func(all func(s *types.Signature) *types.Tuple) native {
		return signature(func(th *thread, s *types.Signature, a []value) value {
			return typeFor(th, all(s).At(int(a[0].N)).Type())
		})
	}
	return complete(map[string]native{
		"String":     of(func(_ *thread, t *memory.Type, _ []value) value { return memory.String(t.String()) }),
		"Kind":       of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: int64(Kind(t.T))} }),
		"Comparable": of(func(_ *thread, t *memory.Type, _ []value) value { return memory.Bool(t.Comparable()) }),
		"Size":       of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: memory.SizeOf(t.T)} }),
		"Bits":       of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: 8 * memory.SizeOf(t.T)} }),
		"Align":      of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: memory.AlignOf(t.T)} }),
		"Name":       of(func(_ *thread, t *memory.Type, _ []value) value { return memory.String(memory.TypeName(t.T)) }),
		"PkgPath": of(func(_ *thread, t *memory.Type, _ []value) value {
			if n, ok := t.T.(*types.Named); ok && n.Obj().Pkg() != nil {
				return memory.String(n.Obj().Pkg().Path())
			}
			return value{}
		}),
		"Elem": of(func(th *thread, t *memory.Type, _ []value) value {
			e := elementOf(t.T)
			if e == nil {
				th.PanicString("reflect: Elem of invalid type %s", t)
			}
			return typeFor(th, e)
		}),
		"Key": of(func(th *thread, t *memory.Type, _ []value) value {
			m, ok := t.T.Underlying().(*types.Map)
			if !ok {
				th.PanicString("reflect: Key of non-map type %s", t)
			}
			return typeFor(th, m.Key())
		}),
		"Len": of(func(th *thread, t *memory.Type, _ []value) value {
			a, ok := t.T.Underlying().(*types.Array)
			if !ok {
				th.PanicString("reflect: Len of non-array type %s", t)
			}
			return value{N: a.Len()}
		}),
		"ChanDir": of(func(th *thread, t *memory.Type, _ []value) value {
			c, ok := t.T.Underlying().(*types.Chan)
			if !ok {
				th.PanicString("reflect: ChanDir of non-chan type %s", t)
			}
			return value{N: map[types.ChanDir]int64{types.SendRecv: 3, types.RecvOnly: 1, types.SendOnly: 2}[c.Dir()]}
		}),
		"Implements": of(func(th *thread, t *memory.Type, a []value) value {
			i, ok := typeNamed(th, a[0]).T.Underlying().(*types.Interface)
			if !ok {
				th.PanicString("reflect: non-interface type passed to Type.Implements")
			}
			if types.IsInterface(t.T) {
				return memory.Bool(types.Implements(t.T, i))
			}
			return memory.Bool(th.Gen.Missing(t, i) == "")
		}),
		"AssignableTo": of(func(th *thread, t *memory.Type, a []value) value {
			return memory.Bool(types.AssignableTo(t.T, typeNamed(th, a[0]).T))
		}),
		"ConvertibleTo": of(func(th *thread, t *memory.Type, a []value) value {
			return memory.Bool(types.ConvertibleTo(t.T, typeNamed(th, a[0]).T))
		}),
		"NumIn":      signature(func(_ *thread, s *types.Signature, _ []value) value { return value{N: int64(s.Params().Len())} }),
		"NumOut":     signature(func(_ *thread, s *types.Signature, _ []value) value { return value{N: int64(s.Results().Len())} }),
		"IsVariadic": signature(func(_ *thread, s *types.Signature, _ []value) value { return memory.Bool(s.Variadic()) }),
		"In":         parameter((*types.Signature).Params),
		"Out":        parameter((*types.Signature).Results),
		"NumField": structure(func(_ *thread, _ *memory.Type, s *types.Struct, _ []value) value {
			return value{N: int64(s.NumFields())}
		}),
		"Field": structure(func(th *thread, _ *memory.Type, s *types.Struct, a []value) value {
			if a[0].N < 0 || a[0].N >= int64(s.NumFields()) {
				th.PanicString("reflect: Field index out of bounds")
			}
			return structField(th, s, []int{int(a[0].N)})
		}),
		"FieldByIndex": structure(func(th *thread, _ *memory.Type, s *types.Struct, a []value) value {
			in, number, ok := fieldAt(s, ints(th, a[0]))
			if !ok {
				th.PanicString("reflect: Field index out of bounds")
			}
			return structField(th, in, []int{number})
		}),
		"FieldByName": structure(func(th *thread, t *memory.Type, s *types.Struct, a []value) value {
			if index := fieldNamed(t.T, a[0].Text()); index != nil {
				return memory.Tuple(structField(th, s, index), memory.Bool(true))
			}
			return memory.Tuple(th.Gen.Layouts.Of(th.Gen.TypeNamed("reflect", "StructField")).Zero(), value{})
		}),
		"NumMethod": of(func(_ *thread, t *memory.Type, _ []value) value { return value{N: int64(len(methodsOf(t.T)))} }),
		"Method": of(func(th *thread, t *memory.Type, a []value) value {
			all := methodsOf(t.T)
			if a[0].N < 0 || a[0].N >= int64(len(all)) {
				th.PanicString("reflect: Method index out of range")
			}
			return method(th, t, all, int(a[0].N))
		}),
		"MethodByName": of(func(th *thread, t *memory.Type, a []value) value {
			all := methodsOf(t.T)
			k := slices.IndexFunc(all, func(m *types.Selection) bool { return m.Obj().Name() == a[0].Text() })
			if k < 0 {
				return memory.Tuple(th.Gen.Layouts.Of(th.Gen.TypeNamed("reflect", "Method")).Zero(), value{})
			}
			return memory.Tuple(method(th, t, all, k), memory.Bool(true))
		}),
		"OverflowInt":  of(func(_ *thread, t *memory.Type, a []value) value { return memory.Bool(overflows(t, a[0])) }),
		"OverflowUint": of(func(_ *thread, t *memory.Type, a []value) value { return memory.Bool(overflows(t, a[0])) }),
	})
}

// complete adds the other methods of reflect.Type, which values of that type have, too, when a program asks for them.
func complete(methods map[string]native) map[string]native {
	for m := range reflect.TypeFor[reflect.Type]().Methods() {
		if methods[m.Name] == nil {
			methods[m.Name] = func(th *thread, _ []value) value {
				th.Refuse("reflect.Type.%s is not supported", m.Name)
				return value{}
			}
		}
	}
	return methods
}

// fieldNamed returns the path to a field of a struct, which may be promoted, or nil.
func fieldNamed(t types.Type, name string) []int {
	s := t.Underlying().(*types.Struct)
	o, index, _ := types.LookupFieldOrMethod(t, true, packageOf(t, s), name)
	if _, ok := o.(*types.Var); !ok {
		return nil
	}
	return index
}

// packageOf returns the package in which the unexported fields of a struct are declared.
func packageOf(t types.Type, s *types.Struct) *types.Package {
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pkg()
	}
	if s.NumFields() > 0 {
		return s.Field(0).Pkg()
	}
	return nil
}

// fieldAt returns the field at a path through embedded structs, as its number in the struct that declares it.
func fieldAt(s *types.Struct, index []int) (in *types.Struct, number int, ok bool) {
	for i, k := range index {
		if s == nil || k < 0 || k >= s.NumFields() {
			return nil, 0, false
		}
		if i == len(index)-1 {
			return s, k, true
		}
		s = embedded(s.Field(k))
	}
	return nil, 0, false
}

// embedded returns the struct that is the type of a field, or to which it points, or nil.
func embedded(f *types.Var) *types.Struct {
	t := f.Type().Underlying()
	if p, isPointer := t.(*types.Pointer); isPointer {
		t = p.Elem().Underlying()
	}
	s, _ := t.(*types.Struct)
	return s
}

// structField returns a reflect.StructField, with this path as its Index.
func structField(th *thread, s *types.Struct, index []int) value {
	in, number, ok := fieldAt(s, index)
	if !ok {
		th.PanicString("reflect: Field index out of bounds")
	}
	f, path := in.Field(number), ""
	if !f.Exported() && f.Pkg() != nil {
		path = f.Pkg().Path()
	}
	var numbers []value
	for _, k := range index {
		numbers = append(numbers, value{N: int64(k)})
	}
	return value{R: []value{
		memory.String(f.Name()), memory.String(path), typeFor(th, f.Type()), memory.String(in.Tag(number)), {N: memory.OffsetOf(in, number)},
		th.SliceWith("reflect.Index", th.Gen.Layouts.Of(types.Typ[types.Int]), numbers...), memory.Bool(f.Anonymous()),
	}}
}

// visible returns the paths to the fields of a struct that are its own or promoted. Of those with the same name, only the least deep one is, if there is
// just one.
func visible(s *types.Struct) (paths [][]int) {
	depths, names := map[string]int{}, []string{} // the depth is negative if several have the least
	var visit func(s *types.Struct, path []int, within []*types.Struct)
	visit = func(s *types.Struct, path []int, within []*types.Struct) {
		if s == nil || slices.Contains(within, s) {
			return
		}
		within = append(slices.Clone(within), s)
		for k := range s.NumFields() {
			f, at := s.Field(k), append(slices.Clone(path), k)
			switch least := max(depths[f.Name()], -depths[f.Name()]); {
			case least == 0 || len(at) < least:
				depths[f.Name()] = len(at)
			case len(at) == least:
				depths[f.Name()] = -least
			}
			paths, names = append(paths, at), append(names, f.Name())
			if f.Anonymous() {
				visit(embedded(f), at, within)
			}
		}
	}
	visit(s, nil, nil)
	kept := paths[:0]
	for i, at := range paths {
		if depths[names[i]] == len(at) {
			kept = append(kept, at)
		}
	}
	return kept
}

// ints returns the elements of a []int.
func ints(th *thread, v value) (all []int) {
	for _, n := range th.Elements(v, th.Gen.Layouts.Of(types.Typ[types.Int])) {
		all = append(all, int(n.N))
	}
	return all
}

// methodsOf returns the exported methods of a type by name; all, of an interface.
func methodsOf(t types.Type) (all []*types.Selection) {
	set := types.NewMethodSet(t)
	for m := range set.Methods() {
		if m.Obj().Exported() || types.IsInterface(t) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *types.Selection) int { return strings.Compare(a.Obj().Name(), b.Obj().Name()) })
	return all
}

// signatureOf returns the type of a method with its receiver as the first parameter or, of an interface, without one.
func signatureOf(t types.Type, m *types.Selection) *types.Signature {
	s := m.Obj().Type().(*types.Signature)
	params := slices.Collect(s.Params().Variables())
	if !types.IsInterface(t) {
		params = append([]*types.Var{types.NewParam(0, nil, "", t)}, params...)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), s.Results(), s.Variadic())
}

// method returns a reflect.Method.
func method(th *thread, t *memory.Type, all []*types.Selection, k int) value {
	m := all[k]
	s := signatureOf(t.T, m)
	function := invalid()
	if f := th.Gen.Method(t, m.Obj().Name()); f != nil && !types.IsInterface(t.T) {
		function = made(th, s, value{R: &memory.Closure{Fn: f}}).value3()
	}
	cells := []value{memory.String(m.Obj().Name()), {}, typeFor(th, s)}
	return value{R: append(append(cells, function.R.([]value)...), value{N: int64(k)})}
}

func overflows(t *memory.Type, v value) bool {
	b, ok := t.T.Underlying().(*types.Basic)
	return ok && machine.Wrap(b.Kind(), v.N) != v.N
}

// functions are the functions that make types and values.
func functions() map[string]native {
	typ := func(f func(t types.Type) types.Type) native {
		return func(th *thread, a []value) value { return typeFor(th, f(typeNamed(th, a[0]).T)) }
	}
	of := func(th *thread, a []value) value {
		th.Sound(a[0])
		if f, ok := a[0].R.(*memory.Iface); ok {
			return typeOf(th, f.T)
		}
		return value{}
	}
	pointer := typ(func(t types.Type) types.Type { return types.NewPointer(t) })
	return map[string]native{
		"internal/reflectlite.TypeOf": of, "reflect.TypeOf": of, "reflect.PointerTo": pointer, "reflect.PtrTo": pointer,
		"reflect.SliceOf": typ(func(t types.Type) types.Type { return types.NewSlice(t) }),
		"reflect.MapOf": func(th *thread, a []value) value {
			return typeFor(th, types.NewMap(typeNamed(th, a[0]).T, typeNamed(th, a[1]).T))
		},
		"reflect.ArrayOf": func(th *thread, a []value) value { return typeFor(th, types.NewArray(typeNamed(th, a[1]).T, a[0].N)) },
		"reflect.ChanOf": func(th *thread, a []value) value {
			return typeFor(th, types.NewChan(map[int64]types.ChanDir{3: types.SendRecv, 1: types.RecvOnly, 2: types.SendOnly}[a[0].N], typeNamed(th, a[1]).T))
		},
		"reflect.FuncOf": func(th *thread, a []value) value {
			tuple := func(v value) *types.Tuple {
				var all []*types.Var
				for _, t := range th.Elements(v, &layout{N: 1, Kind: memory.Reference}) {
					all = append(all, types.NewParam(0, nil, "", typeNamed(th, t).T))
				}
				return types.NewTuple(all...)
			}
			return typeFor(th, types.NewSignatureType(nil, nil, nil, tuple(a[0]), tuple(a[1]), a[2].N != 0))
		},
		"reflect.MakeFunc": makeFunc, "reflect.Select": Select,
		"reflect.MakeChan": func(th *thread, a []value) value {
			t := typeNamed(th, a[0])
			return val{t: t, v: th.MakeChan(th.Gen.Site("reflect.MakeChan "+t.ID, nil, false), a[1].N)}.value3()
		},
		"reflect.ValueOf": func(th *thread, a []value) value { th.Sound(a[0]); return Of(a[0]) },
		"reflect.Zero":    func(th *thread, a []value) value { return zero(typeNamed(th, a[0])).value3() },
		"reflect.New": func(th *thread, a []value) value {
			t := typeNamed(th, a[0])
			return made(th, types.NewPointer(t.T), th.NewObject(th.Gen.Site("reflect.New "+t.ID, t.Lay, false), t.Lay.N)).value3()
		},
		"reflect.Indirect": func(th *thread, a []value) value {
			if x, ok := read(a[0]); ok && Kind(x.t.T) == reflect.Pointer {
				return elem(th, x)
			}
			return a[0]
		},
		"(reflect.Kind).String":    func(_ *thread, a []value) value { return memory.String(reflect.Kind(a[0].N).String()) },
		"(reflect.ChanDir).String": func(_ *thread, a []value) value { return memory.String(reflect.ChanDir(a[0].N).String()) },
		"(reflect.StructTag).Get": func(_ *thread, a []value) value {
			return memory.String(reflect.StructTag(a[0].Text()).Get(a[1].Text()))
		},
		"(reflect.StructTag).Lookup": func(_ *thread, a []value) value {
			v, ok := reflect.StructTag(a[0].Text()).Lookup(a[1].Text())
			return memory.Tuple(memory.String(v), memory.Bool(ok))
		},
		"(reflect.StructField).IsExported": func(_ *thread, a []value) value { return memory.Bool(a[0].Cells(7)[1].Text() == "") },
		"(reflect.Method).IsExported":      func(_ *thread, a []value) value { return memory.Bool(a[0].Cells(7)[1].Text() == "") },
		"reflect.VisibleFields": func(th *thread, a []value) value {
			s, ok := typeNamed(th, a[0]).T.Underlying().(*types.Struct)
			if !ok {
				th.PanicString("reflect.VisibleFields of non-struct type")
			}
			var all []value
			for _, index := range visible(s) {
				all = append(all, structField(th, s, index))
			}
			return th.SliceWith("reflect.VisibleFields", th.Gen.Layouts.Of(th.Gen.TypeNamed("reflect", "StructField")), all...)
		},
		"reflect.DeepEqual": func(th *thread, a []value) value {
			x, _ := a[0].R.(*memory.Iface)
			y, _ := a[1].R.(*memory.Iface)
			if x == nil || y == nil || x.T != y.T {
				return memory.Bool(x == nil && y == nil)
			}
			return memory.Bool(DeepEqual(th, x.T.Lay, x.V, y.V, 0))
		},
	}
}

// TypeAssert is the native of an instance of reflect.TypeAssert.
func TypeAssert(t types.Type) native {
	return func(th *thread, a []value) value {
		to := th.Gen.Types.Of(t)
		f, ok := Content(th, a[0]).R.(*memory.Iface)
		i, isInterface := t.Underlying().(*types.Interface)
		switch {
		case !ok || isInterface && th.Gen.Missing(f.T, i) != "" || !isInterface && f.T != to:
			return memory.Tuple(to.Lay.Zero(), value{})
		case isInterface:
			return memory.Tuple(value{R: f}, memory.Bool(true))
		}
		return memory.Tuple(f.V, memory.Bool(true))
	}
}

// TypeFor is the native of an instance of reflect.TypeFor.
func TypeFor(t types.Type) native {
	return func(th *thread, _ []value) value { return typeFor(th, t) }
}
