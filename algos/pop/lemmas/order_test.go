package lemmas_test

import (
	"fmt"
	"slices"
	"testing"
)

// TestOrder checks at all nodes Theorem B: of two compatible read-schedules, the walk along the events executed when
// one was found decides whether the other is found before it; Lemma B1, along the way; and Lemma B2: a schedule does
// not come before itself.
func TestOrder(t *testing.T) { holds(t, walkDecides) }

var walkDecides = claim{"Theorem B", false, func(x *exploration, r *reached) error {
	reads := slices.DeleteFunc(slices.Clone(r.children), func(sc *schedule) bool { return !sc.isRead() })
	for i, sc := range reads {
		for j, other := range reads {
			if i != j && !compatible(sc.events, other.events) {
				continue
			}
			x.checked++
			if before := x.comes(x.kindAfter(other.events, sc), sc); before != (j < i) {
				return fmt.Errorf("the walk says %v, that %s comes before %s", before, shown(other.events), shown(sc.events))
			}
		}
	}
	return nil
}}
