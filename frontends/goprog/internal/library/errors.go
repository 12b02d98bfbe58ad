package library

import (
	"go/types"
	"sort"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// mostWrapped bounds a chain of errors.
const mostWrapped = 1000

func errorFunctions() map[string]native {
	return map[string]native{
		"errors.Is": func(th *thread, a []value) value {
			target, _ := a[1].R.(*memory.Iface)
			return memory.Bool(find(th, a[0], 0, func(err value, f *memory.Iface) bool {
				if target != nil && f != nil && target.T.Comparable() && th.Equal(anyLayout(th), err, a[1]) {
					return true
				}
				m := methodWith(th, f, "Is")
				return m != nil && th.CallFunction(m, []value{f.V, a[1]}).N != 0
			}) || a[0].R == nil && a[1].R == nil)
		},
		"errors.As": errorAs,
	}
}

// methodWith returns a method with that name that takes one argument and returns a bool, or nil.
func methodWith(th *thread, f *memory.Iface, name string) *machine.Function {
	if f == nil || th.Gen.Native[f.T] != nil {
		return nil
	}
	o, _, _ := types.LookupFieldOrMethod(f.T.T, false, nil, name)
	m, ok := o.(*types.Func)
	if !ok || m.Signature().Params().Len() != 1 || m.Signature().Results().Len() != 1 {
		return nil
	}
	return th.Gen.Method(f.T, name)
}

// find searches the errors that err wraps, err first.
func find(th *thread, err value, depth int, is func(err value, f *memory.Iface) bool) bool {
	th.Sound(err)
	f, _ := err.R.(*memory.Iface)
	if f == nil {
		return false
	}
	if depth > mostWrapped {
		th.Refuse("a chain of more than %d errors", mostWrapped)
	}
	if is(err, f) {
		return true
	}
	unwrap := th.Gen.Method(f.T, "Unwrap")
	if unwrap == nil {
		return false
	}
	inner := th.CallFunction(unwrap, []value{f.V})
	if _, many := inner.R.(*memory.Slice); many {
		for _, err := range th.Elements(inner, anyLayout(th)) {
			if find(th, err, depth+1, is) {
				return true
			}
		}
		return false
	}
	return find(th, inner, depth+1, is)
}

func errorAs(th *thread, a []value) value {
	target, _ := a[1].R.(*memory.Iface)
	if target == nil {
		th.Panic("errors: target cannot be nil")
	}
	p, ok := target.T.T.Underlying().(*types.Pointer)
	if !ok || target.V.R == nil {
		th.Panic("errors: target must be a non-nil pointer")
	}
	want := th.Gen.Layouts.Of(p.Elem())
	i, isInterface := p.Elem().Underlying().(*types.Interface)
	return memory.Bool(find(th, a[0], 0, func(err value, f *memory.Iface) bool {
		switch {
		case isInterface && th.Gen.Missing(f.T, i) == "":
			th.Store(target.V, want, err)
			return true
		case !isInterface && types.Identical(f.T.T, p.Elem()):
			th.Store(target.V, want, f.V)
			return true
		}
		m := methodWith(th, f, "As")
		return m != nil && th.CallFunction(m, []value{f.V, a[1]}).N != 0
	}))
}

// reflection has reflect.DeepEqual.
func reflection() map[string]native {
	return map[string]native{
		"reflect.DeepEqual": func(th *thread, a []value) value {
			x, _ := a[0].R.(*memory.Iface)
			y, _ := a[1].R.(*memory.Iface)
			if x == nil || y == nil || x.T != y.T {
				return memory.Bool(x == nil && y == nil)
			}
			return memory.Bool(deepEqual(th, x.T.Lay, x.V, y.V, 0))
		},
	}
}

// mostDeep bounds the depth to which two values are compared: values that contain themselves are refused.
const mostDeep = 1000

// deepEqual loads what it compares, as the program would.
func deepEqual(th *thread, l *layout, a, b value, depth int) bool {
	if depth > mostDeep {
		th.Refuse("reflect.DeepEqual of values that are more than %d deep is not supported", mostDeep)
	}
	th.Sound(a)
	th.Sound(b)
	switch u := l.Of.Underlying().(type) {
	case *types.Struct:
		for k, part := range l.Parts {
			if u.Field(k).Name() == "_" {
				th.Refuse("reflect.DeepEqual of a struct with blank fields is not supported")
			}
			if !deepEqual(th, part, part.From(a.Cells(l.N), l.Fields[k]), part.From(b.Cells(l.N), l.Fields[k]), depth+1) {
				return false
			}
		}
		return true
	case *types.Array:
		for off := 0; off < l.N; off += l.Elem.N {
			if !deepEqual(th, l.Elem, l.Elem.From(a.Cells(l.N), off), l.Elem.From(b.Cells(l.N), off), depth+1) {
				return false
			}
		}
		return true
	case *types.Slice:
		return deepEqualSlices(th, th.Gen.Layouts.Of(u.Elem()), a, b, depth)
	case *types.Map:
		return deepEqualMaps(th, th.Gen.Layouts.Of(u.Elem()), a, b, depth)
	case *types.Pointer:
		if same, _ := l.Equal(a, b); same || a.R == nil || b.R == nil {
			return same
		}
		elem := th.Gen.Layouts.Of(u.Elem())
		return deepEqual(th, elem, th.Load(a, elem), th.Load(b, elem), depth+1)
	case *types.Interface:
		x, _ := a.R.(*memory.Iface)
		y, _ := b.R.(*memory.Iface)
		if x == nil || y == nil || x.T != y.T {
			return x == nil && y == nil
		}
		return deepEqual(th, x.T.Lay, x.V, y.V, depth+1)
	case *types.Signature:
		return a.R == nil && b.R == nil
	}
	return th.Equal(l, a, b)
}

func deepEqualSlices(th *thread, elem *layout, a, b value, depth int) bool {
	x, y := machine.SliceOf(a), machine.SliceOf(b)
	if (a.R == nil) != (b.R == nil) || x.Len != y.Len {
		return false
	}
	if memory.Same(x.O, y.O) && x.Off == y.Off {
		return true
	}
	for i := range x.Len {
		if !deepEqual(th, elem, th.Load(machine.At(x, i, elem), elem), th.Load(machine.At(y, i, elem), elem), depth+1) {
			return false
		}
	}
	return true
}

func deepEqualMaps(th *thread, elem *layout, a, b value, depth int) bool {
	x, y := th.Contents(a), th.Contents(b)
	if (a.R == nil) != (b.R == nil) || x.Len() != y.Len() {
		return false
	}
	for _, e := range x.Entries() {
		v, ok := y.Get(e.Word)
		if !ok || !deepEqual(th, elem, e.V, v, depth+1) {
			return false
		}
	}
	return true
}

func sorting() map[string]native {
	sorts := func(by func(sort.Interface)) native {
		return func(th *thread, a []value) value {
			f, _ := a[0].R.(*memory.Iface)
			if f == nil {
				return value{}
			}
			elem := th.Gen.Layouts.Of(f.T.T.Underlying().(*types.Slice).Elem())
			by(sorted{th, elem, machine.SliceOf(f.V), closure(a[1])})
			return value{}
		}
	}
	return map[string]native{"sort.Slice": sorts(sort.Sort), "sort.SliceStable": sorts(sort.Stable), "maps.clone": cloneMap}
}

// cloneMap takes a map in an interface, which is not nil, and returns a copy in one.
func cloneMap(th *thread, a []value) value {
	f := a[0].R.(*memory.Iface)
	return value{R: &memory.Iface{T: f.T, V: th.CloneMap(th.Gen.Site("map", nil, false), f.V)}}
}

// sorted is a slice being sorted.
type sorted struct {
	th   *thread
	elem *layout
	s    memory.Slice
	less *memory.Closure
}

func (s sorted) Len() int { return int(s.s.Len) }
func (s sorted) Less(i, j int) bool {
	return s.th.Call(s.less, []value{{N: int64(i)}, {N: int64(j)}}).N != 0
}
func (s sorted) Swap(i, j int) {
	p, q := machine.At(s.s, int64(i), s.elem), machine.At(s.s, int64(j), s.elem)
	x, y := s.th.Load(p, s.elem), s.th.Load(q, s.elem)
	s.th.Store(p, s.elem, y)
	s.th.Store(q, s.elem, x)
}
