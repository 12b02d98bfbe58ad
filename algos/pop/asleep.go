package pop

// Line numbers refer to the algorithm in docs/pop-proof.md, A.3.

import (
	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// SleepSet decides which events are bad after each E of a MarkedSequence. It stores nothing about them: they are
// determined by the schedules in E and the tails that these left behind.
type SleepSet struct {
	*parsimonious.MarkedSequence
	all       []int32    // the positions 0, 1, 2, … of E
	schedules []int32    // of the walks in progress, the innermost walk's last
	asked     asked      // in this call of Asleep
	trail     []decision // why the last event found asleep is
}

// NewSleepSet returns the sleep set of e.
func NewSleepSet(e *parsimonious.MarkedSequence) *SleepSet { return &SleepSet{MarkedSequence: e} }

// Asleep reports whether the last event of E, a read f, is bad: whether it completes a schedule
// that comes before one in E (lines 9 to 12; line 8 is MarkedSequence.IsAsleep). f is never e itself,
// which line 9 excludes: as long as h stands, e would not be a read.
func (x *SleepSet) Asleep() bool {
	f := x.Len() - 1
	e, write := x.At(f), x.LastConflict(f)
	x.asked.forget()
	x.trail = x.trail[:0]
	for n := len(x.all); n < f; n++ {
		x.all = append(x.all, int32(n))
	}
	for s := x.LastSchedule(f); s != nil && s.HeadAt > write; s = s.Previous { // line 9
		if s.IsRead() {
			x.Work.SleepEntries++
			if s.First().Object == e.Object && e.Kind == s.Head.Kind && x.completes(x.all[s.At:f], int32(f), e.Kind, s) {
				return true // line 11
			}
		}
	}
	return false // line 12
}

// completes is lines 10 and 11, and 20 for one g: whether g, of that kind, with its predecessors among
// events, is a schedule τ in place of e that comes before σ.
func (x *SleepSet) completes(events []int32, g int32, kind event.Kind, s *parsimonious.Schedule) bool {
	outer := len(x.schedules)
	defer func() { x.schedules = x.schedules[:outer] }()
	tau := stack.Extend(&x.schedules, len(events)+1)[:0]
	for _, q := range events {
		if !x.Before(int(q), int(g)) {
			continue
		}
		if x.dependent(q, x.At(int(q)).Kind, s, 0) {
			return false
		}
		tau = append(tau, q)
	}
	if !x.asked.add(ask{s, g}) {
		return false // as it was answered, since nothing is asked after a yes; nested walks might be exponentially many (Lemma A9)
	}
	place := x.comes(x.after(s, append(tau, g), kind), s)
	if place > 0 {
		x.trail = append(x.trail, decision{s, events, g, place})
	}
	return place > 0
}
