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
	for _, part := range []map[string]native{files(), openFiles(), environment(), random(), secrets(), callers(), signals(), cleanups()} {
		maps.Copy(all, part)
	}
	return all
}

var byteType, stringType, intType = types.Typ[types.Uint8], types.Typ[types.String], types.Typ[types.Int]

func nothing(*thread, []value) value { return value{} }

func constantly(n int64) native { return func(*thread, []value) value { return value{N: n} } }

// structure returns a pointer to a new struct of a package, of which these fields are set, in an interface.
func structure(th *thread, pkg, name string, fields map[string]value) value {
	t := th.Gen.TypeNamed(pkg, name)
	l := th.Gen.Layouts.Of(t)
	p := th.NewObject(th.Gen.Site("native "+pkg+"."+name, l, false), l.N)
	for field, v := range fields {
		off, _ := l.Field(field)
		p.R.(*memory.Object).Cells[off] = v
	}
	return value{R: &memory.Iface{T: th.Gen.Types.Of(types.NewPointer(t)), V: p}}
}

// put stores as much of a text as a slice of bytes takes, and returns how much.
func put(th *thread, into value, text string) int64 {
	s, elem := machine.SliceOf(into), th.Gen.Layouts.Of(byteType)
	n := min(int64(len(text)), s.Len)
	for i := range n {
		th.Store(machine.At(s, i, elem), elem, value{N: int64(text[i])})
	}
	return n
}
