package catalog_test

import (
	"cmp"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// bufferCounts are the classes of programs under SC and TSO. The counts under TSO are from GenMC 0.10.0 (--tso
// --disable-sr --disable-ipr), except where a comment says otherwise; it treats an Unlock as a plain store and a failed
// CompareAndSwap as a plain load, as GenMCTSO does. The comments also have what Nidhugg finds (the fork of POP's
// authors, -tso --no-commute-rmws; "n+k": k explorations blocked by sleep sets) with -source and -optimal where that
// differs: it loses classes of updates next to stores, and repeats some of reads of own stores.
var bufferCounts = []struct {
	name, program string
	sc, tso       int
}{
	{"SB", "x=1; a=y | y=1; b=x", 3, 4},
	{"MP", "x=1; y=1 | a=y; b=x", 3, 3},
	{"LB", "a=x; y=1 | b=y; x=1", 3, 3},
	{"IRIW", "x=1 | y=1 | a=x; b=y | a=y; b=x", 15, 15},
	{"2+2W", "x=1; y=2 | y=1; x=2", 3, 3},
	{"R", "x=1; y=1 | y=2; a=x", 3, 4},
	{"S", "x=2; y=1 | a=y; x=1", 3, 3},
	{"WRC", "x=1 | a=x; y=1 | a=y; b=x", 7, 7},
	{"n7", "x=1; a=x; b=y | y=1; a=y; b=x", 3, 4},
	{"SB+fences", "x=1; fence; a=y | y=1; fence; b=x", 3, 3},
	{"n6", "x=1; a=x; b=y | y=1; x=2", 4, 5},         // Nidhugg -optimal 5+1
	{"n5", "x=1; a=x | x=2; b=x", 4, 4},              // Nidhugg -source 4+1, -optimal 4+2
	{"own-1", "x=1; a=x | x=2", 3, 3},                // Nidhugg -optimal 3+1
	{"own-2", "x=1; b=y; a=x | y=1; a=x; b=y", 3, 4}, // Nidhugg -optimal 5
	{"own-3", "x=1; a=x; b=x | x=2; x=3", 10, 10},    // Nidhugg -optimal 10+2
	{"RMW", "x=1; update y; a=z | z=1; update y; b=x", 4, 4},
	{"locks", "lock l; x=1; unlock l; a=y | y=1; lock l; b=x; unlock l", 3, 3},
	{"unlock-SB", "lock l; unlock l; a=y | y=1; fence; lock l; unlock l", 3, 3},
	{"unlock-rel", "lock l; x=1; unlock l; a=y | lock m; y=1; unlock m; b=x", 3, 3}, // GenMC 4
	{"CAS", "x=1; a=cas(y,0,1) | y=2; b=cas(x,1,2); a=x", 4, 4},                     // GenMC 6, Nidhugg -source 4+1, -optimal does not end
	{"r00", "p: | q: z=1; x=1 | r: x=0; b=y; a=swap(x,1)", 3, 3},                    // Nidhugg -source 2+1, -optimal 2+1
	{"r01", "p: x=1; update x | q: x=2; fence | r: x=b+2", 12, 12},
	{"r02", "p: x=1; y=1; a=x; z=b+1; update x; z=1 | q: a=z", 3, 3},
	{"r03", "p: x=2; b=x; x=b+1; a=y | q: fence; a=y; x=2", 4, 4},     // Nidhugg -optimal 4+1
	{"r04", "p: x=0 | q: a=x; x=b+2 | r: a=x; a=x; update x", 35, 35}, // Nidhugg -source 28+6, -optimal 28+6
	{"r05", "p: x=1; a=x; a=x | q: b=x | r: x=b+2; x=0", 40, 40},      // Nidhugg -source 40+8, -optimal 36+4
	{"r06", "p: a=x; x=0; b=x | q: x=0; a=x; b=x; b=x; a=x", 12, 12},  // Nidhugg -source 12+1, -optimal 12+5
	{"r07", "p: a=x; b=x; b=cas(x,0,1) | q: b=x; update x", 5, 5},
	{"r08", "p: x=1; b=x | q: x=2; a=x; a=x", 5, 5}, // Nidhugg -source 5+1, -optimal 5+3
	{"r09", "p: x=1; a=x; x=1; x=0; x=0 | q: a=x; b=x; fence", 15, 15},
	{"r10", "p: a=x; b=y | q: a=y; a=cas(x,2,0); x=a+2 | r: x=1; y=2; a=x", 38, 40}, // Nidhugg -source 40+3, -optimal 38+1
	{"r11", "p: x=2; a=y; x=b+0 | q: y=2 | r: x=0; a=y", 11, 12},
	{"r12", "p: a=x; x=0 | q: a=x; b=x", 3, 3},
	{"r13", "p: x=1; a=x; x=a+2 | q: a=x; x=1; a=x; x=0; x=0", 42, 42}, // Nidhugg -source 42+3, -optimal 42+1
	{"s00", "p: x=0; a=x; x=b+2; x=0 | q: x=1; x=1 | r:", 15, 15},      // Nidhugg -optimal 15+1
	{"s01", "p: b=x | q: x=a+2 | r: x=2; x=0", 12, 12},
	{"s02", "p: x=2 | q: b=x; b=x; x=2; a=x", 5, 5}, // Nidhugg -source 5+1
	{"s03", "p: a=x | q: a=x; b=x | r: x=2", 6, 6},
	{"s04", "p: y=0; x=2; a=x | q: a=x; y=1", 3, 3},
	{"s05", "p: x=a+1 | q: x=1; x=0; b=x | r: a=x", 16, 16},            // Nidhugg -source 16+2, -optimal 16+4
	{"s06", "p: z=0; y=0 | q: x=2; b=x | r: y=2; b=z; y=0; b=y", 7, 8}, // Nidhugg -source 8+2, -optimal 8+2
	{"s07", "p: a=x; b=x | q: x=2; x=2", 6, 6},
	{"s08", "p: x=2; x=2 | q: y=b+1 | r: b=y; a=x", 6, 6},
	{"s09", "p: a=x; x=b+2 | q: b=x; x=1; b=x; x=1; x=0", 13, 13},          // Nidhugg -source 13+1
	{"s10", "p: a=x; x=2; b=x | q: y=2; x=a+2; b=y | r: a=x; y=2", 30, 30}, // Nidhugg -source 30+6, -optimal 30+12
	{"s11", "p: x=a+2; b=x | q: b=y | r: x=2; y=2", 6, 6},                  // Nidhugg -optimal 6+2
	{"rmw next to a store", "x=1 | x=2; update x", 3, 3},                   // Nidhugg -source 2+1, -optimal 2+1
	{"update and read", "x=1 | a=x; update x", 3, 3},                       // Nidhugg -source 2+1, -optimal 2+1
}

// genmcCounts are the classes under GenMCTSO where they differ from those under TSO: the counts of GenMC.
var genmcCounts = map[string]int{"unlock-rel": 4, "CAS": 6}

func TestBufferCounts(t *testing.T) {
	for _, c := range bufferCounts {
		p := smallprog.MustBuild(c.program)
		for _, a := range catalog.All() {
			genmc := cmp.Or(genmcCounts[c.name], c.tso)
			for under, want := range map[memory.Model]int{memory.SC: c.sc, memory.TSO: c.tso, memory.GenMCTSO: genmc} {
				if !a.StoreBuffers && under.Buffers() {
					continue
				}
				classes, stats, err := algostest.Explore(a.New(algos.Options{Memory: under}), p)
				if err != nil {
					t.Fatalf("%s under %v: %v", a.Name, under, err)
				}
				if len(classes) != want || a.ExactlyOnce && stats.Executions != int64(want) {
					t.Errorf("%s, %s under %v: %d classes in %d executions, want %d: %s", c.name, a.Name, under, len(classes), stats.Executions, want, c.program)
				}
			}
		}
	}
}
