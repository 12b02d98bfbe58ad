package axioms_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// graphRules are the rules that TruSt, and data races, follow under the memory models of graphs, each with a small program whose executions, or
// whose races, are others without it. Tests of algos/mutations undo each rule in a copy of the source, by its name.
var graphRules = []struct {
	name, program string
	model         memory.Model
	executions    int
	raced         int // of these
}{
	{"R59: coherence: all later writes", "p: acq_rel/acquire a=cas(x,0,2) | q: release x=0; relaxed a=x | r: relaxed x=2", memory.RC11, 11, 0},
	{"R59: coherence: all later writes, of the place of a revisiting update", "p: acq_rel/acquire a=cas(x,0,2) | q: release x=0; relaxed a=x | r: relaxed x=2", memory.RC11, 11, 0},
	{"R59: coherence: the readers of later writes", "p: acquire a=x; acquire b=x | q: relaxed x=1", memory.RC11, 3, 0},
	{"R59: coherence: reads that do not end an await", "p: relaxed a=await x<2 | q: relaxed x=2; relaxed x=0; relaxed b=x", memory.RC11, 2, 0},
	{"R60: sequences: later writes of the thread", "p: relaxed x=1; release y=1; relaxed y=2 | q: acquire a=y; relaxed b=x", memory.RC11of2017, 4, 0},
	{"R60: sequences: but not since 2020", "p: relaxed x=1; release y=1; relaxed y=2 | q: acquire a=y; relaxed b=x", memory.RC11, 5, 0},
	{"R60: sequences: updates", "p: relaxed x=1; release y=1 | q: acquire a=y; relaxed b=x | r: relaxed update y", memory.RC11, 9, 0},
	{"R61: fences: acquire", "p: relaxed x=1; release y=1 | q: relaxed a=y; acquire fence; relaxed b=x", memory.RC11, 3, 0},
	{"R61: fences: acquire what atomic reads have read", "p: relaxed x=1; release y=1 | q: plain a=y; acquire fence; relaxed b=x", memory.RC11, 4, 4},
	{"R61: fences: release", "p: relaxed x=1; release fence; relaxed y=1 | q: acquire a=y; relaxed b=x", memory.RC11, 3, 0},
	{"R61: fences: release for atomic writes", "p: relaxed x=1; release fence; plain y=1 | q: acquire a=y; relaxed b=x", memory.RC11, 4, 4},
	{"R62: modes: a compare-and-swap that fails", "p: relaxed x=1; release y=1 | q: acq_rel/relaxed a=cas(y,2,3); relaxed b=x", memory.RC11, 4, 0},
	{"R62: modes: a mutex acquires", "p: lock l; relaxed x=1; unlock l | q: lock l; relaxed a=x; unlock l", memory.RC11, 2, 0},
	{"R62: modes: a mutex releases", "p: lock l; relaxed x=1; unlock l | q: lock l; relaxed a=x; unlock l", memory.RC11, 2, 0},
	{"R62: modes: all acquire and release under RA", "p: relaxed x=1; relaxed y=1 | q: relaxed a=y; relaxed b=x", memory.RA, 3, 0},
	{"R62: modes: all are relaxed under relaxed", "p: x=1; a=y | q: y=1; b=x", memory.AllRelaxed, 4, 0},
	{"R62: modes: fences do nothing under relaxed", "p: x=1; fence; a=y | q: y=1; fence; b=x", memory.AllRelaxed, 4, 0},
	{"R63: threads: starting one is a fence in GenMC", "p: relaxed x=1; go {  }; relaxed y=1 | q: acquire a=y; relaxed b=x", memory.GenMCRC11, 3, 0},
	{"R63: threads: joining one is a fence in GenMC", "p: go {  }; relaxed a=y; join; relaxed b=x | q: relaxed x=1; release y=1", memory.GenMCRC11, 3, 0},
	{"R64: SRA: a write comes after the one before it in mo", "p: x=1; y=2 | q: y=1; x=2", memory.SRA, 3, 0},
	{"R64: SRA: no write before one that is before it", "p: x=1; y=2 | q: y=1; x=2", memory.SRA, 3, 0},
	{"R64: SRA: nor in a revisit", "p: x=1; y=2 | q: a=x | r: y=1; x=2", memory.SRA, 9, 0},
	{"R64: SRA: nor for clocks that are complete only later", "p: acquire a=x; acquire b=x; release y=2 | q: release x=1; release y=0; release x=2 | r: release x=2", memory.SRA, 45, 0},
	{"R64: SRA: no update where its write closes a cycle", "p: release y=1; release x=1; release y=2 | q: a=cas(y,2,2); release y=a+2; release y=1; a=cas(x,0,0)", memory.SRA, 14, 0},
	{"R64: SRA: nor one that is revisited", "p: x=1; y=2 | q: y=1; update x | r: x=3", memory.SRA, 9, 0},
	{"R65: psc: reads", "p: x=1; a=y | q: y=1; b=x", memory.RC11, 3, 0},
	{"R65: psc: writes", "p: x=1; y=2 | q: y=1; x=2", memory.RC11, 3, 0},
	{"R65: psc: revisiting writes", "p: y=2; a=x | q: relaxed b=y | r: x=1; y=1", memory.RC11, 9, 0},
	{"R65: psc: revisited reads", "p: x=2; a=y | q: y=1; b=x | r: relaxed x=1", memory.RC11, 9, 0},
	{"R65: psc: hb on one location", "p: b=z; b=y | q: y=0; z=2 | r: z=0", memory.RC11, 9, 0},
	{"R65: psc: elsewhere, hb, elsewhere", "p: x=1; release y=1 | q: acquire a=y; z=1 | r: z=2; b=x", memory.RC11, 7, 0},
	{"R65: psc: the first and the last step lead elsewhere", "p: acquire a=x; b=y | q: x=1; x=2 | r: y=1; c=x", memory.RC11, 18, 0},
	{"R65: psc: but not in GenMC", "p: acquire a=x; b=y | q: x=1; x=2 | r: y=1; c=x", memory.GenMCRC11, 17, 0},
	{"R65: psc: the write of an update in GenMC", "p: x=1; release y=1 | q: relaxed y=1; fence; a=x | r: update y", memory.GenMCRC11, 11, 0},
	{"R65: psc: the write of an update that is revisited in GenMC", "p: relaxed x=1; fence; a=y | q: update x | r: y=1; release x=1", memory.GenMCRC11, 11, 0},
	{"R65: psc: the start of a thread", "p: x=1; go { a=y } | q: y=1; b=x", memory.RC11, 3, 0},
	{"R65: psc: the end of a thread", "p: go { x=1 }; join; a=y | q: y=1; b=x", memory.RC11, 3, 0},
	{"R65: psc: hb after a fence", "p: relaxed x=1; fence; relaxed a=y | q: relaxed y=1; fence; relaxed b=x", memory.RC11, 3, 0},
	{"R65: psc: hb before a fence", "p: x=1; a=y | q: relaxed y=1; fence; relaxed b=x", memory.RC11, 3, 0},
	{"R65: psc: hb before a fence, after scb within a thread", "p: x=1; release y=1 | q: relaxed a=y; fence; relaxed b=z | r: z=1; c=x", memory.RC11, 7, 0},
	{"R65: psc: fences between hb, eco, hb", "p: relaxed x=1 | q: relaxed a=x; fence; relaxed b=y | r: relaxed y=1; fence; relaxed c=x", memory.RC11, 7, 0},
	{"R65: psc: eco to reads of the same write", "p: relaxed y=1; fence; relaxed x=1 | q: plain a=x; fence; relaxed b=y", memory.RC11, 3, 3},
	{"R65: psc: eco from the new event", "p: relaxed x=1 | q: relaxed a=x; fence; relaxed b=y | r: relaxed y=1; fence; relaxed c=x", memory.RC11, 7, 0},
	{"R66: races: acquire fences", "p: plain x=1; release y=1 | q: relaxed a=y; acquire fence; if a==1 { plain b=x }", memory.RC11, 2, 0},
	{"R66: races: relaxed reads before a fence", "p: plain x=1; release y=1 | q: relaxed a=y; acquire fence; if a==1 { plain b=x }", memory.RC11, 2, 0},
	{"R66: races: release fences", "p: plain x=1; release fence; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }", memory.RC11, 2, 0},
	{"R66: races: sequences", "p: plain x=1; release y=1 | q: relaxed update y | r: acquire a=y; if a==2 { plain b=x }", memory.RC11, 6, 0},
	{"R66: races: later writes of the thread", "p: plain x=1; release y=1; relaxed y=2 | q: acquire a=y; if a==2 { plain b=x }", memory.RC11of2017, 3, 0},
	{"R66: races: a compare-and-swap that fails", "p: plain x=1; release y=1 | q: acq_rel/relaxed a=cmpxchg(y,2,3); if a==1 { plain b=x }", memory.RC11, 3, 2},
	{"R66: races: mutexes", "p: plain x=1; lock l; relaxed y=1; unlock l | q: lock l; relaxed a=y; unlock l; if a==1 { plain b=x }", memory.RC11, 2, 0},
	{"R66: races: starting a thread is a fence in GenMC", "p: plain x=1; go {  }; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }", memory.GenMCRC11, 2, 0},
	{"R66: races: joining one is a fence in GenMC", "p: go {  }; relaxed a=y; join; if a==1 { plain b=x } | q: plain x=1; release y=1", memory.GenMCRC11, 2, 0},
	{"R66: races: a child starts with the clock of its Spawn", "p: plain x=1; go { plain x=2; release y=1 } | q: acquire a=y; if a==1 { plain b=x }", memory.RC11, 2, 0},
	{"R66: races: Join", "p: go { plain x=1 }; join; plain x=2; release y=1 | q: acquire a=y; if a==1 { plain b=x }", memory.RC11, 2, 0},
	{"R66: races: none does under relaxed", "p: plain x=1; release y=1 | q: acquire a=y; if a==1 { plain b=x }", memory.AllRelaxed, 3, 2},
	{"R66: races: all acquire and release under RA", "p: plain x=1; relaxed y=1 | q: relaxed a=y; if a==1 { plain b=x }", memory.RA, 2, 0},
}

// TestGraphRules: the program of each rule has its number of executions and of racing ones, by the axioms and all others, and by TruSt in any
// order of the threads.
func TestGraphRules(t *testing.T) {
	for _, r := range graphRules {
		t.Run(r.name, func(t *testing.T) {
			p := smallprog.MustParse(r.program)
			want, _ := byAxioms(t, p, r.model)
			if raced := want.racing(); len(want) != r.executions || raced != r.raced {
				t.Errorf("%d executions, %d racing ones, want %d and %d", len(want), raced, r.executions, r.raced)
			}
			compareGraphs(t, p, r.model)
			for seed := range uint64(20) {
				if problem := against("trust", p, r.model, algos.Options{Order: algos.RandomThread, Seed: seed}, want); problem != "" {
					t.Fatal(problem)
				}
			}
		})
	}
}
