// Package library has native replacements for functions of the standard library: those that
// synchronise, those that reach out of the program, and some that depend on how memory is represented.
package library

import (
	"go/types"
	"maps"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/reflection"
)

type (
	value  = memory.Value
	layout = memory.Layout
	thread = machine.Thread
	native = machine.Native
)

// all maps the names of functions, as go/ssa writes them, to their natives.
var all = sync.OnceValue(func() map[string]native {
	return together(ofSync(), pools(), syncMaps(), timers(), synctests(), times(), formatting(), logging(), testingMethods(),
		runtimes(), outside(), texts(), mathematics(), errorFunctions(), reflection.Natives(), assertions(), sorting(), atomicValues(), network(),
		hashes(), settings(), pollErrors(), semaphores(), notifications())
})

// ofSync are the natives of package sync whose own code can be executed instead.
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

// Find returns the native that replaces fn, or nil. With code, the code of package sync is executed, and with logs that of package log.
func Find(name string, fn *ssa.Function, code, logs bool) native {
	if code && ofSync()[name] != nil || logs && strings.HasPrefix(name, "log.") {
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
	case strings.HasPrefix(name, "unique."), strings.HasPrefix(name, "(unique."), strings.HasPrefix(name, "weak."), strings.HasPrefix(name, "(weak."):
		return unique(name, fn.Signature.Params(), fn.Signature.Results())
	case name == "reflect.TypeFor":
		return reflection.TypeFor(fn.TypeArgs()[0])
	case name == "reflect.TypeAssert":
		return reflection.TypeAssert(fn.TypeArgs()[0])
	case name == "(*sync.Pool).Get":
		return poolGet(fn.Signature.Recv().Type().(*types.Pointer).Elem())
	case strings.HasPrefix(name, "(*testing.") && fn.Synthetic == "":
		return refused("%s is not supported", name)
	}
	return markNative(name)
}

// looksIntoRuntime reports whether a function of package sync looks into the runtime.
func looksIntoRuntime(name string) bool {
	return strings.HasPrefix(name, "(*sync.Map).") || strings.HasPrefix(name, "(*sync.Pool).")
}

func nothing(*thread, []value) value { return value{} }

// refused returns a native that refuses the call.
func refused(format string, args ...any) native {
	return func(th *thread, _ []value) value {
		th.Refuse(format, args...)
		return value{}
	}
}

func constantly(n int64) native { return func(*thread, []value) value { return value{N: n} } }

// cell returns the address of the cell at an offset in what p points to.
func cell(p value, off int64) value { return value{N: p.N + off, R: p.R} }

// anyLayout returns the layout of an any.
func anyLayout(th *thread) *layout { return th.Gen.Layouts.Of(types.NewInterfaceType(nil, nil)) }

// textInterface returns an interface that holds a string.
func textInterface(th *thread, text string) value {
	return value{R: &memory.Iface{T: th.Gen.Types.Of(types.Typ[types.String]), V: memory.String(text)}}
}

// throwText panics with a string, as some of the standard library does.
func throwText(th *thread, text string) { th.PanicString("%s", text) }

// closure returns the function v, nil for a nil one.
func closure(v value) *memory.Closure {
	f, _ := v.R.(*memory.Closure)
	return f
}
