package compiling

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// mapInstruction compiles lookups in maps, and ranges over maps and strings.
func (c *compiler) mapInstruction(i ssa.Instruction, d int) op {
	switch i := i.(type) {
	case *ssa.Lookup:
		return c.lookup(i, d)
	case *ssa.MapUpdate:
		m, k, v := c.operand(i.Map), c.operand(i.Key), c.operand(i.Value)
		key := c.Layouts.Of(i.Map.Type().Underlying().(*types.Map).Key())
		return c.placed(func(fr *frame) { fr.Th.SetKey(fr.Get(m), key, fr.Get(k), fr.Get(v)) })
	case *ssa.Range:
		x := c.operand(i.X)
		if isString(i.X.Type()) {
			return func(fr *frame) { fr.R[d] = machine.RangeString(fr.Get(x).Text()) }
		}
		return c.placed(func(fr *frame) { fr.R[d] = fr.Th.RangeMap(fr.Get(x)) })
	case *ssa.Next:
		x := c.operand(i.Iter)
		if i.IsString {
			return func(fr *frame) { fr.R[d] = fr.Th.NextOfString(fr.Get(x)) }
		}
		tuple := i.Type().(*types.Tuple)
		noKey, noValue := c.zeroOf(tuple.At(1).Type()), c.zeroOf(tuple.At(2).Type())
		return c.placed(func(fr *frame) { fr.R[d] = fr.Th.NextOfMap(fr.Get(x), noKey, noValue) })
	}
	panic("no instruction about maps")
}

func (c *compiler) lookup(i *ssa.Lookup, d int) op {
	x, k := c.operand(i.X), c.operand(i.Index)
	t := i.X.Type().Underlying().(*types.Map)
	key, zero := c.Layouts.Of(t.Key()), c.Layouts.Of(t.Elem()).Zero()
	return c.placed(func(fr *frame) {
		m, word := fr.Get(x), fr.Th.Key(key, fr.Get(k))
		v, ok := fr.Th.Contents(m).Get(word)
		if !ok {
			v = zero
		}
		if i.CommaOk {
			v = memory.Tuple(v, memory.Bool(ok))
		}
		fr.R[d] = v
	})
}
