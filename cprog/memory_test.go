package cprog_test

import (
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/cprog"
	"dporbench/model/memory"
	"dporbench/smallprog"
)

// TestMemoryOrders: a C file has as many executions under TSO as the small program that it is on x86.
func TestMemoryOrders(t *testing.T) {
	const (
		plain   = "p: x=1; a=y | q: y=1; a=x"
		fenced  = "p: x=1; fence; a=y | q: y=1; fence; a=x"
		message = "p: x=1; y=1 | q: a=y; b=x"
		dekker  = "p: x=1; a=y; if a==0 { update z } | q: y=1; a=x; if a==0 { update z }"
	)
	for _, c := range []struct{ defines, program string }{
		{"PLAIN", plain}, {"RELAXED", plain}, {"RELEASE", plain}, {"ACQ_REL", plain},
		{"ASSIGNED", fenced}, {"SEQ_CST", fenced}, {"FENCED", fenced}, {"SYNC", fenced},
		{"EXCHANGED", "p: a=swap(x,1); a=y | q: a=swap(y,1); a=x"},
		{"FAILING", "p: x=1; cas(z,2,3); a=y | q: y=1; cas(z,2,3); a=x"},
		{"RELAXED MP", message}, {"SEQ_CST MP", message},
		{"RELAXED DEKKER", dekker},
		{"FENCED DEKKER", "p: x=1; fence; a=y; if a==0 { update z } | q: y=1; fence; a=x; if a==0 { update z }"},
	} {
		p, err := cprog.Load("testdata/memory/buffering.c", cprog.Options{Define: strings.Fields(c.defines)})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []memory.Model{memory.SC, memory.TSO} {
			want, err := algostest.OracleUnder(smallprog.MustBuild(c.program), m)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"exhaustive", "pop", "trust"} {
				a, _ := catalog.Lookup(name)
				got, stats, err := algostest.Explore(a.New(algos.Options{Memory: m}), p)
				if err != nil || len(got) != len(want) {
					t.Errorf("%s by %s under %v: %d classes, want %d, error %v", c.defines, name, m, len(got), len(want), err)
				}
				if buffered := m == memory.TSO && (c.program == plain || c.program == dekker); (stats.Failed > 0) != buffered {
					t.Errorf("%s by %s under %v: %d executions fail", c.defines, name, m, stats.Failed)
				}
			}
		}
	}
}

// TestTryLockUnderGenMC: where an Unlock is a plain store, so is that of a mutex with trylock; GenMC finds five executions.
func TestTryLockUnderGenMC(t *testing.T) {
	p, err := cprog.Load("testdata/memory/trylock.c", cprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range map[memory.Model]int{memory.TSO: 4, memory.GenMCTSO: 5} {
		classes, err := algostest.OracleUnder(p, m)
		if err != nil || len(classes) != want {
			t.Errorf("under %v: %d classes, want %d, error %v", m, len(classes), want, err)
		}
	}
}
