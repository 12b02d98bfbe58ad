package pop

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// comes is Comes(τ, S), which is τ ∝ σ (lines 13 to 23): it walks along the tail that σ left
// behind, with what remains of τ. It returns the place in the tail, or right after it, where it is
// decided that τ comes first, or 0 if τ does not. It changes t.rem.
func (x *SleepSet) comes(t schedule, s *parsimonious.Schedule) (place int) {
	heads, begin := s.Heads, 1         // begin is where the item of the tail begins, an event or a whole schedule
	for l := 1; l < len(s.Tail); l++ { // line 14
		c := &s.Tail[l]
		x.Work.Comparisons++
		if t.waits && len(t.rem) == 0 {
			if done, before := x.waitsAt(t, c); done {
				return placeIf(before, l)
			}
			continue
		}
		switch c.Place {
		case parsimonious.Inside:
			continue
		case parsimonious.Outside: // line 15
			at := x.find(t.rem, &c.Event)
			switch {
			case at < 0 && !x.anyDependent(t, s, l): // line 16 if c is e'
			case at < 0 || !x.isInitial(t.rem, at) || otherValue(x.At(int(t.rem[at])), &c.Event):
				return l // line 18, (B)
			case t.rem[at] == t.head:
				return l // line 17, (A)
			default:
				t.rem = slices.Delete(t.rem, at, at+1)
			}
		case parsimonious.AtHead: // line 19
			inner := heads[0].Schedule
			heads = heads[1:]
			if x.anyComes(t, inner) {
				return l // line 20, (C)
			}
			if x.find(t.rem, &c.Event) < 0 {
				return 0 // line 21; e' is in no τ
			}
			t.rem = x.without(t.rem, s.Tail[begin:l+1]) // line 22; f stays (Lemma B1)
		}
		begin = l + 1
	}
	return placeIf(t.waits && x.waitsAfter(t, s), len(s.Tail)) // line 23
}

func placeIf(before bool, place int) int {
	if before {
		return place
	}
	return 0
}

// anyComes is line 20: what remains of τ begins with a schedule g↓ in place of the same event ê as
// σ', the schedule of inner, and that comes before σ'. No g of ê's thread but ê itself is in rem.
func (x *SleepSet) anyComes(t schedule, inner *parsimonious.Schedule) bool {
	if !inner.IsRead() && !inner.HeadCAS {
		return false // no other schedule in place of ê is compatible with σ' (Lemma B3)
	}
	for i, g := range t.rem {
		kind := x.kindIn(t, g)
		if !x.dependent(int(g), kind, inner, 0) {
			continue
		}
		if e := *x.At(int(g)); !same(e, inner.First()) && !same(e, inner.Head) && x.begins(t.rem[:i], g, kind, inner) {
			return true
		}
	}
	return false
}

// begins is line 20 for one g, where before are the events that precede it in rem.
func (x *SleepSet) begins(before []int32, g int32, kind event.Kind, inner *parsimonious.Schedule) bool {
	defer x.release(len(x.positions))
	past := stack.Extend(&x.positions, len(before)+1)[:0]
	for _, q := range before {
		if !x.Before(int(q), int(g)) {
			continue
		}
		if x.dependent(int(q), x.At(int(q)).Kind, inner, 0) {
			return false
		}
		past = append(past, q)
	}
	if x.nested > 0 && !x.ask(inner, g) {
		return false
	}
	x.nested++
	observed := x.observed(past, int(g))
	place := x.comes(x.after(inner, append(past, g), kind), inner)
	x.nested--
	return x.decided(inner, observed, place)
}

// ask is false if it was asked before whether g↓ comes before the schedule of s. Then the answer
// is no, since nothing is asked after a yes. Without this, walks within walks may be exponentially
// many (Lemma A9).
func (x *SleepSet) ask(s *parsimonious.Schedule, g int32) bool {
	n := len(x.asked)
	x.asked[ask{s, g}] = struct{}{}
	return len(x.asked) > n
}

// find is the index in rem of e, or -1.
func (x *SleepSet) find(rem []int32, e *event.Event) int {
	for i, q := range rem {
		if f := x.At(int(q)); f.Thread == e.Thread && f.Index == e.Index {
			return i
		}
	}
	return -1
}

// without is rem without the events of some items. It changes rem.
func (x *SleepSet) without(rem []int32, items []parsimonious.TailEvent) []int32 {
	for i := range items {
		if at := x.find(rem, &items[i].Event); at >= 0 {
			rem = slices.Delete(rem, at, at+1)
		}
	}
	return rem
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

// otherValue reports whether c is a choice, and e the same one with another value (rule R9).
func otherValue(e, c *event.Event) bool { return c.Kind == event.Choice && e.Value() != c.Value() }
