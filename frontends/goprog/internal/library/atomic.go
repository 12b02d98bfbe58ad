package library

import (
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/operation"
)

var integers = map[string]operation.IntType{
	"Int32": operation.Int32, "Int64": operation.Int64, "Uint32": operation.Uint32, "Uint64": operation.Uint64, "Uintptr": operation.Uint64,
}

// AtomicVerb returns the operation and the type of a function of sync/atomic, as AddInt32, or of a method of one of its types, as
// (*Int32).Add; "" if no such function exists.
func AtomicVerb(name string) (verb, of string, method bool) {
	if text, ok := strings.CutPrefix(name, "(*sync/atomic."); ok {
		of, verb, _ = strings.Cut(text, ").")
		of, _, _ = strings.Cut(of, "[")
		return verb, of, true
	}
	if text, ok := strings.CutPrefix(name, "sync/atomic."); ok {
		for _, verb := range []string{"CompareAndSwap", "Load", "Store", "Swap", "Add", "And", "Or"} {
			if of, ok := strings.CutPrefix(text, verb); ok {
				return verb, of, false
			}
		}
	}
	return "", "", false
}

// atomicOperation is an operation on a cell of a type: Int32, Pointer, Bool and so on; nil if there is none.
func atomicOperation(verb, of string, method bool) native {
	t, isInteger := integers[of]
	k := memory.Number
	equal := func(a, b value) bool { return a.N == b.N }
	switch {
	case of == "Pointer":
		k, equal = memory.Reference, samePointer
	case of == "Bool" && method:
	case !isInteger:
		return nil
	}
	switch verb {
	case "Load":
		return func(th *thread, a []value) value { return th.AtomicLoad(a[0], k) }
	case "Store":
		return func(th *thread, a []value) value { th.AtomicStore(a[0], a[1]); return value{} }
	case "Swap":
		return func(th *thread, a []value) value { return th.AtomicSwap(a[0], a[1], k) }
	case "CompareAndSwap":
		return func(th *thread, a []value) value { return memory.Bool(th.CompareAndSwap(a[0], a[1], a[2], equal)) }
	}
	if !isInteger {
		return nil
	}
	switch verb {
	case "Add":
		op := operation.FetchAdd.As(t)
		return func(th *thread, a []value) value { return value{N: op.Apply(th.Fetch(a[0], op, a[1].N), a[1].N)} }
	case "And":
		return fetch(operation.FetchAnd.As(t))
	case "Or":
		return fetch(operation.FetchOr.As(t))
	}
	return nil
}

func fetch(op operation.FetchOp) native {
	return func(th *thread, a []value) value { return value{N: th.Fetch(a[0], op, a[1].N)} }
}

func samePointer(a, b value) bool {
	x, _ := a.R.(*memory.Object)
	y, _ := b.R.(*memory.Object)
	return a.N == b.N && memory.Same(x, y)
}

// atomicValues are the methods of atomic.Value. A load of its own finds the type that the Value holds, since it never
// changes once it is set.
func atomicValues() map[string]native {
	is := func(th *thread, a, b value) bool { return th.Equal(anyLayout(th), a, b) }
	check := func(th *thread, verb string, p, v value) {
		f, _ := v.R.(*memory.Iface)
		if f == nil {
			throwText(th, "sync/atomic: "+verb+" of nil value into Value")
		}
		if old, ok := th.AtomicLoad(p, memory.Reference).R.(*memory.Iface); ok && old.T != f.T {
			throwText(th, "sync/atomic: "+verb+" of inconsistently typed value into Value")
		}
	}
	return map[string]native{
		"(*sync/atomic.Value).Load": func(th *thread, a []value) value { return th.AtomicLoad(a[0], memory.Reference) },
		"(*sync/atomic.Value).Store": func(th *thread, a []value) value {
			check(th, "store", a[0], a[1])
			th.AtomicStore(a[0], a[1])
			return value{}
		},
		"(*sync/atomic.Value).Swap": func(th *thread, a []value) value {
			check(th, "swap", a[0], a[1])
			return th.AtomicSwap(a[0], a[1], memory.Reference)
		},
		"(*sync/atomic.Value).CompareAndSwap": func(th *thread, a []value) value {
			check(th, "compare and swap", a[0], a[2])
			if old, ok := a[1].R.(*memory.Iface); ok {
				if old.T != a[2].R.(*memory.Iface).T {
					throwText(th, "sync/atomic: compare and swap of inconsistently typed values")
				}
				is(th, a[1], a[1]) // panics if it cannot be compared
			}
			return memory.Bool(th.CompareAndSwap(a[0], a[1], a[2], func(x, y value) bool { return is(th, x, y) }))
		},
	}
}
