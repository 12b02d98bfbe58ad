package compiling

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// typeAssert compiles x.(T).
func (c *compiler) typeAssert(i *ssa.TypeAssert, d int) op {
	if target, ok := i.AssertedType.Underlying().(*types.Interface); ok {
		return c.assertInterface(i, target, d)
	}
	x, t := c.operand(i.X), c.Types.Of(i.AssertedType)
	zero := t.Lay.Zero()
	return c.placed(func(fr *frame) {
		f := iface(fr, x)
		if v, ok := zero, f != nil && f.T == t; i.CommaOk {
			if ok {
				v = f.V
			}
			fr.R[d] = memory.Tuple(v, memory.Bool(ok))
			return
		}
		if f == nil || f.T != t {
			refuteAssertion(fr.Th, memory.TypeString(i.X.Type()), f, memory.TypeString(i.AssertedType))
		}
		fr.R[d] = f.V
	})
}

func iface(fr *frame, x machine.Operand) *memory.Iface {
	v := fr.Get(x)
	fr.Th.Sound(v)
	f, _ := v.R.(*memory.Iface)
	return f
}

func (c *compiler) assertInterface(i *ssa.TypeAssert, target *types.Interface, d int) op {
	x := c.operand(i.X)
	return c.placed(func(fr *frame) {
		f := iface(fr, x)
		missing := ""
		if f != nil {
			missing = c.missingMethod(f.T, target)
		}
		ok := f != nil && missing == ""
		switch v := fr.Get(x); {
		case i.CommaOk && !ok:
			fr.R[d] = memory.Tuple(value{}, value{})
		case i.CommaOk:
			fr.R[d] = memory.Tuple(v, memory.Bool(true))
		case f == nil:
			refuteAssertion(fr.Th, "interface", nil, memory.TypeString(i.AssertedType))
		case !ok:
			fr.Th.Panic("interface conversion: %s is not %s: missing method %s", f.T, memory.TypeString(i.AssertedType), missing)
		default:
			fr.R[d] = v
		}
	})
}

func refuteAssertion(th *machine.Thread, from string, f *memory.Iface, to string) {
	is := "nil"
	if f != nil {
		is = f.T.String()
	}
	more := ""
	if is == to {
		more = " (types from different scopes)"
	}
	th.Panic("%s", fmt.Sprintf("interface conversion: %s is %s, not %s%s", from, is, to, more))
}

type implementKey struct {
	t *memory.Type
	i *types.Interface
}

// missingMethod returns the name of a method of i that t lacks, or "".
func (p *Package) missingMethod(t *memory.Type, i *types.Interface) string {
	k := implementKey{t, i}
	if m, ok := p.implement.Load(k); ok {
		return m.(string)
	}
	missing := ""
	if methods := p.Native[t]; methods != nil {
		for m := range i.Methods() {
			if methods[m.Name()] == nil {
				missing = m.Name()
			}
		}
	} else if m, _ := types.MissingMethod(t.T, i, true); m != nil {
		missing = m.Name()
	}
	p.implement.Store(k, missing)
	return missing
}
