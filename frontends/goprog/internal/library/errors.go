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

func sorting() map[string]native {
	sorts := func(by func(sort.Interface)) native {
		return func(th *thread, a []value) value {
			if s, ok := toSort(th, a); ok {
				by(s)
			}
			return value{}
		}
	}
	isSorted := func(th *thread, a []value) value {
		s, ok := toSort(th, a)
		return memory.Bool(!ok || sort.IsSorted(s))
	}
	return map[string]native{"sort.Slice": sorts(sort.Sort), "sort.SliceStable": sorts(sort.Stable), "sort.SliceIsSorted": isSorted, "maps.clone": cloneMap}
}

// toSort takes a slice in an interface, and a function that compares its elements; ok is false if there is no slice.
func toSort(th *thread, a []value) (s sorted, ok bool) {
	f, _ := a[0].R.(*memory.Iface)
	if f == nil {
		return s, false
	}
	elem := th.Gen.Layouts.Of(f.T.T.Underlying().(*types.Slice).Elem())
	return sorted{th, elem, machine.SliceOf(f.V), closure(a[1])}, true
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
