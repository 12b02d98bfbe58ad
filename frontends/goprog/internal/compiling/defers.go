package compiling

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// defersOfIterators reports whether only the bodies of ranges over functions defer calls until fn returns: go/ssa then
// does not say where these calls run.
func defersOfIterators(fn *ssa.Function) (is bool) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.RunDefers:
				return false
			case *ssa.Call:
				if builtin, ok := i.Call.Value.(*ssa.Builtin); ok && builtin.Name() == "ssa:deferstack" {
					is = true
				}
			}
		}
	}
	return is
}

// runsDefersAt returns the index of the instruction of b before which deferred calls run that go/ssa does not mention; -1 if none do.
// The calls may change named results, which are therefore loaded afterwards.
func (c *compiler) runsDefersAt(b *ssa.BasicBlock) int {
	last := len(b.Instrs) - 1
	if _, returns := b.Instrs[last].(*ssa.Return); !returns || b == c.fn.Recover || !c.iteratorsDefer {
		return -1
	}
	named := map[ssa.Value]bool{}
	if c.fn.Recover != nil {
		for _, i := range c.fn.Recover.Instrs {
			if load, ok := i.(*ssa.UnOp); ok && load.Op == token.MUL {
				named[load.X] = true
			}
		}
	}
	for last > 0 {
		load, ok := b.Instrs[last-1].(*ssa.UnOp)
		if !ok || load.Op != token.MUL || !named[load.X] {
			break
		}
		last--
	}
	return last
}
