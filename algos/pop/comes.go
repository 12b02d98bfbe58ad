package pop

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// comes is Comes(τ, S), which is τ ∝ σ (lines 13 to 23): it walks along the tail that σ left
// behind, with what remains of τ. It returns the place in the tail, or right after it, where it is
// decided that τ comes first, or 0 if τ does not. It changes t.rem.
func (x *SleepSet) comes(t schedule, s *parsimonious.Schedule) (place int) {
	for l := 1; l < len(s.Tail); l++ { // line 14
		x.Work.Comparisons++
		c := &s.Tail[l]
		if c.Place == parsimonious.Inside {
			continue
		}
		if t.waits && len(t.rem) == 0 { // rule R16
			if c.Place == parsimonious.AtHead {
				return 0 // the path that f is found on has been left
			}
			if same(&c.Event, x.At(int(t.head))) {
				return l
			}
			continue
		}
		at := x.find(t.rem, &c.Event)
		switch {
		case c.Place == parsimonious.AtHead: // line 19
			if x.anyComes(t, s.HeadedBy(l)) {
				return l // line 20, (C)
			}
			if at < 0 {
				return 0 // line 21; e' is in no τ
			}
			t.rem = x.without(t.rem, t.rem[at]) // line 22; f stays (Lemma B1)
		case at < 0: // line 16 if c is e'
			if x.anyDependent(t, s, l) {
				return l // line 18, (B)
			}
		case !x.isInitial(t.rem, at) || otherValue(x.At(int(t.rem[at])), &c.Event):
			return l // line 18, (B)
		case t.rem[at] == t.head:
			return l // line 17, (A)
		default:
			t.rem = slices.Delete(t.rem, at, at+1)
		}
	}
	if t.waits && len(t.rem) == 0 && x.waitsBefore(t.head, s) {
		return len(s.Tail)
	}
	return 0 // line 23
}

// anyComes is line 20: what remains of τ begins with a schedule g↓ in place of the same event ê as
// σ', the schedule of inner, and that comes before σ'. No g of ê's thread but ê itself is in rem.
func (x *SleepSet) anyComes(t schedule, inner *parsimonious.Schedule) bool {
	if !inner.IsRead() && !inner.HeadCAS {
		return false // no other schedule in place of ê is compatible with σ' (Lemma B3)
	}
	for i, g := range t.rem {
		e, kind := x.At(int(g)), x.kindIn(t, g)
		if x.dependent(int(g), kind, inner, 0) && !same(e, inner.First()) && !same(e, &inner.Head) &&
			x.completes(t.rem[:i], g, kind, inner) {
			return true
		}
	}
	return false
}

// find is the index in rem of e, or -1.
func (x *SleepSet) find(rem []int32, e *event.Event) int {
	for i, q := range rem {
		if same(x.At(int(q)), e) {
			return i
		}
	}
	return -1
}

// without is rem∖(c↓rem). It changes rem.
func (x *SleepSet) without(rem []int32, c int32) []int32 {
	return slices.DeleteFunc(rem, func(q int32) bool { return x.Before(int(q), int(c)) })
}

// isInitial reports whether nothing in rem happens before rem[at].
func (x *SleepSet) isInitial(rem []int32, at int) bool {
	for _, q := range rem[:at] {
		if x.Before(int(q), int(rem[at])) {
			return false
		}
	}
	return true
}

// anyDependent reports whether S.tail[l], which is not in rem, depends on an event of rem.
func (x *SleepSet) anyDependent(t schedule, s *parsimonious.Schedule, l int) bool {
	for _, q := range t.rem {
		if x.dependent(int(q), x.kindIn(t, q), s, l) {
			return true
		}
	}
	return false
}

// kindIn is the kind that the event at position q of E has in τ.
func (x *SleepSet) kindIn(t schedule, q int32) event.Kind {
	if q == t.head {
		return t.kind
	}
	return x.At(int(q)).Kind
}

// otherValue reports whether c is a choice, and e the same one with another value (rule R9).
func otherValue(e, c *event.Event) bool { return c.Kind == event.Choice && e.Value() != c.Value() }
