package trust

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// TestClassicalShapes: the numbers of executions of classical litmus tests, by the axioms of RC11
// (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, section 3), enumerated by hand for SB, MP, LB and CoRR.
func TestClassicalShapes(t *testing.T) {
	for _, c := range []struct {
		program string
		model   memory.Model
		want    int64
	}{
		{"p: relaxed x=1; relaxed a=y | q: relaxed y=1; relaxed b=x", memory.RC11, 4}, // SB
		{"p: x=1; a=y | q: y=1; b=x", memory.RC11, 3},
		{"p: relaxed x=1; fence; relaxed a=y | q: relaxed y=1; fence; relaxed b=x", memory.RC11, 3},
		{"p: relaxed x=1; relaxed y=1 | q: relaxed a=y; relaxed b=x", memory.RC11, 4}, // MP
		{"p: relaxed x=1; release y=1 | q: acquire a=y; relaxed b=x", memory.RC11, 3},
		{"p: relaxed x=1; acq_rel fence; relaxed y=1 | q: relaxed a=y; acq_rel fence; relaxed b=x", memory.RC11, 3},
		{"p: relaxed a=x; relaxed y=1 | q: relaxed b=y; relaxed x=1", memory.RC11, 3}, // LB
		{"p: relaxed x=1 | q: relaxed a=x; relaxed b=x", memory.RC11, 3},              // CoRR
		{"p: relaxed x=1; relaxed y=2 | q: relaxed y=1; relaxed x=2", memory.RC11, 4}, // 2+2W
		{"p: x=1; y=2 | q: y=1; x=2", memory.RC11, 3},
		{"p: x=1; y=2 | q: y=1; x=2", memory.RA, 4},
		{"p: x=1; y=2 | q: y=1; x=2", memory.SRA, 3},
		{"p: relaxed x=1 | q: relaxed y=1 | r: relaxed a=x; relaxed b=y | s: relaxed c=y; relaxed d=x", memory.RC11, 16}, // IRIW
		{"p: x=1 | q: y=1 | r: a=x; b=y | s: c=y; d=x", memory.RC11, 15},
		{"p: relaxed x=1 | q: relaxed y=1 | r: relaxed a=x; fence; relaxed b=y | s: relaxed c=y; fence; relaxed d=x", memory.RC11, 15},
		{"p: x=1 | q: y=1 | r: acquire a=x; b=y | s: acquire c=y; d=x", memory.RC11, 16},
		{"p: relaxed x=1 | q: relaxed a=x; fence; relaxed b=y | r: relaxed y=1; fence; relaxed c=x", memory.RC11, 7}, // RWC
		{"p: x=1; release y=1 | q: acquire a=y; z=1 | r: z=2; b=x", memory.RC11, 7},
		{"p: relaxed x=1; release y=1; relaxed y=2 | q: acquire a=y; relaxed b=x", memory.RC11, 5},
		{"p: relaxed x=1; release y=1; relaxed y=2 | q: acquire a=y; relaxed b=x", memory.RC11of2017, 4},
		{"p: acquire a=x; b=y | q: x=1; x=2 | r: y=1; c=x", memory.RC11, 18}, // WWmerge1
		{"p: acquire a=x; b=y | q: x=1; x=2 | r: y=1; c=x", memory.GenMCRC11, 17},
	} {
		p, err := smallprog.Parse(c.program)
		if err != nil {
			t.Fatalf("%s: %v", c.program, err)
		}
		for _, order := range algos.Orders() {
			stats, err := New(algos.Options{Memory: c.model, Order: order}).Explore(t.Context(), p.Build(), nil)
			if err != nil || stats.Executions != c.want || stats.Redundant != 0 {
				t.Errorf("%s under %v, %v: %d executions, %d redundant, want %d, error %v", c.program, c.model, order, stats.Executions, stats.Redundant, c.want, err)
			}
		}
	}
}

// TestFencedIsSequential: with a sequentially consistent fence between any two accesses, relaxed ones have exactly the executions of
// sequential consistency, awaits included.
func TestFencedIsSequential(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 11))
	n := 3000
	if testing.Short() {
		n = 400
	}
	for range n {
		p := smallprog.BufferedAwaiting(r)
		for k, body := range p.Threads {
			var fenced []smallprog.Statement
			for _, s := range body {
				if s.Op == smallprog.Fence {
					continue
				}
				s.Order = operation.Order(operation.Relaxed)
				fenced = append(fenced, s, smallprog.Statement{Op: smallprog.Fence})
			}
			p.Threads[k] = fenced
		}
		var counts [2]int64
		for i, m := range []memory.Model{memory.SC, memory.RC11} {
			stats, err := New(algos.Options{Memory: m, Order: algos.Orders()[r.IntN(3)]}).Explore(t.Context(), p.Build(), nil)
			if err != nil {
				t.Fatalf("%v under %v: %v", p, m, err)
			}
			counts[i] = stats.Executions
		}
		if counts[0] != counts[1] {
			t.Fatalf("%v: %d executions under sc, %d under rc11", p, counts[0], counts[1])
		}
	}
}

// TestTooLongForGraphs: an event that could not be referred to is an error.
func TestTooLongForGraphs(t *testing.T) {
	p := model.NewProgram("long")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) {
		for i := range int64(event.LongestThread) + 1 {
			t.Store(x, i)
		}
	})
	_, err := New(algos.Options{Memory: memory.RC11, MaxSteps: 2 * event.LongestThread}).Explore(t.Context(), p, nil)
	if err == nil || !strings.Contains(err.Error(), "65535 events") {
		t.Errorf("got %v", err)
	}
}
