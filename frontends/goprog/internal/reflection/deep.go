package reflection

import (
	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// MostDeep bounds the depth to which two values are compared: values that contain themselves are refused.
const MostDeep = 1000

// DeepEqual is reflect.DeepEqual on values of a layout. It loads whatever it compares, as the program would.
func DeepEqual(th *thread, l *layout, a, b value, depth int) bool {
	if depth > MostDeep {
		th.Refuse("reflect.DeepEqual of values that are more than %d deep is not supported", MostDeep)
	}
	th.Sound(a)
	th.Sound(b)
	switch u := l.Of.Underlying().(type) {
	case *types.Struct:
		for k, part := range l.Parts {
			if u.Field(k).Name() == "_" {
				th.Refuse("reflect.DeepEqual of a struct with blank fields is not supported")
			}
			if !DeepEqual(th, part, part.From(a.Cells(l.N), l.Fields[k]), part.From(b.Cells(l.N), l.Fields[k]), depth+1) {
				return false
			}
		}
		return true
	case *types.Array:
		for off := 0; off < l.N; off += l.Elem.N {
			if !DeepEqual(th, l.Elem, l.Elem.From(a.Cells(l.N), off), l.Elem.From(b.Cells(l.N), off), depth+1) {
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
		return DeepEqual(th, elem, th.Load(a, elem), th.Load(b, elem), depth+1)
	case *types.Interface:
		x, _ := a.R.(*memory.Iface)
		y, _ := b.R.(*memory.Iface)
		if x == nil || y == nil || x.T != y.T {
			return x == nil && y == nil
		}
		return DeepEqual(th, x.T.Lay, x.V, y.V, depth+1)
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
		if !DeepEqual(th, elem, th.Load(machine.At(x, i, elem), elem), th.Load(machine.At(y, i, elem), elem), depth+1) {
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
		if !ok || !DeepEqual(th, elem, e.V, v, depth+1) {
			return false
		}
	}
	return true
}
