package lemmas_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestTheoremA checks Theorem A at all nodes, with POP's order of read-schedules; (N) is checked in explore.
func TestTheoremA(t *testing.T) { holds(t, childrenAreRev, oneFreshNode, eachClassOnce) }

// TestAnyOrder does the same with any order of read-schedules, so that pop-naive is right whatever it explores first.
func TestAnyOrder(t *testing.T) {
	programs, checked := 0, 0
	for p := range each() {
		if programs++; programs%3 > 0 {
			continue // the claims are the most expensive ones
		}
		x := explorations(p)[0]
		x.random, x.anyOrder = rand.New(rand.NewPCG(1, uint64(programs))), true
		x.claims = []claim{childrenAreRev, oneFreshNode, eachClassOnce}
		if x.explore(&node{}, nil); x.wrong != "" {
			t.Fatalf("%v: %s", p, x.wrong)
		}
		checked += x.checked
	}
	t.Logf("%d programs, %d checks", programs/3, checked)
}

// childrenAreRev is (C): the schedules that replace e are exactly Rev(E, e), and each is generated once.
var childrenAreRev = claim{"Theorem A (C)", true, func(x *exploration, r *reached) error {
	times, rev := map[string]int{}, 0
	for _, sc := range r.children {
		times[sc.events.key()]++
	}
	for _, w := range r.traces {
		if !r.replaces(w) {
			continue
		}
		rev++
		if x.checked++; times[w.key()] != 1 {
			return fmt.Errorf("%s of Rev is generated %d times", shown(w), times[w.key()])
		}
	}
	if len(times) != rev {
		return fmt.Errorf("%d schedules are generated, %d are in Rev", len(times), rev)
	}
	return nil
}}

// replaces reports whether w is in Rev(E, e). Another value of a choice e is, too.
func (r *reached) replaces(w sequence) bool {
	e := r.choice
	if !w.prime() || !dependent(w.last(), e) || w[:len(w)-1].touches(e) {
		return false
	}
	return w.last().thread != e.thread || e.kind == choice && len(w) == 1 && w[0] != e
}

// oneFreshNode is (S): each schedule that is ok has exactly one fresh node, and no other has one.
var oneFreshNode = claim{"Theorem A (S)", true, func(x *exploration, r *reached) error {
	n := len(r.node.items)
	times := map[string]int{}
	for _, m := range r.tree[1:] {
		s := m.sequence()
		if past := s.pasts()[len(s)-1]; m.fresh(n, past) {
			times[s[n:].past(len(s)-1-n).key()]++
		}
	}
	return x.once(times, r.traces, sequence.prime)
}}

// eachClassOnce is (T): each class of maximal continuations that are ok has exactly one node, and no other has one.
var eachClassOnce = claim{"Theorem A (T)", true, func(x *exploration, r *reached) error {
	e := r.node.sequence()
	maximal := func(w sequence) bool { return len(x.program.after(e.then(w...)).enabled()) == 0 }
	times := map[string]int{}
	for _, m := range r.tree[1:] {
		if w := m.sequence()[len(e):]; maximal(w) {
			times[w.key()]++
		}
	}
	return x.once(times, r.traces, maximal)
}}

// once returns an error unless times has exactly the elements of all for which like holds, each once.
func (x *exploration) once(times map[string]int, all []sequence, like func(sequence) bool) error {
	n := 0
	for _, w := range all {
		if !like(w) {
			continue
		}
		n++
		if x.checked++; times[w.key()] != 1 {
			return fmt.Errorf("%d nodes for %s", times[w.key()], shown(w))
		}
	}
	if len(times) != n {
		return fmt.Errorf("nodes for %d classes, %d are ok", len(times), n)
	}
	return nil
}
