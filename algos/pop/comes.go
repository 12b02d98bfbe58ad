package pop

// Line numbers refer to the algorithm in docs/pop-proof.md, A.3.

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// schedule is a schedule τ in place of an event e, or the part that a walk has left of it.
type schedule struct {
	rem   []int32    // its events, as positions in E, in ascending order
	head  int32      // f = hd(τ): the last event of rem, unless it waits
	kind  event.Kind // of f right after e; see after
	waits bool       // f is not enabled right after e, and not in rem
}

// comes is Comes(τ, S), which is τ ∝ σ (lines 13 to 23): it walks along the tail that σ left
// behind, with what remains of τ. It returns the place in the tail, or right after it, where it is
// decided that τ comes first, or 0 if τ does not. It changes t.rem. See findsWaiting for an f that waits right after e.
func (x *SleepSet) comes(t schedule, s *parsimonious.Schedule) (place int) {
	f := x.At(int(t.head))
	for l := 1; l < len(s.Tail); l++ { // line 14
		x.Work.Comparisons++
		switch c := &s.Tail[l]; c.Place {
		case parsimonious.Outside: // line 15
			if !x.executes(&t, s, l) || same(&c.Event, f) {
				return l // line 18, (B), or line 17, (A)
			}
		case parsimonious.AtHead: // line 19
			if x.anyComes(t, s.HeadedBy(l)) {
				return l // line 20, (C)
			}
			at := slices.IndexFunc(t.rem, func(q int32) bool { return same(x.At(int(q)), &c.Event) })
			if at < 0 {
				return 0 // line 21; e' is in no τ
			}
			head := int(t.rem[at])
			t.rem = slices.DeleteFunc(t.rem, func(q int32) bool { return x.Before(int(q), head) }) // line 22; f stays (Lemma B1)
		}
	}
	if t.waits && x.findsWaiting(&t, s) {
		return len(s.Tail)
	}
	return 0 // line 23
}

// executes removes c = S.tail[l], an event outside schedules, from rem if it is there (line 17). It is false if c is
// in conflict with rem (line 18): if an event of rem depends on c, not counting those after c itself (F5; events that
// are ordered before c have been executed).
func (x *SleepSet) executes(t *schedule, s *parsimonious.Schedule, l int) bool {
	c := &s.Tail[l].Event
	for i, q := range t.rem {
		if e := x.At(int(q)); same(e, c) {
			t.rem = slices.Delete(t.rem, i, i+1)
			return sameValue(e, c)
		}
		if x.dependent(q, x.kindIn(t, q), s, l) {
			return false
		}
	}
	return true // line 16, also if c is e'
}

// anyComes is line 20: whether what remains of τ begins with a schedule g↓ that is in place of the same event ê as
// σ', the schedule inner, and comes before σ'. Of ê's thread, only ê itself can be in rem; then no g after it that depends on it is the
// head of a schedule in place of ê.
func (x *SleepSet) anyComes(t schedule, inner *parsimonious.Schedule) bool {
	if !hasRivals(inner) {
		return false
	}
	for i, g := range t.rem {
		e, kind := x.At(int(g)), x.kindIn(&t, g)
		if x.dependent(g, kind, inner, 0) && !same(e, inner.First()) && !same(e, &inner.Head) &&
			x.completes(t.rem[:i], g, kind, inner) {
			return true
		}
	}
	return false
}

// kindIn is the kind that the event at position q of E has in τ.
func (x *SleepSet) kindIn(t *schedule, q int32) event.Kind {
	if q == t.head {
		return t.kind
	}
	return x.At(int(q)).Kind
}

func same(e, f *event.Event) bool { return e.Thread == f.Thread && e.Index == f.Index }
