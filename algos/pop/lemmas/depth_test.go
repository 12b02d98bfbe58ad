package lemmas_test

import (
	"fmt"
	"slices"
	"testing"

	"dporbench/frontends/smallprog"
)

// TestDepth checks Lemma A7 on the tree: if each schedule is explored where it is found, at most n(n-1)/2
// explorations are in progress at once, if no execution has more than n events. With mutexes it is n²; with choices
// n(n+1)/2, because the values of a choice, unlike the events of a race, cannot both be in one execution.
func TestDepth(t *testing.T) { holds(t, depthIsBounded) }

var depthIsBounded = claim{"Lemma A7", false, func(x *exploration, r *reached) error {
	longest, deepest := 0, 0
	for _, m := range r.tree {
		longest, deepest = max(longest, len(m.items)), max(deepest, m.depth)
	}
	bound := longest * (longest - 1) / 2
	switch {
	case x.program.has(smallprog.Lock):
		bound = longest * longest
	case x.program.has(smallprog.Choose):
		bound = longest * (longest + 1) / 2
	}
	if len(r.node.items) > 0 {
		return nil // the root has all
	}
	x.checked++
	if deepest > bound {
		return fmt.Errorf("%d reversals nested, in executions of up to %d events", deepest, longest)
	}
	return nil
}}

func (p program) has(op smallprog.Op) bool {
	for _, body := range p.Threads {
		if slices.ContainsFunc(body, func(s smallprog.Statement) bool { return s.Op == op }) {
			return true
		}
	}
	return false
}
