// Package library is what is done natively in place of functions of the standard library: those that
// synchronise, those that reach out of the program, and some that need to know of memory.
package library

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"dporbench/goprog/internal/machine"
	"dporbench/goprog/internal/memory"
)

type (
	value  = memory.Value
	layout = memory.Layout
	thread = machine.Thread
	native = machine.Native
)

// all are the natives by the names of functions, as go/ssa writes them.
var all = sync.OnceValue(func() map[string]native {
	return together(ofSync(), pools(), syncMaps(), timers(), times(), formatting(), logging(), testingMethods(),
		runtimes(), random(), texts(), mathematics(), errorFunctions(), reflection(), values(), assertions(), sorting(), atomicValues(), network(),
		hashes(), semaphores(), notifications())
})

// ofSync are those of package sync of which the code may be executed, too.
var ofSync = sync.OnceValue(func() map[string]native {
	return together(locks(), waitGroups(), onces(), conditions())
})

func together(parts ...map[string]native) map[string]native {
	m := map[string]native{}
	for _, part := range parts {
		maps.Copy(m, part)
	}
	return m
}

// Find is what is done in place of fn, or nil. With code, that of package sync is executed.
func Find(name string, fn *ssa.Function, code bool) native {
	if code && ofSync()[name] != nil {
		return nil
	}
	if n := all()[name]; n != nil && !(code && looksIntoRuntime(name)) {
		return n
	}
	switch {
	case code && looksIntoRuntime(name):
		return refused("%s is not supported where the code of package sync is executed: it looks into the runtime", name)
	case strings.HasPrefix(name, "sync/atomic."), strings.HasPrefix(name, "(*sync/atomic."):
		return atomicOperation(AtomicVerb(name))
	case name == "(*sync.Pool).Get":
		return poolGet(fn.Signature.Recv().Type().(*types.Pointer).Elem())
	case strings.HasPrefix(name, "(*testing."):
		return refused("%s is not supported", name)
	}
	return markNative(name)
}

// looksIntoRuntime reports whether a function of package sync does.
func looksIntoRuntime(name string) bool {
	return strings.HasPrefix(name, "(*sync.Map).") || strings.HasPrefix(name, "(*sync.Pool).")
}

func nothing(*thread, []value) value { return value{} }

// refused is a function that must not be called.
func refused(format string, args ...any) native {
	return func(th *thread, _ []value) value {
		th.Refuse(format, args...)
		return value{}
	}
}

func constantly(n int64) native { return func(*thread, []value) value { return value{N: n} } }

func always(int64) bool     { return true }
func isZero(v int64) bool   { return v == 0 }
func positive(v int64) bool { return v > 0 }

func plus(d int64) func(int64) int64 { return func(v int64) int64 { return v + d } }

// where is next where that holds, and changes nothing elsewhere.
func where(holds func(int64) bool, next func(int64) int64) func(int64) int64 {
	return func(v int64) int64 {
		if holds(v) {
			return next(v)
		}
		return v
	}
}

// cell is the address of a cell of what p points to.
func cell(p value, off int64) value { return value{N: p.N + off, R: p.R} }

// fieldOf is where a struct has the field of that name, and what that is like.
func fieldOf(l *layout, name string) (off int, part *layout) {
	u := l.Of.Underlying().(*types.Struct)
	k := slices.IndexFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return f.Name() == name })
	return l.Fields[k], l.Parts[k]
}

// anyLayout is the layout of an any.
func anyLayout(th *thread) *layout { return th.Gen.Layouts.Of(types.NewInterfaceType(nil, nil)) }

// textInterface is an interface with a string in it.
func textInterface(th *thread, text string) value {
	return value{R: &memory.Iface{T: th.Gen.Types.Of(types.Typ[types.String]), V: memory.String(text)}}
}

// throwText panics with a string, as some of the standard library does.
func throwText(th *thread, text string) { th.Throw(textInterface(th, text)) }

// closure is the function that v is; nil if it is nil.
func closure(v value) *memory.Closure {
	f, _ := v.R.(*memory.Closure)
	return f
}

func acquires(key int64) machine.Step { return machine.Step{Verb: machine.Acquire, Key: key} }
func releases(key int64) machine.Step { return machine.Step{Verb: machine.Release, Key: key} }
