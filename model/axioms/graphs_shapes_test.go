package axioms_test

import (
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// style is a choice of memory orders for all accesses of a program, with fences between them perhaps.
type style struct {
	name                  string
	loads, stores, others operation.MemoryOrder
	fenced                bool
	fences                operation.MemoryOrder
}

const (
	relaxed = operation.Relaxed
	seqCst  = operation.SeqCst
)

// styles has one for each column in TestShapesOfGraphs.
var styles = []style{
	{name: "relaxed", loads: relaxed, stores: relaxed, others: relaxed},
	{name: "release and acquire", loads: operation.Acquire, stores: operation.Release, others: operation.AcqRel},
	{name: "sc"},
	{name: "relaxed with sc fences", loads: relaxed, stores: relaxed, others: relaxed, fenced: true, fences: seqCst},
	{name: "relaxed with fences", loads: relaxed, stores: relaxed, others: relaxed, fenced: true, fences: operation.AcqRel},
}

// of returns p in that style.
func (s style) of(p smallprog.Program) smallprog.Program {
	p = p.Clone()
	for t, body := range p.Threads {
		var styled []smallprog.Statement
		for i, st := range body {
			if i > 0 && s.fenced {
				styled = append(styled, smallprog.Statement{Op: smallprog.Fence, Order: operation.Order(s.fences)})
			}
			switch st.Op {
			case smallprog.Load:
				st.Order = operation.Order(s.loads)
			case smallprog.Store:
				st.Order = operation.Order(s.stores)
			default:
				st.Order = operation.Order(s.others)
			}
			styled = append(styled, st)
		}
		p.Threads[t] = styled
	}
	return p
}

// TestShapesOfGraphs: the classical shapes have the known number of executions under rc11, in each style, and under ra and sra in any. The
// names are by Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 2014. A number follows from the outcomes that are
// allowed: an execution of MP, for instance, is determined by the two values read, of which the order release and acquire forbids one.
func TestShapesOfGraphs(t *testing.T) {
	for _, c := range []struct {
		name, program string
		executions    [5]int // by style
		ra, sra       int
	}{
		{"SB", "p: x=1; a=y | q: y=1; b=x", [5]int{4, 4, 3, 3, 4}, 4, 4},
		{"MP", "p: x=1; y=1 | q: a=y; b=x", [5]int{4, 3, 3, 3, 3}, 3, 3},
		{"LB", "p: a=x; y=1 | q: b=y; x=1", [5]int{3, 3, 3, 3, 3}, 3, 3},
		{"S", "p: x=2; y=1 | q: a=y; x=1", [5]int{4, 3, 3, 3, 3}, 3, 3},
		{"R", "p: x=1; y=1 | q: y=2; a=x", [5]int{4, 4, 3, 3, 4}, 4, 4},
		{"2+2W", "p: x=1; y=2 | q: y=1; x=2", [5]int{4, 4, 3, 3, 4}, 4, 3},
		{"WRC", "p: x=1 | q: a=x; y=1 | r: b=y; c=x", [5]int{8, 7, 7, 7, 7}, 7, 7},
		{"RWC", "p: x=1 | q: a=x; b=y | r: y=1; c=x", [5]int{8, 8, 7, 7, 8}, 8, 8},
		{"ISA2", "p: x=1; y=1 | q: a=y; z=1 | r: b=z; c=x", [5]int{8, 7, 7, 7, 7}, 7, 7},
		{"IRIW", "p: x=1 | q: y=1 | r: a=x; b=y | s: a=y; b=x", [5]int{16, 16, 15, 15, 16}, 16, 16},
		{"W+RWC", "p: x=1; y=1 | q: a=y; b=z | r: z=1; c=x", [5]int{8, 8, 7, 7, 8}, 8, 8},
		{"Z6.3", "p: x=1; y=1 | q: y=2; z=1 | r: a=z; b=x", [5]int{8, 8, 7, 7, 8}, 8, 8},
		{"CoRR", "p: x=1 | q: a=x; b=x", [5]int{3, 3, 3, 3, 3}, 3, 3},
		{"CoRR2", "p: x=1; x=2 | q: a=x; b=x", [5]int{6, 6, 6, 6, 6}, 6, 6},
		{"CoWR", "p: x=1; a=x | q: x=2", [5]int{3, 3, 3, 3, 3}, 3, 3},
		{"CoRW", "p: a=x; x=1 | q: x=2", [5]int{3, 3, 3, 3, 3}, 3, 3},
		{"SB of updates", "p: update x; a=y | q: update y; b=x", [5]int{4, 4, 3, 3, 4}, 4, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := smallprog.MustParse(c.program)
			for i, s := range styles {
				checkNumber(t, s.of(p), memory.RC11, c.executions[i])
			}
			checkNumber(t, p, memory.RA, c.ra)
			checkNumber(t, p, memory.SRA, c.sra)
		})
	}
}

// checkNumber checks that all find that many executions.
func checkNumber(t *testing.T, p smallprog.Program, m memory.Model, executions int) {
	t.Helper()
	if got := compareGraphs(t, p, m); got.executions != executions {
		t.Errorf("%v under %v: %d executions, want %d", p, m, got.executions, executions)
	}
}
