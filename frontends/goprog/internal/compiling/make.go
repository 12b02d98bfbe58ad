package compiling

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/memory"
)

// mostElements bounds the length of a new slice.
const mostElements = 1 << 24

// makes compiles instructions that make objects, closures and interfaces.
func (c *compiler) makes(i ssa.Instruction, d int) op {
	switch i := i.(type) {
	case *ssa.Alloc:
		elem := c.Layouts.Of(i.Type().Underlying().(*types.Pointer).Elem())
		name := i.Comment
		if name == "new" || name == "complit" || name == "" {
			name = typeName(elem.Of)
		}
		s := c.site(name, elem, false)
		return func(fr *frame) { fr.R[d] = fr.Th.NewObject(s, elem.N) }
	case *ssa.MakeClosure:
		f, os := c.Function(i.Fn.(*ssa.Function)), c.operands(i.Bindings)
		return func(fr *frame) { fr.R[d] = value{R: &memory.Closure{Fn: f, Bindings: fr.All(os)}} }
	case *ssa.MakeInterface:
		x, t := c.operand(i.X), c.Types.Of(i.X.Type())
		return func(fr *frame) {
			v := fr.Get(x)
			if p, ok := v.R.(memory.Poison); ok {
				fr.R[d] = value{R: p}
				return
			}
			fr.R[d] = value{R: &memory.Iface{T: t, V: v}}
		}
	case *ssa.MakeMap:
		s := c.site("map", nil, false)
		return func(fr *frame) { fr.R[d] = fr.Th.MakeMap(s) }
	case *ssa.MakeChan:
		s := c.site("chan", nil, false)
		n := c.operand(i.Size)
		return c.placed(func(fr *frame) { fr.R[d] = fr.Th.MakeChan(s, fr.Get(n).N) })
	case *ssa.MakeSlice:
		return c.makeSlice(i, d)
	}
	panic("no maker")
}

func (c *compiler) makeSlice(i *ssa.MakeSlice, d int) op {
	elem := c.Layouts.Of(i.Type().Underlying().(*types.Slice).Elem())
	s := c.site("slice", elem, true)
	length, capacity := c.operand(i.Len), c.operand(i.Cap)
	return c.placed(func(fr *frame) {
		n, m := fr.Get(length).N, fr.Get(capacity).N
		switch {
		case n < 0 || n > 1<<47:
			fr.Th.Panic("runtime error: makeslice: len out of range")
		case m < n || m > 1<<47:
			fr.Th.Panic("runtime error: makeslice: cap out of range")
		case m > mostElements:
			fr.Th.Refuse("a slice of %d elements is not supported", m)
		}
		fr.Th.Fit(m, int64(elem.N), "elements of a slice")
		fr.R[d] = fr.Th.NewSlice(s, elem, n, m)
	})
}

// convert compiles a conversion i of x.
func (c *compiler) convert(i, x ssa.Value, d int) op {
	to, o := i.Type(), c.operand(x)
	f := c.conversion(x.Type(), to)
	if s, ok := to.Underlying().(*types.Slice); ok && isString(x.Type()) {
		f = c.stringToSlice(c.Layouts.Of(s.Elem()), c.roomFor(i, x))
	}
	if f == nil {
		return c.unsupported("a conversion of %s to %s is not supported", x.Type(), to)
	}
	return c.placed(func(fr *frame) { fr.R[d] = f(fr.Th, fr.Get(o)) })
}
