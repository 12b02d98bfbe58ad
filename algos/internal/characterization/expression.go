package characterization

import (
	"math"
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model"
)

// expression is SchedChar(σ), updated with u, where E is E1·σ·u.
type expression struct {
	schedule *parsimonious.Schedule // σ
	born     int                    // |E1·σ|, for the outermost σ
	// conflicts[i] says into which set C of P_m the i-th event of u was put. An event
	// that s was not updated with has no current entry, and is in no set.
	conflicts []conflict
	removed   []parsimonious.EventRef // by place in the tail: the event e = e_l that removed it (line 35)
	// reads is R without hd(σ), which always belongs to it: the reads of x in u. No
	// read that follows one of R can be the head of a read-x-schedule.
	reads []parsimonious.EventRef
	inner []inner
}

// inner is the part [φ_i]^D of the expressions P_(i-1)[φ_i]^D▷x, for all φ_i in
// SchedChar(σ_i) at once.
type inner struct {
	expression  *expression
	headsBefore int32                   // i-1, the number of heads of schedules in P_(i-1)
	heads       []parsimonious.EventRef // D: heads of schedules characterised by a φ_i
	ended       parsimonious.EventRef   // the write of its variable that ended it (correction 4)
}

// conflict says that an event of u is in the set C of an event of P_m.
type conflict struct {
	ref   parsimonious.EventRef
	place int32 // of the event of P_m, in the tail; untouched if it is in no set
}

const untouched = math.MaxInt32

// updSE is UpdSE(e, ψ) (lines 12 to 28) for the event e at position p of E and every
// expression ψ in s at once. It reports whether one of the results is block.
func (x *Set) updSE(s *expression, p int) (block bool) {
	r := s.schedule
	x.Work.Expressions++
	if x.after(p, r.First()) {
		// The first event of the race, executed as a read now, or an event that
		// follows it: no such event is in a schedule that comes before the first
		// event, and where it occurs in w it is not the same there (correction 9b).
		x.setConflict(s, p, untouched)
		return false
	}
	as := x.roleOf(r, p)
	s.reads = x.currentBefore(s.reads, p)
	isHead := as.head && !x.followsRead(s, p)
	if as.head {
		s.reads = append(s.reads, x.RefAt(p)) // lines 19 to 25 and 39; correction 2
	}
	headsBefore := int32(untouched) // how many heads of P_m come before its event that e touches
	if l := x.updP(s, r, p, as); l != untouched {
		headsBefore = headsBeforePlace(r, l)
		block = isHead && x.fresh(r, p, headsBefore) // lines 37 and 38; otherwise line 40
	}
	for i := range s.inner {
		in := &s.inner[i]
		if in.headsBefore >= headsBefore {
			break // line 28: e touches P_(i-1), and that of the ones that follow
		}
		block = x.updInner(in, r, p, isHead) || block
	}
	return block
}

// updInner is lines 16 to 27, for an event at position p that does not touch P_(i-1)
// (line 15). isHead says that the event is a read of x that follows no read in R.
func (x *Set) updInner(in *inner, r *parsimonious.Schedule, p int, isHead bool) (block bool) {
	in.heads = x.currentBefore(in.heads, p)
	outer := r.First().Object
	own := in.expression.schedule.First().Object
	if isHead && own != outer && x.followsOne(in.heads, p) { // line 17
		return x.fresh(r, p, in.headsBefore) // line 18: line 19 or line 20
	}
	if x.isBefore(in.ended, p) {
		return false
	}
	if x.updSE(in.expression, p) { // line 21; otherwise line 27
		in.heads = append(in.heads, x.RefAt(p))
		// Lines 22 to 25 (rule A7); line 26 if own is not outer.
		block = own == outer && isHead && !x.roleOf(r, p).waits && x.fresh(r, p, in.headsBefore)
	}
	if e := x.Event(p); e.Object == own && (e.Kind == model.Write || e.Kind == model.Update || x.commuting && ends(in.expression.schedule, e.Kind)) {
		in.ended = x.RefAt(p) // line 11, with correction 4
	}
	return block
}

// role is what an event of u counts as for the expressions of a schedule.
type role struct {
	kind model.Kind // against P: the one it would have right after the race's first event
	head bool       // it is a read of x (e.T = R ∧ e.var = x), may be a head, and belongs to R
	// It is an Await of x that is not enabled right after the race's first event, which
	// ends a stretch for it. It is then reversed from where it is enabled again, past all
	// writes of x in between, so none of them is in conflict with it (rule A6).
	waits bool
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
	// If the first event of the race is a read, the second is a CompareAndSwap that
	// writes right after it, and only such events can be heads (correction 12).
	as.head = e.Kind == model.Read && (!isRead(first) || as.kind == model.Update)
	if e.ReadsOwn() && !r.FlushedBefore(0, e.Flusher(), int32(e.Ref)) {
		as.head = false // rule 20: it is in conflict with no write of x in whose place it could come
	}
	if x.commuting {
		x.commutingRole(&as, r, p)
	}
	if x.Run.Machine.Guarded() {
		guard := x.Run.Machine.GuardAt(p)
		as.waits = guard != nil && !guard.Holds(r.After)
	}
	return as
}

// updP is lines 30 to 36 of UpdP for P_m, which holds every other P_(i-1): it finds the
// first event of P_m that the one at position p touches, and records it. It returns
// the place of that event in the tail, or untouched for indep (line 36).
func (x *Set) updP(s *expression, r *parsimonious.Schedule, p int, as role) int32 {
	e := x.Event(p)
	limit := x.inherited(s, p) // e ⋈ C_l (line 34)
	for l := 1; l < len(r.Tail) && int32(l) < limit; l++ {
		x.Work.Comparisons++
		if !inP(r, l) {
			continue
		}
		c := r.Tail[l].Event
		removed := x.isBefore(s.removed[l], p)
		if c.Thread == e.Thread {
			if c.Index == e.Index && c.Kind == model.Choice && c.Object != e.Object {
				limit = int32(l) // two values of a choice conflict, e ↔ e_l
			} else if c.Index == e.Index && !removed { // line 35
				s.removed[l] = x.RefAt(p)
				x.setConflict(s, p, untouched)
				return int32(l)
			}
			continue
		}
		// A removed event has come before e, as in w. But if e is a CompareAndSwap
		// that would write right after the first event of the race, it may conflict
		// there with a read that it does not follow here (correction 13).
		conflicting := model.Conflicting(as.kind, e.Object, c.Kind, c.Object)
		if x.buffered {
			conflicting = x.conflicting(r, p, as.kind, l)
		}
		if !as.waits && conflicting && !(removed && x.after(p, c)) {
			limit = int32(l) // e ↔ e_l (line 34)
		}
	}
	if limit == untouched && as.waits && pendingBefore(r, e) {
		limit = int32(len(r.Tail))
	}
	x.setConflict(s, p, limit)
	return limit
}

// pendingBefore reports whether e is the event at which its thread waits after a maximal
// E1·e·E2, and its races are reversed there before those of hd(σ), which is pending
// itself: as if the pending events followed E2, in the order of their threads
// (rule A8).
func pendingBefore(r *parsimonious.Schedule, e model.Event) bool {
	if !r.Pending || e.Thread >= r.Thread {
		return false
	}
	return !slices.ContainsFunc(r.Tail, func(c parsimonious.TailEvent) bool {
		return c.Event.Thread == e.Thread && c.Event.Index >= e.Index
	})
}

// headsBeforePlace is how many heads of schedules come before that place in the tail;
// the pending events follow the tail.
func headsBeforePlace(r *parsimonious.Schedule, l int32) int32 {
	n := int32(0)
	for _, h := range r.Heads {
		if r.InTail(h) < int(l) {
			n++
		}
	}
	return n
}

// inP reports whether r.Tail[l] is in P_m (line 4). P_m ends with e', with the kind it
// had in E, unless e' was the head of a schedule there (correction 10): it conflicts
// with a CompareAndSwap that would have written right after the race's first event.
func inP(r *parsimonious.Schedule, l int) bool {
	c := &r.Tail[l]
	if isSecond(r, l) {
		return c.Place != parsimonious.AtHead
	}
	return !c.InSchedule
}

// isSecond reports whether r.Tail[l] is e'.
func isSecond(r *parsimonious.Schedule, l int) bool { return l == len(r.Tail)-1 && !r.Pending }

// inherited returns the place of the first event of P_m with e ⋈ C, for the event e at
// position p. Direct predecessors of e are enough to look at: an event that depends on
// one in C_l is in C_l itself, or in the set of an earlier event.
func (x *Set) inherited(s *expression, p int) int32 {
	links := x.Links(p)
	first := min(x.conflictOf(s, links.Thread), x.conflictOf(s, links.Write))
	if !x.plain {
		first = x.inheritedOtherwise(s, p)
	}
	if k := x.Event(p).Kind; k == model.Write || k == model.Update {
		for q := links.Read; int(q) >= s.born; q = x.Links(int(q)).Read {
			first = min(first, x.conflictOf(s, q))
		}
	}
	return first
}

func (x *Set) conflictOf(s *expression, q int32) int32 {
	i := int(q) - s.born
	if i < 0 || i >= len(s.conflicts) || !x.isAt(s.conflicts[i].ref, int(q)) {
		return untouched
	}
	return s.conflicts[i].place
}

func (x *Set) isAt(m parsimonious.EventRef, q int) bool { return m.At() == q && x.IsCurrent(m) }

// setConflict puts the event at position p into the set C of the event at a place.
func (x *Set) setConflict(s *expression, p int, place int32) {
	i := p - s.born
	for len(s.conflicts) <= i {
		s.conflicts = append(s.conflicts, conflict{})
	}
	s.conflicts[i] = conflict{x.RefAt(p), place}
}

// followsRead reports whether the event at position p happens after a read in R. R
// holds hd(σ) (correction 1).
func (x *Set) followsRead(s *expression, p int) bool {
	r := s.schedule
	return x.after(p, r.Head) || x.followsOne(s.reads, p)
}

func (x *Set) followsOne(ms []parsimonious.EventRef, p int) bool {
	for _, m := range ms {
		if x.Before(m.At(), p) {
			return true
		}
	}
	return false
}

// fresh is ∀k: 1 ≤ k ≤ n: e'_k →hb e (lines 18, 23 and 37), for the event e at position
// p and the first n heads of schedules in the tail of r.
func (x *Set) fresh(r *parsimonious.Schedule, p int, n int32) bool {
	for _, h := range r.Heads[:n] {
		if !x.after(p, r.Tail[r.InTail(h)].Event) {
			return false
		}
	}
	return true
}

// after reports whether the event at position p happens after e, an event of E.
func (x *Set) after(p int, e model.Event) bool {
	return x.Clock(p)[e.Thread] >= e.Index
}
