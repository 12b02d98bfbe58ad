package lemmas_test

import "slices"

// comes is Comes(τ, S): whether the schedule τ, which is compatible with the schedule of S, is generated before it,
// decided without the tree, by a walk along the tail of S. The walk carries what remains of τ; f is its head.
func (x *exploration) comes(tau sequence, s *schedule) bool {
	remaining, f := slices.Clone(tau), tau.last()
	for i, it := range s.tail {
		at, last := slices.Index(remaining, it.event), i == len(s.tail)-1
		switch {
		case it.mark == inside:
			continue
		case it.mark == outside && last: // e', a CompareAndSwap that writes here if f depends on it
			return dependent(it.event, f) && !(it.thread == f.thread && it.index == f.index)
		case it.mark == outside && at < 0:
			if remaining.touches(it.event) && x.mutant != walkWithoutB {
				return true // (B)
			}
			continue
		case it.mark == outside && !remaining.initial(at):
			return x.mutant != walkWithoutB // (B)
		case it.mark == outside:
			remaining = remaining.without(remaining[at : at+1]) // (A)
		case x.anyComes(remaining, it.schedule):
			return true // (C)
		case last || at < 0:
			return false
		default:
			x.comesWithItsSchedule(remaining, at, it.schedule)
			remaining = remaining.without(remaining.past(at)) // (A)
		}
		if it.event == f || !slices.Contains(remaining, f) {
			return true // (A)
		}
	}
	return false
}

// comesWithItsSchedule checks Lemma B1: before the head of a schedule in the tail, what remains has the rest of it.
func (x *exploration) comesWithItsSchedule(remaining sequence, at int, s *schedule) {
	if past := remaining.past(at); x.mutant == original && past.key() != s.events.key() {
		x.wrong = "Lemma B1: " + shown(past) + " remains instead of " + shown(s.events)
	}
}

// anyComes reports whether what remains has another schedule in place of the event that s replaces, one that comes
// before s.
func (x *exploration) anyComes(remaining sequence, s *schedule) bool {
	if x.mutant == walkWithoutC || !s.isRead() && !x.program.compares(s.prefix.then(s.events[:len(s.events)-1]...), s.head()) {
		return false
	}
	for i, g := range remaining {
		if g.thread == s.first.thread || !dependent(g, s.first) || g.thread == s.head().thread && g.index == s.head().index {
			continue
		}
		d := remaining.past(i)
		if !d[:len(d)-1].touches(s.first) && x.comes(x.kindAfter(d, s), s) {
			return true
		}
	}
	return false
}

// kindAfter is τ with the kind that its head has after the event that s replaces.
func (x *exploration) kindAfter(tau sequence, s *schedule) sequence {
	before := tau[:len(tau)-1]
	head, _ := x.program.after(s.prefix.then(s.first).then(before...)).next(tau.last().thread)
	return before.then(head)
}
