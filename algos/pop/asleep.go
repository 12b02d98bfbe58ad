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
	positions []int32          // of the schedules that walks are about, the innermost walk's last
	nested    int              // walks within walks that are under way
	asked     map[ask]struct{} // in this call of Asleep, by walks within nested ones
	trail     []decision       // why the last event that was found asleep is; for an Observer
}

// ask is the question of line 20 whether g↓ comes before the schedule of a record. What remains of
// g↓ is then determined by the two (Lemma A9).
type ask struct {
	schedule *parsimonious.Schedule
	g        int32
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
	kind  event.Kind // of f right after e; see kindAfter
	waits bool       // f is not enabled right after e; see waits.go
}

// Asleep reports whether the last event of E, a read f, is bad: whether it completes a schedule
// that comes before one in E (lines 9 to 12; line 8 is MarkedSequence.IsAsleep). That f is e itself,
// which line 9 excludes, does not occur here: as long as h stands, e would not be a read.
func (x *SleepSet) Asleep() bool {
	heads, f := x.ReadHeads(), x.Len()-1
	v, write := x.At(f).Object, x.lastConflict(f)
	x.trail = x.trail[:0]
	for i := len(heads) - 1; i >= 0 && heads[i].At > write; i-- { // line 9
		s := heads[i].Schedule
		x.Work.SleepEntries++
		if int(heads[i].At) != f && s.First().Object == v && x.completes(f, s) {
			return true // line 11
		}
	}
	return false // line 12
}

// completes is lines 10 and 11: f is the head of a schedule τ in place of e that comes before σ.
func (x *SleepSet) completes(f int, s *parsimonious.Schedule) bool {
	kind := x.At(f).Kind
	if kind != s.HeadKind() {
		return false // where updates commute, those of another kind are in conflict with σ
	}
	defer x.release(len(x.positions))
	tau := stack.Extend(&x.positions, f+1-s.At)[:0]
	for q := s.At; q < f; q++ {
		if !x.Before(q, f) {
			continue
		}
		if x.dependent(q, x.At(q).Kind, s, 0) {
			return false
		}
		tau = append(tau, int32(q))
	}
	if len(x.asked) > 0 {
		clear(x.asked)
	}
	observed := x.observed(tau, f)
	return x.decided(s, observed, x.comes(x.after(s, append(tau, int32(f)), kind), s))
}

// release forgets the schedules made since there were n positions.
func (x *SleepSet) release(n int) { x.positions = x.positions[:n] }

func same(e, f event.Event) bool { return e.Thread == f.Thread && e.Index == f.Index }
