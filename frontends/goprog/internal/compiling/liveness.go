package compiling

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
)

// registers is a set of registers.
type registers map[int]bool

func (r registers) add(all []int) {
	for _, s := range all {
		r[s] = true
	}
}

// liveness finds the registers that may be read later, at each op. The registers that an op reads are those for which its compiler
// has asked, since some instructions read more or less than their operands. A panic may continue at the block that recovers, from everywhere.
func (c *compiler) liveness() *machine.Liveness {
	n := len(c.fn.Blocks)
	l := &machine.Liveness{Registers: make([][][]int, n), Across: make([][][]int, n), Ends: make([][]int, n), Loops: make([][]int, n), Loaded: make([]bool, len(c.slots))}
	for _, v := range c.fn.FreeVars {
		l.Loaded[c.slots[v]] = onlyLoaded(v, nil)
	}
	c.loopsAround(l)
	if c.iteratorsDefer {
		l.Vague = true
		return l
	}
	at := make([]registers, len(c.fn.Blocks)) // at the beginning of each block
	for i := range at {
		at[i] = registers{}
	}
	for grows := true; grows; {
		grows = false
		for i, b := range slices.Backward(c.fn.Blocks) {
			live := c.liveBefore(b, at, func(int, registers) {}, func(int, registers) {})
			grows = grows || len(live) > len(at[i])
			at[i] = live
		}
	}
	for i, b := range c.fn.Blocks {
		byInstruction, across := make([][]int, len(b.Instrs)), make([][]int, len(b.Instrs))
		c.liveBefore(b, at, func(k int, live registers) { byInstruction[k] = slices.Sorted(maps.Keys(live)) },
			func(k int, live registers) { across[k] = slices.Sorted(maps.Keys(live)) })
		for _, k := range c.opAt[b] {
			l.Registers[i], l.Across[i] = append(l.Registers[i], byInstruction[k]), append(l.Across[i], across[k])
		}
		l.Ends[i] = byInstruction[len(b.Instrs)-1]
	}
	return l
}

// liveBefore returns the registers that are live at the beginning of b, before its phis, and calls each for every instruction, the last one first, with the registers that
// are live while it is executed, and across with the ones that are once it has read its operands. at has the live registers of other blocks.
func (c *compiler) liveBefore(b *ssa.BasicBlock, at []registers, each, across func(k int, live registers)) registers {
	live := c.liveAfter(b, at)
	for k, i := range slices.Backward(b.Instrs) {
		if v, ok := i.(ssa.Value); ok {
			if s, ok := c.slots[v]; ok {
				delete(live, s)
			}
		}
		across(k, live)
		if _, isPhi := i.(*ssa.Phi); !isPhi { // which is set on the way into b, see liveAfter
			live.add(c.reads[b][k])
		}
		live.add(c.readByWait(i))
		if c.fn.Recover != nil {
			maps.Copy(live, at[c.fn.Recover.Index])
		}
		each(k, live)
	}
	return live
}

// liveAfter returns the registers that are live at the end of b.
func (c *compiler) liveAfter(b *ssa.BasicBlock, at []registers) registers {
	live := registers{}
	for _, next := range b.Succs {
		maps.Copy(live, at[next.Index])
		for k, p := range next.Preds {
			if p == b {
				live.add(c.phisFrom(next, k))
			}
		}
	}
	return live
}

// phisFrom lists the registers from which the phis of b are set if the kth block before it was the last.
func (c *compiler) phisFrom(b *ssa.BasicBlock, k int) (all []int) {
	for _, i := range b.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		if s, ok := c.slots[phi.Edges[k]]; ok {
			all = append(all, s)
		}
	}
	return all
}

// readByWait lists the registers that the machine compares at the end of an iteration, if i is an event with which a loop waits.
func (c *compiler) readByWait(i ssa.Instruction) []int {
	if w := c.waitsWith[i]; w != nil {
		return c.code.Blocks[w.head.Index].Matter
	}
	return nil
}

// onlyLoaded reports whether the address of a captured variable is only used to load its value, there and in functions that capture it from there.
func onlyLoaded(captured *ssa.FreeVar, outer []*ssa.FreeVar) bool {
	if slices.Contains(outer, captured) {
		return true
	}
	outer = append(outer, captured)
	for _, use := range *captured.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		case *ssa.MakeClosure:
			for k, v := range use.Bindings {
				if v == captured && !onlyLoaded(use.Fn.(*ssa.Function).FreeVars[k], outer) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// loopsAround lists the loops in which each block is.
func (c *compiler) loopsAround(l *machine.Liveness) {
	for _, head := range c.fn.Blocks {
		n := c.code.Blocks[head.Index].Loop
		if n == 0 {
			continue
		}
		for b := range naturalLoop(head) {
			l.Loops[b.Index] = append(l.Loops[b.Index], n)
		}
	}
	for _, loops := range l.Loops {
		slices.Sort(loops)
	}
}
