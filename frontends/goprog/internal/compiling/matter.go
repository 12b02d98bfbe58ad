package compiling

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A phi at the head of a loop may change in each iteration although nothing depends on it: the number of times that a loop has waited decides only
// how often it yields. So phis are compared only if they matter: something that has an effect uses them, or a branch that decides whether
// something with an effect is executed. Branches around nothing but yields decide nothing. Compilers call this aggressive
// elimination of dead code (Cytron et al., TOPLAS 1991, section 7.1).

// mattering returns the values of a function that matter; nil for all, where the function may never end.
func mattering(fn *ssa.Function) map[ssa.Value]bool {
	deciding := controllers(fn)
	if deciding == nil {
		return nil
	}
	m := &matters{values: map[ssa.Value]bool{}, seen: map[ssa.Instruction]bool{}, deciding: deciding, blocks: map[*ssa.BasicBlock]bool{}}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if hasEffect(i) {
				m.instruction(i)
			}
		}
	}
	for len(m.left) > 0 {
		i := m.left[len(m.left)-1]
		m.left = m.left[:len(m.left)-1]
		for _, o := range i.Operands(nil) {
			if *o != nil {
				m.value(*o)
			}
		}
		if phi, ok := i.(*ssa.Phi); ok { // the way into its block decides
			for _, p := range phi.Block().Preds {
				m.block(p)
				m.instruction(p.Instrs[len(p.Instrs)-1])
			}
		}
		m.block(i.Block())
	}
	return m.values
}

type matters struct {
	values   map[ssa.Value]bool
	seen     map[ssa.Instruction]bool
	blocks   map[*ssa.BasicBlock]bool
	deciding map[*ssa.BasicBlock][]*ssa.If
	left     []ssa.Instruction
}

func (m *matters) value(v ssa.Value) {
	m.values[v] = true
	if i, ok := v.(ssa.Instruction); ok {
		m.instruction(i)
	}
}

func (m *matters) instruction(i ssa.Instruction) {
	if m.seen[i] {
		return
	}
	m.seen[i] = true
	m.left = append(m.left, i)
}

// block notes that it matters whether a block is executed.
func (m *matters) block(b *ssa.BasicBlock) {
	if b == nil || m.blocks[b] {
		return
	}
	m.blocks[b] = true
	for _, i := range m.deciding[b] {
		m.instruction(i)
	}
}

// hasEffect reports whether an instruction does more than compute a value, or choose a successor.
func hasEffect(i ssa.Instruction) bool {
	switch i.(type) {
	case *ssa.Return, *ssa.Panic:
		return true
	}
	return isEvent(i) || !isPure(i)
}

// controllers returns the branches that decide whether a block is executed, or executed once more; nil if there is no way from some block to the
// end of the function.
func controllers(fn *ssa.Function) map[*ssa.BasicBlock][]*ssa.If {
	if !mayEnd(fn) {
		return nil
	}
	after := postDominators(fn)
	all := map[*ssa.BasicBlock][]*ssa.If{}
	for _, b := range fn.Blocks {
		decides, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for _, s := range b.Succs {
			for _, c := range fn.Blocks { // each that follows s in any case, but not b
				if after[s][c.Index] && (c == b || !after[b][c.Index]) && !slices.Contains(all[c], decides) {
					all[c] = append(all[c], decides)
				}
			}
		}
	}
	return all
}

// mayEnd reports whether there is a way from each block to the end of the function.
func mayEnd(fn *ssa.Function) bool {
	may := map[*ssa.BasicBlock]bool{}
	for more := true; more; {
		more = false
		for _, b := range fn.Blocks {
			if !may[b] && (len(b.Succs) == 0 || slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return may[s] })) {
				may[b], more = true, true
			}
		}
	}
	return len(may) == len(fn.Blocks)
}

// postDominators returns, for each block, the blocks on every way from it to the end of the function, itself included.
func postDominators(fn *ssa.Function) map[*ssa.BasicBlock][]bool {
	all := make(map[*ssa.BasicBlock][]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		set := make([]bool, len(fn.Blocks))
		for k := range set {
			set[k] = len(b.Succs) > 0 || k == b.Index
		}
		all[b] = set
	}
	for changed := true; changed; {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			for k, is := range all[b] {
				if !is || k == b.Index {
					continue
				}
				if slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return !all[s][k] }) {
					all[b][k], changed = false, true
				}
			}
		}
	}
	return all
}
