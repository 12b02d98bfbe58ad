package compiling

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// builtinFunc executes a builtin function.
type builtinFunc func(fr *frame, a []value) value

func (c *compiler) builtinCall(b *ssa.Builtin, i *ssa.Call, d int) op {
	var f builtinFunc
	if b.Name() == "append" {
		f = c.appending(&i.Call, listsElements(&i.Call) && staysLocal(i, map[ssa.Value]bool{}))
	} else {
		f = c.builtin(b.Name(), &i.Call)
	}
	args := c.operands(i.Call.Args)
	return c.placed(func(fr *frame) { fr.R[d] = f(fr, fr.All(args)) })
}

// builtin returns the builtin function with that name, for the types of the arguments.
func (c *compiler) builtin(name string, call *ssa.CallCommon) builtinFunc {
	var t types.Type
	if len(call.Args) > 0 {
		t = call.Args[0].Type().Underlying()
	}
	switch name {
	case "len", "cap":
		return lengthOf(name, t)
	case "append":
		return c.appending(call, false)
	case "copy":
		return c.copying(call)
	case "clear":
		return c.clearing(t)
	case "min", "max":
		return extreme(name, t.(*types.Basic))
	case "delete":
		key := c.Layouts.Of(t.(*types.Map).Key())
		return func(fr *frame, a []value) value { fr.Th.DeleteKey(a[0], key, a[1]); return value{} }
	case "close":
		return func(fr *frame, a []value) value { fr.Th.Close(a[0]); return value{} }
	case "panic":
		return func(fr *frame, a []value) value { throw(fr, a[0]); return value{} }
	case "recover":
		return func(fr *frame, _ []value) value { return fr.Recovered() }
	case "print", "println":
		return prints(name, call.Args)
	case "real", "imag", "complex":
		return complexPart(name)
	case "ssa:wrapnilchk":
		return func(fr *frame, a []value) value { fr.Th.Pointer(a[0]); return a[0] }
	case "ssa:deferstack":
		return func(fr *frame, _ []value) value { return value{R: fr} }
	case "Add", "SliceData", "String", "StringData", "Slice":
		return c.unsafely(name, call)
	}
	return func(fr *frame, _ []value) value {
		fr.Th.Refuse("builtin function %s is not supported", name)
		return value{}
	}
}

func lengthOf(name string, t types.Type) builtinFunc {
	length := name == "len"
	switch t := t.(type) {
	case *types.Basic:
		return func(fr *frame, a []value) value {
			fr.Th.Sound(a[0])
			return value{N: int64(len(a[0].Text()))}
		}
	case *types.Slice:
		return func(fr *frame, a []value) value {
			fr.Th.Sound(a[0])
			s := machine.SliceOf(a[0])
			if length {
				return value{N: s.Len}
			}
			return value{N: s.Cap}
		}
	case *types.Map:
		return func(fr *frame, a []value) value { return value{N: int64(fr.Th.Contents(a[0]).Len())} }
	case *types.Chan:
		return func(fr *frame, a []value) value {
			switch {
			case fr.Th.IsTimers(a[0]):
				return value{}
			case length:
				return value{N: fr.Th.LenChan(a[0])}
			}
			if o, ok := a[0].R.(*memory.Object); ok {
				return value{N: o.Cap}
			}
			return value{}
		}
	case *types.Array:
		return func(*frame, []value) value { return value{N: t.Len()} }
	}
	n := t.(*types.Pointer).Elem().Underlying().(*types.Array).Len()
	return func(*frame, []value) value { return value{N: n} }
}

// bytesOf returns the bytes of a string as append and copy take them.
func bytesOf(text string) []value {
	vs := make([]value, len(text))
	for i := range len(text) {
		vs[i] = value{N: int64(text[i])}
	}
	return vs
}

// appending compiles append; local says that its elements are listed, and that its result is known to stay in its function.
func (c *compiler) appending(call *ssa.CallCommon, local bool) builtinFunc {
	elem := c.Layouts.Of(call.Args[0].Type().Underlying().(*types.Slice).Elem())
	fromString := isString(call.Args[1].Type())
	site := c.site("slice", elem, true)
	size, pointers := memory.SizeOf(elem.Of), memory.HasPointers(elem.Of)
	return func(fr *frame, a []value) value {
		th := fr.Th
		th.Sound(a[0])
		var added []value
		if fromString {
			added = bytesOf(a[1].Text())
		} else {
			added = th.Elements(a[1], elem)
		}
		if len(added) == 0 {
			return a[0]
		}
		old := machine.SliceOf(a[0])
		next := memory.Slice{O: old.O, Off: old.Off, Len: old.Len + int64(len(added)), Cap: old.Cap}
		if next.Len > old.Cap {
			th.Fit(next.Len, int64(elem.N), "elements of a slice")
			capacity := memory.Grown(old.Cap, next.Len, size, pointers)
			if local && old.Cap == 0 && size > 0 && next.Len <= stackBuffer/size {
				capacity = stackBuffer / size
			}
			next = machine.SliceOf(th.NewSlice(site, elem, next.Len, capacity))
			for i, v := range th.Elements(a[0], elem) {
				th.Store(machine.At(next, int64(i), elem), elem, v)
			}
		}
		for i, v := range added {
			th.Store(machine.At(next, old.Len+int64(i), elem), elem, v)
		}
		return value{R: &next}
	}
}

func (c *compiler) copying(call *ssa.CallCommon) builtinFunc {
	elem := c.Layouts.Of(call.Args[0].Type().Underlying().(*types.Slice).Elem())
	fromString := isString(call.Args[1].Type())
	return func(fr *frame, a []value) value {
		fr.Th.Sound(a[0])
		to := machine.SliceOf(a[0])
		var from []value
		if fromString {
			from = bytesOf(a[1].Text())
			from = from[:min(int64(len(from)), to.Len)]
		} else {
			fr.Th.Sound(a[1])
			s := machine.SliceOf(a[1])
			s.Len = min(s.Len, to.Len)
			from = fr.Th.Elements(value{R: &s}, elem)
		}
		for i, v := range from {
			fr.Th.Store(machine.At(to, int64(i), elem), elem, v)
		}
		return value{N: int64(len(from))}
	}
}

func (c *compiler) clearing(t types.Type) builtinFunc {
	s, ok := t.(*types.Slice)
	if !ok {
		return func(fr *frame, a []value) value { fr.Th.ClearMap(a[0]); return value{} }
	}
	elem := c.Layouts.Of(s.Elem())
	return func(fr *frame, a []value) value {
		s := machine.SliceOf(a[0])
		for i := range s.Len {
			fr.Th.Store(machine.At(s, i, elem), elem, elem.Zero())
		}
		return value{}
	}
}

// prints prints as the runtime does, except for the form of floating-point numbers.
func prints(name string, args []ssa.Value) builtinFunc {
	return func(fr *frame, a []value) value {
		var b strings.Builder
		for k, v := range a {
			if k > 0 && name == "println" {
				b.WriteByte(' ')
			}
			if host, ok := machine.Host(args[k].Type(), v); ok {
				fmt.Fprint(&b, host)
			} else {
				b.WriteString("0xc000000000")
			}
		}
		if name == "println" {
			b.WriteByte('\n')
		}
		fr.Th.Print(b.String())
		return value{}
	}
}

func extreme(name string, b *types.Basic) builtinFunc {
	f := extremum[int64](name)
	best := func(x, y value) value { return value{N: f(x.N, y.N)} }
	switch info := b.Info(); {
	case info&types.IsString != 0:
		f := extremum[string](name)
		best = func(x, y value) value { return memory.String(f(x.Text(), y.Text())) }
	case info&types.IsFloat != 0:
		f := extremum[float64](name)
		best = func(x, y value) value { return memory.Float(f(x.Float(), y.Float())) }
	case info&types.IsUnsigned != 0:
		f := extremum[uint64](name)
		best = func(x, y value) value { return value{N: int64(f(uint64(x.N), uint64(y.N)))} }
	}
	return func(_ *frame, a []value) value {
		v := a[0]
		for _, w := range a[1:] {
			v = best(v, w)
		}
		return v
	}
}

func extremum[T cmp.Ordered](name string) func(x, y T) T {
	if name == "min" {
		return func(x, y T) T { return min(x, y) }
	}
	return func(x, y T) T { return max(x, y) }
}

func complexPart(name string) builtinFunc {
	switch name {
	case "real":
		return func(_ *frame, a []value) value { return memory.Float(real(a[0].Complex())) }
	case "imag":
		return func(_ *frame, a []value) value { return memory.Float(imag(a[0].Complex())) }
	}
	return func(_ *frame, a []value) value { return memory.Complex(complex(a[0].Float(), a[1].Float())) }
}

// unsafely compiles package unsafe's functions on pointers, slices and strings.
func (c *compiler) unsafely(name string, call *ssa.CallCommon) builtinFunc {
	switch name {
	case "Add":
		return func(fr *frame, a []value) value {
			return fr.Th.PointerAt(value{N: fr.Th.Address(a[0]) + a[1].N})
		}
	case "SliceData":
		return func(_ *frame, a []value) value {
			if s, ok := a[0].R.(*memory.Slice); ok {
				return value{N: s.Off, R: s.O}
			}
			return value{}
		}
	case "StringData":
		site := c.site("string", c.Layouts.Of(types.Typ[types.Uint8]), true)
		return func(_ *frame, a []value) value {
			return machine.StringData(site, a[0].Text())
		}
	}
	slice := func(fr *frame, a []value) value {
		if a[0].R == nil && a[1].N == 0 {
			return value{}
		}
		return value{R: &memory.Slice{O: fr.Th.Pointer(a[0]), Off: a[0].N, Len: a[1].N, Cap: a[1].N}}
	}
	if name == "Slice" {
		return slice
	}
	return func(fr *frame, a []value) value { return memory.String(string(fr.Th.Bytes(slice(fr, a)))) }
}
