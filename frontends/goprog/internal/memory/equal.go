package memory

import (
	"go/types"
	"math"
	"math/cmplx"
	"slices"
)

// Equal is == on values of this layout. If it compares values that cannot be compared, it returns their type.
func (l *Layout) Equal(a, b Value) (equal bool, uncomparable *Type) {
	switch u := l.Of.Underlying().(type) {
	case *types.Struct:
		x, y := a.Cells(l.N), b.Cells(l.N)
		for k, part := range l.Parts {
			if u.Field(k).Name() == "_" {
				continue
			}
			if ok, t := part.Equal(part.From(x, l.Fields[k]), part.From(y, l.Fields[k])); !ok {
				return false, t
			}
		}
		return true, nil
	case *types.Array:
		x, y := a.Cells(l.N), b.Cells(l.N)
		for off := 0; off < l.N; off += l.Elem.N {
			if ok, t := l.Elem.Equal(l.Elem.From(x, off), l.Elem.From(y, off)); !ok {
				return false, t
			}
		}
		return true, nil
	case *types.Interface:
		return equalIfaces(a, b)
	case *types.Basic:
		switch i := u.Info(); {
		case i&types.IsString != 0:
			return a.Text() == b.Text(), nil
		case i&types.IsFloat != 0:
			return a.Float() == b.Float(), nil
		case i&types.IsComplex != 0:
			return a.Complex() == b.Complex(), nil
		}
	}
	return equalReferences(a, b), nil
}

func equalIfaces(a, b Value) (equal bool, uncomparable *Type) {
	x, _ := a.R.(*Iface)
	y, _ := b.R.(*Iface)
	switch {
	case x == nil || y == nil:
		return x == nil && y == nil, nil
	case x.T != y.T:
		return false, nil
	case !x.T.Comparable():
		return false, x.T
	}
	return x.T.Lay.Equal(x.V, y.V)
}

// equalReferences compares numbers, pointers, channels, and references that are only ever compared with nil.
func equalReferences(a, b Value) bool {
	x, isObject := a.R.(*Object)
	y, other := b.R.(*Object)
	if isObject && other {
		return a.N == b.N && Same(x, y)
	}
	return a.N == b.N && a.R == nil && b.R == nil
}

// Key returns v as the key of a map, so that equal keys have equal words. If v cannot be a key, it returns the
// type to blame; nan reports that v contains a NaN, which equals no key.
func (l *Layout) Key(v Value) (key Value, unhashable *Type, nan bool) {
	switch u := l.Of.Underlying().(type) {
	case *types.Struct, *types.Array:
		cells := slices.Clone(v.Cells(l.N))
		for off := range cells {
			part := &Layout{Of: l.cellAt(off).Of, N: 1}
			if cells[off], unhashable, nan = part.Key(cells[off]); unhashable != nil || nan {
				return v, unhashable, nan
			}
		}
		return Value{R: cells}, nil, false
	case *types.Interface:
		f, _ := v.R.(*Iface)
		if f == nil {
			return v, nil, false
		}
		if !f.T.Comparable() {
			return v, f.T, false
		}
		inner, unhashable, nan := f.T.Lay.Key(f.V)
		return Value{R: &Iface{f.T, inner}}, unhashable, nan
	case *types.Basic:
		if u.Info()&types.IsFloat != 0 {
			if f := v.Float(); f == 0 {
				return Value{}, nil, false
			} else if math.IsNaN(f) {
				return v, nil, true
			}
		}
		if u.Info()&types.IsComplex != 0 {
			if c := v.Complex(); c == 0 {
				return Value{}, nil, false
			} else if cmplx.IsNaN(c) {
				return v, nil, true
			}
		}
	}
	return v, nil, false
}

// Identical reports whether a and b are the same; it may report false even if they are.
func Identical(a, b Value) bool {
	if a.N != b.N {
		return false
	}
	switch x := a.R.(type) {
	case nil:
		return b.R == nil
	case string:
		y, ok := b.R.(string)
		return ok && x == y
	case *Object:
		y, ok := b.R.(*Object)
		return ok && Same(x, y)
	case *Slice:
		y, ok := b.R.(*Slice)
		return ok && Same(x.O, y.O) && x.Off == y.Off && x.Len == y.Len && x.Cap == y.Cap
	case *Iface:
		y, ok := b.R.(*Iface)
		return ok && x.T == y.T && Identical(x.V, y.V)
	case *Closure:
		y, ok := b.R.(*Closure)
		return ok && x == y
	}
	return false
}
