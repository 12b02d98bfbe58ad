package errata_test

import (
	"dporbench/algos/internal/parsimonious"
	"dporbench/model"
)

// characterisation is a set of sleep set expressions.
type characterisation []*expression

// sleepSet is Algorithm 2 as the sleep set of Algorithm 1.
type sleepSet struct {
	*parsimonious.MarkedSequence
	made corrections
	// stored[n] is SSChar of the prefix of E of length n+1, as far as E is still
	// what it was then. SSChar[⟨⟩] = ∅ (line 1 of Algorithm 1) is not in it.
	stored []stored
}

type stored struct {
	moment parsimonious.EventRef // of the last event of the prefix
	set    characterisation
}

// Asleep is the test of line 13 of Algorithm 1, and of line 7 for an event of σ:
// whether UpdSeq of the last event of E is block.
func (x *sleepSet) Asleep() bool {
	last := x.Len() - 1
	_, block := x.updSeq(last, x.ssChar(last))
	return block
}

// Reason has nothing to add: nobody asks.
func (x *sleepSet) Reason() string { return "" }

// Started is lines 9 to 11 of Algorithm 1.
func (x *sleepSet) Started(s *parsimonious.Schedule) {
	s.SleepState = characterisation(nil)
	if x.isRead(s) || x.made.has(writesInherit) && s.HeadCAS {
		s.SleepState = x.mkSchedChar(s)
	}
}

// Ended has nothing to do.
func (x *sleepSet) Ended(*parsimonious.Schedule, bool) {}

// isRead is e'.T = R, line 9 of Algorithm 1. As printed, e' is the event of E.
func (x *sleepSet) isRead(s *parsimonious.Schedule) bool {
	if x.made.has(kindOfHead) {
		return s.IsRead()
	}
	return !s.Pending && s.Tail[len(s.Tail)-1].Event.Kind == model.Read
}

// schedChar is SchedChar[E1](σ).
func schedChar(s *parsimonious.Schedule) characterisation { return s.SleepState.(characterisation) }

// ssChar is SSChar of the prefix of E of length n, all schedules of which must
// have been started.
func (x *sleepSet) ssChar(n int) characterisation {
	for len(x.stored) > 0 && (len(x.stored) > x.Len() || !x.IsCurrent(x.stored[len(x.stored)-1].moment)) {
		x.stored = x.stored[:len(x.stored)-1]
	}
	for p := len(x.stored); p < n; p++ {
		var before characterisation
		if p > 0 {
			before = x.stored[p-1].set
		}
		set, _ := x.updSeq(p, before) // lines 8 and 14 of Algorithm 1
		if m := x.Mark(p); m.Place == parsimonious.Head && x.isRead(m.Schedule) {
			set = append(set, schedChar(m.Schedule)...) // line 11
		}
		x.stored = append(x.stored, stored{x.RefAt(p), set})
	}
	if n == 0 {
		return nil
	}
	return x.stored[n-1].set
}
