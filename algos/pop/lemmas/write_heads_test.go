package lemmas_test

import (
	"fmt"
	"testing"
)

// TestWriteHeads checks Lemma A2 at all nodes: of two different elements of Rev(E, e) that are compatible, both have
// a read as their head.
func TestWriteHeads(t *testing.T) { holds(t, writeHeadsExclude) }

var writeHeadsExclude = claim{"Lemma A2", false, func(x *exploration, r *reached) error {
	for i, a := range r.children {
		for _, b := range r.children[:i] {
			if a.isRead() && b.isRead() {
				continue
			}
			if x.checked++; compatible(a.events, b.events) {
				return fmt.Errorf("%s and %s are compatible", shown(a.events), shown(b.events))
			}
		}
	}
	return nil
}}
