// Package reflection is package reflect for Go programs, as natives: over the types and the values of package memory.
//
// A reflect.Type is the name that a type has in all processes. A reflect.Value has three cells: an interface with a value or, if the value can be addressed,
// with its address; nothing; and flags.
package reflection

import (
	"go/types"
	"maps"
	"reflect"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

type (
	value  = memory.Value
	layout = memory.Layout
	thread = machine.Thread
	native = machine.Native
)

// Type names the type of which a reflect.Type is.
const Type = "reflect.Type"

// Natives returns the functions and the methods of a Value, by their names as go/ssa writes them.
func Natives() map[string]native {
	all := functions()
	for _, methods := range []map[string]native{inspecting(), setting(), containers(), conversions(), calling(), channels()} {
		for name, n := range methods {
			all["(reflect.Value)."+name] = n
		}
	}
	maps.Copy(all, iterators())
	return all
}

// The flags of a Value.
const (
	addressable int64 = 1 << iota
	unexported        // it was reached by an unexported field
)

// val is a reflect.Value.
type val struct {
	t     *memory.Type
	v     value // or the address, if it is addressable
	flags int64
}

// value3 returns the cells of a Value.
func (x val) value3() value {
	return value{R: []value{{R: &memory.Iface{T: x.t, V: x.v}}, {}, {N: x.flags}}}
}

// invalid is the zero Value.
func invalid() value { return value{R: make([]value, 3)} }

// Of returns the Value of an interface.
func Of(v value) value {
	if f, ok := v.R.(*memory.Iface); ok {
		return val{t: f.T, v: f.V}.value3()
	}
	return invalid()
}

// read reads the cells of a Value; ok is false for the zero Value.
func read(v value) (x val, ok bool) {
	cells := v.Cells(3)
	f, ok := cells[0].R.(*memory.Iface)
	if !ok {
		return val{}, false
	}
	return val{f.T, f.V, cells[2].N}, true
}

// get returns the value itself.
func (x val) get(th *thread) value {
	if x.flags&addressable != 0 {
		return th.Load(x.v, x.t.Lay)
	}
	return x.v
}

// Content returns the interface that a Value has, as its method Interface.
func Content(th *thread, v value) value {
	x, ok := read(v)
	if !ok {
		return value{}
	}
	return packed(x.t, x.get(th))
}

// packed returns v of type t in an interface.
func packed(t *memory.Type, v value) value {
	if types.IsInterface(t.T) {
		return v
	}
	return value{R: &memory.Iface{T: t, V: v}}
}

// must returns a Value, if it is of one of these kinds, or of any if none is given; otherwise the method panics.
func must(th *thread, v value, method string, allowed ...reflect.Kind) val {
	x, ok := read(v)
	k := reflect.Invalid
	if ok {
		k = Kind(x.t.T)
	}
	if ok && (allowed == nil || slices.Contains(allowed, k)) {
		return x
	}
	th.Panic("%v", &reflect.ValueError{Method: "reflect.Value." + method, Kind: k})
	return val{}
}

// typeOf returns the reflect.Type of a type.
func typeOf(th *thread, t *memory.Type) value {
	return value{R: &memory.Iface{T: th.Gen.Known[Type], V: memory.String(t.ID)}}
}

func typeFor(th *thread, t types.Type) value { return typeOf(th, th.Gen.Types.Of(t)) }

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

// zero is a Value of a type's zero value.
func zero(t *memory.Type) val { return val{t: t, v: t.Lay.Zero()} }

// made returns a Value of a type of the program.
func made(th *thread, t types.Type, v value) val { return val{t: th.Gen.Types.Of(t), v: v} }

func valueLayout(th *thread) *layout { return th.Gen.Layouts.Of(th.Gen.TypeNamed("reflect", "Value")) }

func values(th *thread, all []val) value {
	var vs []value
	for _, x := range all {
		vs = append(vs, x.value3())
	}
	return th.SliceWith("reflect.Values", valueLayout(th), vs...)
}

// fitted returns the content of a Value as a value of type t, to which it must be assignable.
func fitted(th *thread, v value, t *memory.Type, what string) value {
	x, ok := read(v)
	if !ok {
		th.PanicString("reflect: %s using zero Value argument", what)
	}
	if !types.AssignableTo(x.t.T, t.T) {
		th.PanicString("%s: value of type %s is not assignable to type %s", what, x.t, t)
	}
	if types.IsInterface(t.T) {
		return packed(x.t, x.get(th))
	}
	return x.get(th)
}
