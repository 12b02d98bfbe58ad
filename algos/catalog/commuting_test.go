package catalog_test

import (
	"context"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// commutingCounts are programs with the numbers of their classes under sc and sc-commuting. Where
// each thread has one event, these are the acyclic orientations of the graph whose edges are the
// pairs of conflicting events: for two groups of m and n events that commute within each, that is
// the poly-Bernoulli number B(m, -n) (Kaneko 1997), and |P(-1)| for the chromatic polynomial P in
// general (Stanley 1973).
var commutingCounts = []struct {
	program       string
	sc, commuting int
}{
	{"x+=1 | x+=1 | x+=1 | x+=1", 24, 1},
	{"x+=1 | x-=2 | x+=3", 6, 1},
	{"x+=1; x+=1 | x+=1; x+=1", 6, 1},
	{"x+=1 | a=x", 2, 2},
	{"x+=1 | x+=1 | x+=1 | a=x", 24, 8},                       // which of three come before the read
	{"x+=1 | x+=1 | x+=1 | a=x; b=x", 60, 27},                 // and between the reads
	{"x+=1; x+=1; x+=1 | a=x", 4, 4},                          // in their order
	{"x+=1; x+=1 | x+=1; x+=1 | a=x", 30, 9},                  // how many of each thread
	{"x+=1 | x+=1 | x or=1 | x or=1", 24, 14},                 // B(2, -2)
	{"x+=1 | x+=1 | x max=1 | x max=2 | x max=3", 120, 46},    // B(2, -3)
	{"x+=1 | x+=1 | a=x | a=x", 18, 14},                       // B(2, -2); in sc reads commute as well
	{"x+=1 | x+=1 | x xor=1 | x xor=1 | a=x | a=x", 600, 426}, // the octahedron, with P(k) = k(k-1)(k-2)(k³-9k²+29k-32)
	{"x+=1 | x+=1 | x=1", 6, 4},                               // the store commutes with neither
	{"x+=1 | x+=1 | update x", 6, 4},                          // nor does an update with a result
	{"x nand=1 | x nand=1", 2, 2},                             // nor this one with another
	{"x+=1 | y+=1 | x+=1 | y+=1", 4, 1},
	{"x+=1 | a=cas(x,0,1)", 2, 2},
	{"x+=1 | x+=1 | a=cas(x,1,0)", 6, 4},
}

func TestCommutingCounts(t *testing.T) {
	for _, c := range commutingCounts {
		p := smallprog.MustBuild(c.program)
		for _, a := range catalog.All() {
			for m, want := range map[memory.Model]int{memory.SC: c.sc, memory.CommutingSC: c.commuting} {
				if !a.Commuting && m == memory.CommutingSC {
					continue
				}
				classes, stats, err := algostest.Explore(a.New(algos.Options{Memory: m}), p)
				if err != nil {
					t.Fatalf("%s under %v: %v", a.Name, m, err)
				}
				if len(classes) != want || stats.Executions != int64(want) {
					t.Errorf("%s under %v: %d classes in %d executions, want %d: %s", a.Name, m, len(classes), stats.Executions, want, c.program)
				}
				if a.Optimal && stats.Redundant > 0 {
					t.Errorf("%s under %v: %d redundant explorations: %s", a.Name, m, stats.Redundant, c.program)
				}
			}
		}
	}
}

// TestCommutingRefused: an algorithm refuses, with a one-line error, programs that it does not explore where updates
// commute.
func TestCommutingRefused(t *testing.T) {
	for _, c := range []struct {
		program string
		refused string // by all algorithms that look for races
	}{
		{"p: x+=1 | q: a=x", ""},
		{"p: x+=1; y=1 | q: await y==1; a=x", ""},
		{"p: x+=1 | q: x+=1 | r: await x==1", "an Await or a When of a variable that an Apply changes"},
		{"p: x+=1 | q: a=when x==1 x=0", "an Await or a When of a variable that an Apply changes"},
	} {
		p := smallprog.MustBuild(c.program)
		for _, a := range catalog.All() {
			refused := c.refused
			switch a.Name {
			case "exhaustive", "sleepset":
				refused = ""
			case "trust":
				refused = "does not explore under sc-commuting"
			}
			_, err := a.New(algos.Options{Memory: memory.CommutingSC}).Explore(context.Background(), p, nil)
			switch {
			case refused == "" && err != nil:
				t.Errorf("%s, %s: %v", a.Name, c.program, err)
			case refused != "" && (err == nil || !strings.Contains(err.Error(), refused)):
				t.Errorf("%s, %s: error %v, want one with %q", a.Name, c.program, err, refused)
			}
		}
	}
}
