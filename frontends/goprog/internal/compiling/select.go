package compiling

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// selects compiles instructions that take parts of values, or addresses of parts.
func (c *compiler) selects(i ssa.Instruction, d int) op {
	switch i := i.(type) {
	case *ssa.Extract:
		x, k := c.operand(i.Tuple), i.Index
		return func(fr *frame) {
			if vs, ok := fr.Get(x).R.([]value); ok {
				fr.R[d] = vs[k]
			} else {
				fr.R[d] = fr.Get(x) // poison
			}
		}
	case *ssa.Field:
		l := c.Layouts.Of(i.X.Type())
		x, off, part := c.operand(i.X), l.Fields[i.Field], l.Parts[i.Field]
		return func(fr *frame) { fr.R[d] = part.From(fr.Get(x).Cells(l.N), off) }
	case *ssa.FieldAddr:
		l := c.Layouts.Of(i.X.Type().Underlying().(*types.Pointer).Elem())
		x, off := c.operand(i.X), int64(l.Fields[i.Field])
		return c.placed(func(fr *frame) {
			p := fr.Get(x)
			fr.Th.Pointer(p)
			fr.R[d] = value{N: p.N + off, R: p.R}
		})
	case *ssa.Index:
		return c.index(i, d)
	case *ssa.IndexAddr:
		return c.indexAddr(i, d)
	case *ssa.Slice:
		return c.slice(i, d)
	case *ssa.SliceToArrayPointer:
		n := i.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len()
		x := c.operand(i.X)
		return c.placed(func(fr *frame) {
			v := fr.Get(x)
			s := machine.SliceOf(v)
			if s.Len < n {
				fr.Th.Panic("runtime error: cannot convert slice with length %d to array or pointer to array with length %d", s.Len, n)
			}
			if fr.R[d] = (value{}); v.R != nil {
				fr.R[d] = value{N: s.Off, R: s.O}
			}
		})
	}
	panic("no selector")
}

// bound panics unless n is an index of something with that length.
func bound(th *machine.Thread, k ssa.Value, n, length int64) {
	if n >= 0 && n < length {
		return
	}
	if n < 0 && !isUnsigned(k.Type()) {
		th.Panic("runtime error: index out of range [%d]", n)
	}
	th.Panic("runtime error: index out of range [%s] with length %d", integer(k.Type(), n), length)
}

func isUnsigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}

func integer(t types.Type, n int64) string {
	if isUnsigned(t) {
		return fmt.Sprint(uint64(n))
	}
	return fmt.Sprint(n)
}

func (c *compiler) index(i *ssa.Index, d int) op {
	x, k := c.operand(i.X), c.operand(i.Index)
	if isString(i.X.Type()) {
		return c.placed(func(fr *frame) {
			s, n := fr.Get(x).Text(), fr.Get(k).N
			bound(fr.Th, i.Index, n, int64(len(s)))
			fr.R[d] = value{N: int64(s[n])}
		})
	}
	l := c.Layouts.Of(i.X.Type())
	length := i.X.Type().Underlying().(*types.Array).Len()
	return c.placed(func(fr *frame) {
		n := fr.Get(k).N
		bound(fr.Th, i.Index, n, length)
		fr.R[d] = l.Elem.From(fr.Get(x).Cells(l.N), int(n)*l.Elem.N)
	})
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func (c *compiler) indexAddr(i *ssa.IndexAddr, d int) op {
	x, k := c.operand(i.X), c.operand(i.Index)
	if t, ok := i.X.Type().Underlying().(*types.Slice); ok {
		elem := c.Layouts.Of(t.Elem())
		return c.placed(func(fr *frame) {
			v, n := fr.Get(x), fr.Get(k).N
			fr.Th.Sound(v)
			s := machine.SliceOf(v)
			bound(fr.Th, i.Index, n, s.Len)
			fr.R[d] = machine.At(s, n, elem)
		})
	}
	l := c.Layouts.Of(i.X.Type().Underlying().(*types.Pointer).Elem())
	length := l.Of.Underlying().(*types.Array).Len()
	return c.placed(func(fr *frame) {
		p, n := fr.Get(x), fr.Get(k).N
		if length == 0 || n < 0 || n >= length {
			bound(fr.Th, i.Index, n, length)
		}
		fr.Th.Pointer(p)
		fr.R[d] = value{N: p.N + n*int64(l.Elem.N), R: p.R}
	})
}

// bounds are the indices of a slice expression; nil for those left out.
type bounds struct {
	low, high, most func(fr *frame) int64
	types           [3]types.Type
}

func (c *compiler) bounds(i *ssa.Slice) bounds {
	var b bounds
	for k, v := range []ssa.Value{i.Low, i.High, i.Max} {
		if v == nil {
			continue
		}
		o := c.operand(v)
		b.types[k] = v.Type()
		*[]*func(fr *frame) int64{&b.low, &b.high, &b.most}[k] = func(fr *frame) int64 { return fr.Get(o).N }
	}
	return b
}

// of evaluates the bounds for something with that length and capacity; unit names what the last one must not exceed.
func (b bounds) of(fr *frame, length, capacity int64, unit string) (low, high, most int64) {
	high, most = length, capacity
	if b.low != nil {
		low = b.low(fr)
	}
	if b.high != nil {
		high = b.high(fr)
	}
	fail := func(k int, shape string, n int64, rest string, args ...any) {
		if n < 0 && !isUnsigned(b.types[k]) {
			fr.Th.Panic("runtime error: slice bounds out of range "+shape, fmt.Sprint(n))
		}
		fr.Th.Panic("runtime error: slice bounds out of range "+rest, append([]any{integer(b.types[k], n)}, args...)...)
	}
	beyond := func(n, limit int64) bool { return n < 0 || n > limit }
	if b.most != nil {
		most = b.most(fr)
		switch {
		case beyond(most, capacity):
			fail(2, "[::%s]", most, "[::%s] with "+unit+" %d", capacity)
		case beyond(high, most):
			fail(1, "[:%s:]", high, "[:%s:%d]", most)
		case beyond(low, high):
			fail(0, "[%s::]", low, "[%s:%d:]", high)
		}
		return low, high, most
	}
	switch {
	case beyond(high, capacity) && b.high != nil:
		fail(1, "[:%s]", high, "[:%s] with "+unit+" %d", capacity)
	case beyond(low, high):
		fail(0, "[%s:]", low, "[%s:%d]", high)
	}
	return low, high, most
}

func (c *compiler) slice(i *ssa.Slice, d int) op {
	x, b := c.operand(i.X), c.bounds(i)
	switch t := i.X.Type().Underlying().(type) {
	case *types.Slice:
		elem := c.Layouts.Of(t.Elem())
		return c.placed(func(fr *frame) {
			v := fr.Get(x)
			fr.Th.Sound(v)
			s := machine.SliceOf(v)
			low, high, most := b.of(fr, s.Len, s.Cap, "capacity")
			if fr.R[d] = v; v.R != nil {
				fr.R[d] = value{R: &memory.Slice{O: s.O, Off: s.Off + low*int64(elem.N), Len: high - low, Cap: most - low}}
			}
		})
	case *types.Pointer:
		l := c.Layouts.Of(t.Elem())
		length := l.Of.Underlying().(*types.Array).Len()
		return c.placed(func(fr *frame) {
			p := fr.Get(x)
			o := fr.Th.Pointer(p)
			low, high, most := b.of(fr, length, length, "length")
			fr.R[d] = value{R: &memory.Slice{O: o, Off: p.N + low*int64(l.Elem.N), Len: high - low, Cap: most - low}}
		})
	}
	return c.placed(func(fr *frame) {
		s := fr.Get(x).Text()
		low, high, _ := b.of(fr, int64(len(s)), int64(len(s)), "length")
		fr.R[d] = memory.String(s[low:high])
	})
}
