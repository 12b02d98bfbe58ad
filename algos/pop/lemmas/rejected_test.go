package lemmas_test

import (
	"fmt"
	"slices"
	"testing"
)

// TestRejected checks Lemma A6 at all nodes: of a schedule that is generated and rejected, only the head is bad, a read
// in the place of a write of its variable; and what makes it bad is a read-schedule in the place of such a write, after
// which the variable has not been written. No schedule is generated twice, so there are no more rejected ones than
// races.
func TestRejected(t *testing.T) { holds(t, rejectedAtReads) }

var rejectedAtReads = claim{"Lemma A6", false, func(x *exploration, r *reached) error {
	s, seen := r.node.sequence(), map[string]bool{}
	for _, sc := range r.generated {
		key := sc.events.key()
		if seen[key] {
			return fmt.Errorf("%s is generated twice", shown(sc.events))
		}
		seen[key] = true
		at := r.bad.firstIn(s, sc.events)
		if at == len(sc.events) {
			continue
		}
		x.checked++
		if at < len(sc.events)-1 || !replacesWrite(sc) {
			return fmt.Errorf("%s is rejected at its event %d", shown(sc.events), at+1)
		}
		by := r.bad.by(s.then(sc.events...))
		if !replacesWrite(by) || !by.first.accesses(r.choice) || slices.ContainsFunc(s[by.at+len(by.events):], by.head().isWrittenBy) {
			return fmt.Errorf("%s is rejected because of %s", shown(sc.events), shown(by.events))
		}
	}
	return nil
}}

// replacesWrite reports whether the head of the schedule is a read, in place of a write of its variable.
func replacesWrite(s *schedule) bool { return s.isRead() && s.head().isWrittenBy(s.first) }

// isWrittenBy reports whether w writes the variable that e accesses.
func (e event) isWrittenBy(w event) bool { return w.kind == write && w.accesses(e) }
