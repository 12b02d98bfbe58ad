package unfolding

import (
	"slices"

	"dporbench/model/event"
)

// cover is the search for an alternative.
type cover struct {
	chosen cut  // C ∪ J
	kept   []id // what chosen held before
}

// alternative finds an alternative to D after C, and stores it in toCome: a configuration J compatible with C,
// such that each event of D, or k of them, is in immediate conflict with an event of J or C.
func (s *search) alternative() bool {
	s.chosen = append(s.chosen[:0], s.last...)
	if !s.coverFrom(0) {
		return false
	}
	s.toCome = s.toCome[:0]
	for t, n := range s.chosen {
		for ; n > s.last.of(event.ThreadID(t)); n = s.u.before(n) {
			s.toCome = append(s.toCome, n)
		}
	}
	slices.Sort(s.toCome)
	return true
}

// coverFrom adds events in conflict with the open events but the last i to chosen, if possible. The one disabled
// last comes first: it is the hardest to be in conflict with.
func (s *search) coverFrom(i int) bool {
	open := s.open()
	if i == min(len(open), s.k) {
		return true
	}
	n := open[len(open)-1-i]
	if i > 0 && !s.u.compatible(s.chosen, s.u.nodes[n].past) { // where chosen is C, it is compatible
		return s.coverFrom(i + 1)
	}
	mark := len(s.kept)
	defer func() { s.kept = s.kept[:mark] }()
	s.kept = append(s.kept, s.chosen...)
	for _, m := range s.u.rivals(n) {
		if !s.u.compatible(s.chosen, s.u.nodes[m].past) || s.hasDisabled(m) {
			continue
		}
		s.chosen.join(s.u.nodes[m].past)
		if s.coverFrom(i + 1) {
			return true
		}
		s.chosen = append(s.chosen[:0], s.kept[mark:]...)
	}
	return false
}

// hasDisabled reports whether an event of D is in the history of m, or is m.
func (s *search) hasDisabled(m id) bool {
	return slices.ContainsFunc(s.open(), func(n id) bool { return s.u.inPast(n, m) })
}
