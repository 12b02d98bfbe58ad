package tree_test

import (
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/internal/tree"
	"dporbench/model/memory"
)

// TestCandidates: each axiom that forbids a way to run a schedule is named, with a cycle.
func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		program, schedule string
		memory            memory.Model
		want              string
	}{
		{"p: x=1; release y=1 | q: acquire a=y; relaxed b=x", "p p q q", memory.RC11, "coherence: hb;eco is irreflexive: p.1 →hb q.2 →fr p.1\n"},
		{"p: x=1; release y=1 | q: acquire a=y; relaxed b=x", "p p q q", memory.RC11, "\n3 of 4 are executions under rc11\n"},
		{"p: x=1; relaxed y=1 | q: acquire a=y; relaxed b=x", "1 1 2 2", memory.RC11, "\n4 of 4 are executions under rc11\n"},
		{"p: update x | q: update x", "p q", memory.RC11, "atomicity: rmw ∩ (fr;mo) is empty: p.1 →fr q.1 →mo p.1\n"},
		{"p: x=1; a=y | q: y=1; b=x", "p p q q", memory.RC11, "psc is acyclic: p.1 →psc p.2 →psc q.1 →psc q.2 →psc p.1\n"},
		{"p: x=1; a=y | q: y=1; b=x", "p p q q", memory.RA, "\n2 of 2 are executions under ra\n"},
		{"p: x=1; y=1 | q: y=2; x=2", "p q q p", memory.SRA, "hb ∪ mo is acyclic: "},
		{"p: x=1; y=1 | q: y=2; x=2", "p q q p", memory.RA, "\n4 of 4 are executions under ra\n"},
	} {
		p := smallprog.MustParse(c.program)
		got, err := tree.Candidates(t.Context(), p.Build(), c.memory, strings.Fields(c.schedule), 100, nil)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s under %v, %s: error %v, want %q in\n%s", c.program, c.memory, c.schedule, err, c.want, got)
		}
	}
}

// TestCandidatesImpossible: threads that do not exist or cannot run, and too many executions, are errors.
func TestCandidatesImpossible(t *testing.T) {
	for _, c := range []struct{ schedule, want string }{
		{"p z", `event 2: no thread is called "z" there`},
		{"p p p", "event 3 of 3 is impossible: its thread waits, or has ended"},
		{"p q p q", "there are more than 3 executions with that schedule"},
	} {
		p := smallprog.MustParse("p: relaxed x=1; relaxed x=2 | q: relaxed a=x; relaxed b=x")
		if _, err := tree.Candidates(t.Context(), p.Build(), memory.RC11, strings.Fields(c.schedule), 3, nil); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.schedule, err, c.want)
		}
	}
}
