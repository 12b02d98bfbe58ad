package characterization

import (
	"math"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model"
)

// expression is SchedChar(σ) as it has become in E, which is E1·σ·u.
type expression struct {
	schedule *parsimonious.Schedule // σ
	born     int                    // |E1·σ|, for the outermost σ
	// met[i] tells what the i-th event of u did to P_m: the sets C. An event
	// that it was not shown has no current entry, and did nothing.
	conflicts []conflict
	removed   []parsimonious.EventRef // by place in the tail: when that event was removed from P_m
	// reads is R but for hd(σ), which always belongs to it: the reads of x in u
	// after which none can be the head of a read-x-schedule.
	reads []parsimonious.EventRef
	inner []inner
}

// inner is the part [φ_i]^D of the expressions P_(i-1)[φ_i]^D▷x, for all φ_i in
// SchedChar(σ_i) at once.
type inner struct {
	expression  *expression
	headsBefore int32                   // i-1, the number of heads of schedules in P_(i-1)
	heads       []parsimonious.EventRef // D: the heads of schedules that a φ_i characterises
	ended       parsimonious.EventRef   // when a write of its variable came
}

// meeting is what an event did to P_m.
type conflict struct {
	ref   parsimonious.EventRef
	place int32 // the place in the tail of the event in whose set C it is, or untouched
}

const untouched = math.MaxInt32

// meet is UpdSE(e, ψ) for the event e at position p of E and every expression ψ
// of s (lines 12 to 40). It reports whether the result is block for one of
// them.
func (x *Set) updSE(s *expression, p int) (block bool) {
	r := s.schedule
	if x.after(p, r.First()) {
		// The first event e of the race, done as a read now, or an event that
		// follows it: it is in no schedule that goes before e, and what it has in
		// common with w is not what it is there.
		x.setConflict(s, p, untouched)
		return false
	}
	as := x.roleOf(r, p)
	s.reads = x.currentBefore(s.reads, p)
	isHead := as.head && !x.followsRead(s, p)
	if as.head {
		s.reads = append(s.reads, x.RefAt(p))
	}
	touched := int32(untouched) // how many heads there are in P_m before the event of it that e touches
	if hit := x.updP(s, r, p, as.kind); hit != untouched {
		touched = r.Tail[hit].Heads
		block = isHead && x.fresh(r, p, touched)
	}
	for i := range s.inner {
		in := &s.inner[i]
		if in.headsBefore >= touched {
			break // P_(i-1) is touched, and so is that of those that follow
		}
		block = x.updInner(in, r, p, isHead) || block
	}
	return block
}

// meetInner is the second version of UpdSE, lines 16 to 27, for an event at
// position p that does not touch P_(i-1). isHead says that the event is a read
// of x that could be a head and that happens after none in R.
func (x *Set) updInner(in *inner, r *parsimonious.Schedule, p int, isHead bool) (block bool) {
	in.heads = x.currentBefore(in.heads, p)
	outer := r.First().Object
	own := in.expression.schedule.First().Object
	if isHead && own != outer && x.followsOne(in.heads, p) {
		return x.fresh(r, p, in.headsBefore)
	}
	if x.isBefore(in.ended, p) {
		return false
	}
	if x.updSE(in.expression, p) {
		in.heads = append(in.heads, x.RefAt(p))
		block = own == outer && isHead && x.fresh(r, p, in.headsBefore)
	}
	if e := x.Event(p); e.Object == own && (e.Kind == model.Write || e.Kind == model.Update) {
		in.ended = x.RefAt(p)
	}
	return block
}

// role is what an event of u is to the expressions of a reversal.
type role struct {
	kind model.Kind // with which it counts against P: the one it would have right after e
	head bool       // it may be the head of a read-x-schedule, and belongs to R
}

func (x *Set) roleOf(r *parsimonious.Schedule, p int) role {
	e, first := x.Event(p), r.First()
	if e.Object != first.Object || !e.Kind.OnVariable() {
		return role{kind: e.Kind}
	}
	as := role{kind: e.Kind}
	expected, cas := x.Run.Machine.CompareAndSwapAt(p)
	if cas && expected == r.After {
		as.kind = model.Update
	} else if cas {
		as.kind = model.Read
	}
	// If the first event of the race is a read, the second is a CompareAndSwap
	// that writes right after it; only such are of account.
	as.head = e.Kind == model.Read && (first.Kind != model.Read || as.kind == model.Update)
	return as
}

// hit finds the event of P_m that the one at position p touches first (lines 31
// to 36), and notes it.
func (x *Set) updP(s *expression, r *parsimonious.Schedule, p int, kind model.Kind) int32 {
	e := x.Event(p)
	limit := x.inherited(s, p)
	for l := 1; l < len(r.Tail) && int32(l) < limit; l++ {
		if !inP(r, l) {
			continue
		}
		c := r.Tail[l].Event
		gone := x.isBefore(s.removed[l], p)
		if c.Thread == e.Thread {
			if c.Index == e.Index && !gone {
				s.removed[l] = x.RefAt(p)
				x.setConflict(s, p, untouched)
				return int32(l)
			}
			continue
		}
		// An event that is gone has come before e, as in w. But if e is a
		// CompareAndSwap that would write right after the first event of the
		// race, it may be in conflict there with a read that it does not follow
		// here.
		if model.Conflicting(kind, e.Object, c.Kind, c.Object) && !(gone && x.after(p, c)) {
			limit = int32(l)
		}
	}
	x.setConflict(s, p, limit)
	return limit
}

// inP reports whether r.Tail[l] is in P_m. So is e', which is in σ as well, in
// the kind it had in E, unless it was the head of a schedule there: a
// CompareAndSwap that would have written right after e is in conflict with it.
func inP(r *parsimonious.Schedule, l int) bool {
	c := &r.Tail[l]
	if isSecond(r, l) {
		return c.Mark.Place != parsimonious.Head
	}
	return !c.InSchedule
}

// isSecond reports whether r.Tail[l] is e'.
func isSecond(r *parsimonious.Schedule, l int) bool { return l == len(r.Tail)-1 && !r.Pending }

// inherited is the first event of P_m with an event in its set C that the event
// at position p depends on. It is enough to look at direct predecessors: what
// depends on an event in C_l is itself in C_l or in the set of an event before.
func (x *Set) inherited(s *expression, p int) int32 {
	links := x.Links(p)
	hit := min(x.conflictOf(s, links.Thread), x.conflictOf(s, links.Write))
	if k := x.Event(p).Kind; k == model.Write || k == model.Update {
		for q := links.Read; int(q) >= s.born; q = x.Links(int(q)).Read {
			hit = min(hit, x.conflictOf(s, q))
		}
	}
	return hit
}

func (x *Set) conflictOf(s *expression, q int32) int32 {
	i := int(q) - s.born
	if i < 0 || i >= len(s.conflicts) || !x.isAt(s.conflicts[i].ref, int(q)) {
		return untouched
	}
	return s.conflicts[i].place
}

// isAt reports whether m is the moment of position q.
func (x *Set) isAt(m parsimonious.EventRef, q int) bool { return m.At() == q && x.IsCurrent(m) }

// note notes that the event at position p is in the set C of the event at hit.
func (x *Set) setConflict(s *expression, p int, hit int32) {
	i := p - s.born
	for len(s.conflicts) <= i {
		s.conflicts = append(s.conflicts, conflict{})
	}
	s.conflicts[i] = conflict{x.RefAt(p), hit}
}

// followsRead reports whether the event at position p happens after one in R.
func (x *Set) followsRead(s *expression, p int) bool {
	r := s.schedule
	return x.after(p, r.Head) || x.followsOne(s.reads, p)
}

// followsOne reports whether the event at position p happens after one at ms.
func (x *Set) followsOne(ms []parsimonious.EventRef, p int) bool {
	for _, m := range ms {
		if x.Before(m.At(), p) {
			return true
		}
	}
	return false
}

// fresh reports whether the event at position p happens after the first n heads
// of schedules in the tail of r.
func (x *Set) fresh(r *parsimonious.Schedule, p int, n int32) bool {
	for l := 1; n > 0; l++ {
		if c := &r.Tail[l]; c.Mark.Place == parsimonious.Head {
			if !x.after(p, c.Event) {
				return false
			}
			n--
		}
	}
	return true
}

// after reports whether the event at position p happens after e, an event of E.
func (x *Set) after(p int, e model.Event) bool {
	return x.Clock(p)[e.Thread] >= e.Index
}
