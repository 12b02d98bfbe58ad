// Package world has the surroundings of a Go program, as natives: files, the environment, random numbers, signals, and the runtime.
// All of it is the same in each execution, or a choice.
package world

import (
	"go/types"
	"maps"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

type (
	value  = memory.Value
	layout = memory.Layout
	thread = machine.Thread
	native = machine.Native
)

// Natives returns the functions that the package replaces, by their names as go/ssa writes them.
func Natives() map[string]native {
	all := map[string]native{}
	for _, part := range []map[string]native{files(), openFiles(), environment(), random(), secrets(), runtimes(), signals(), pointers()} {
		maps.Copy(all, part)
	}
	return all
}

var byteType, stringType, intType = types.Typ[types.Uint8], types.Typ[types.String], types.Typ[types.Int]

func pointerTo(t types.Type) types.Type { return types.NewPointer(t) }

func nothing(*thread, []value) value { return value{} }

func constantly(n int64) native { return func(*thread, []value) value { return value{N: n} } }

// fieldOf returns the offset and the layout of the struct field with that name.
func fieldOf(l *layout, name string) (off int, part *layout) {
	u := l.Of.Underlying().(*types.Struct)
	for k := range u.NumFields() {
		if u.Field(k).Name() == name {
			return l.Fields[k], l.Parts[k]
		}
	}
	panic(&memory.Refusal{Problem: l.Of.String() + " has no field " + name})
}

// sliceOf returns a new slice.
func sliceOf(th *thread, name string, elem types.Type, all []value) value {
	l := th.Gen.Layouts.Of(elem)
	s := th.NewSlice(th.Gen.Site(name, l, true), l, int64(len(all)), int64(len(all)))
	for i, v := range all {
		th.Store(machine.At(machine.SliceOf(s), int64(i), l), l, v)
	}
	return s
}
