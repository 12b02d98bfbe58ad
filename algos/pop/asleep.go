package pop

import (
	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// SleepSet knows which events are bad after each E that a MarkedSequence becomes. It stores
// nothing about them: the schedules in E, and the tails that they left behind, determine them.
type SleepSet struct {
	*parsimonious.MarkedSequence
	all       []int32          // the positions 0, 1, 2, … of E
	schedules []int32          // that walks are about, the innermost walk's last
	walks     int              // that are under way
	asked     map[ask]struct{} // in this call of Asleep, by walks within nested ones
	trail     []decision       // why the last event that was found asleep is; for an Observer
}

// NewSleepSet returns the sleep set of e.
func NewSleepSet(e *parsimonious.MarkedSequence) *SleepSet {
	return &SleepSet{MarkedSequence: e, asked: map[ask]struct{}{}}
}

// Ended has nothing to do.
func (x *SleepSet) Ended(*parsimonious.Schedule, bool) {}

// schedule is a schedule τ in place of an event e, or the part that a walk has left of it.
type schedule struct {
	rem   []int32    // its events, as positions in E, in ascending order
	head  int32      // f = hd(τ): the last event of rem, unless it waits
	kind  event.Kind // of f right after e; see after
	waits bool       // f is not enabled right after e; see waits.go
}

// ask is the question of line 20 whether g↓ comes before the schedule of a record. What remains of
// g↓ is then determined by the two (Lemma A9).
type ask struct {
	schedule *parsimonious.Schedule
	g        int32
}

// Asleep reports whether the last event of E, a read f, is bad: whether it completes a schedule
// that comes before one in E (lines 9 to 12; line 8 is MarkedSequence.IsAsleep). That f is e itself,
// which line 9 excludes, does not occur here: as long as h stands, e would not be a read.
func (x *SleepSet) Asleep() bool {
	f := x.Len() - 1
	e, write := x.At(f), x.LastConflict(f)
	x.trail = x.trail[:0]
	for s := x.LastSchedule(f); s != nil && s.HeadAt > write; s = s.Previous { // line 9
		if s.IsRead() {
			x.Work.SleepEntries++
			if s.First().Object == e.Object && e.Kind == s.Head.Kind && x.completes(x.between(s.At, f), int32(f), e.Kind, s) {
				return true // line 11
			}
		}
	}
	return false // line 12
}

// between lists the positions from i up to j.
func (x *SleepSet) between(i, j int) []int32 {
	for n := len(x.all); n < j; n++ {
		x.all = append(x.all, int32(n))
	}
	return x.all[i:j]
}

// completes is lines 10 and 11, and 20 for one g: whether g, of that kind, with those of some events that happen before
// it, is a schedule τ in place of e that comes before σ.
func (x *SleepSet) completes(events []int32, g int32, kind event.Kind, s *parsimonious.Schedule) bool {
	defer func(n int) { x.schedules = x.schedules[:n] }(len(x.schedules))
	if x.walks == 0 && len(x.asked) > 0 {
		clear(x.asked)
	}
	tau := stack.Extend(&x.schedules, len(events)+1)[:0]
	for _, q := range events {
		if !x.Before(int(q), int(g)) {
			continue
		}
		if x.dependent(int(q), x.At(int(q)).Kind, s, 0) {
			return false
		}
		tau = append(tau, q)
	}
	if x.walks > 1 && !x.ask(s, g) {
		return false
	}
	tau = append(tau, g)
	observed := x.observed(tau)
	x.walks++
	place := x.comes(x.after(s, tau, kind), s)
	x.walks--
	return x.decided(s, observed, place)
}

// ask is false if it was asked before whether g↓ comes before the schedule of s. Then the answer
// is no, since nothing is asked after a yes. Without this, walks within walks may be exponentially
// many (Lemma A9).
func (x *SleepSet) ask(s *parsimonious.Schedule, g int32) bool {
	n := len(x.asked)
	x.asked[ask{s, g}] = struct{}{}
	return len(x.asked) > n
}

func same(e, f *event.Event) bool { return e.Thread == f.Thread && e.Index == f.Index }
