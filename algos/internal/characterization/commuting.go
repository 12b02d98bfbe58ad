package characterization

import (
	"dporbench/algos/internal/parsimonious"
	"dporbench/model"
)

// Where updates commute (model.CommutingSC), the events of Applies of one kind are to each other what
// reads are: two of them commute, and each is in conflict with every other access of the variable. So a
// schedule whose head is one of them is characterised as a read-schedule is, and K, the kind of its head,
// takes the place of Read.
//
// The rules for updates that commute are these; each is undone in algos/mutations, but for C3, for which no
// program is known that needs it. The first five are here.
//
//	C1  a schedule whose head is the event of an Apply is characterised (parsimonious.Schedule.IsRead)
//	C2  the heads of schedules that it blocks, and its R, are of the kind K (Set.commutingRole)
//	C3  an inner expression is not ended by accesses of the kind of the race's first event, nor by those
//	    of the kind K, and by all other accesses of its variable (ends)
//	C4  an event inherits conflicts from all accesses of the phase before it (Set.inheritedCommuting)
//	C5  what a CompareAndSwap would see right after the race's first event, if that is the event of an
//	    Apply, is the value after that, changed by the Applies before the CompareAndSwap that come
//	    neither with nor before the first event (Set.wouldSee)
//	C6  an access comes after, and races with, all accesses of the phase before it
//	    (model.HappensBefore.EachConflict)
//	C7  a race with one of a phase keeps the edges from the others (sequence.Reader.HasApply)
//	C8  a backtracking point may be before the last write of the variable (fgdpor)
//	C9  a CompareAndSwap that is moved before an Apply sees what the others of the phase leave
//	    (sequence.Reader.Reversed)
//	C10 what may come first in a sequence does not follow from the Links of its events (optimal)
//	C11 an Apply discards no expression for a schedule with a head of its kind (Set.blocking, pop-naive)

// commutingRole is the part of roleOf for the events of Applies, and what a CompareAndSwap would see.
func (x *Set) commutingRole(as *role, r *parsimonious.Schedule, p int) {
	e, first := x.Event(p), r.First()
	if expected, cas := x.Run.Machine.CompareAndSwapAt(p); cas && first.Kind.Applies() {
		as.kind = model.Read
		if x.wouldSee(r, p) == expected {
			as.kind = model.Update
		}
	}
	if k := r.HeadKind(); k.Applies() {
		as.head = e.Kind == k // rule C2
	}
}

// wouldSee (rule C5) is the value that the CompareAndSwap at position p would see if it came right
// after the first event of the race of r, but for Applies that commute with that.
func (x *Set) wouldSee(r *parsimonious.Schedule, p int) int64 {
	value := r.After
	x.EachApplySeen(p, func(at int) {
		if e := x.Event(at); e.Kind == r.First().Kind && !r.InPrefix(e) {
			op, v := x.Run.Machine.AppliedAt(at)
			value = op.Apply(value, v)
		}
	})
	return value
}

// ends (rule C3) reports whether an access of that kind of the variable of an inner expression, for the
// schedule r, ends it: no read that follows it has a race with the first event of that of r.
func ends(r *parsimonious.Schedule, k model.Kind) bool {
	return k.OnVariable() && k != r.HeadKind() && (k != r.First().Kind || !k.Commutes())
}

// inheritedOtherwise is inherited for the predecessors of the event at position p, unless it is a write,
// by the reads before it.
func (x *Set) inheritedOtherwise(s *expression, p int) int32 {
	if x.buffered {
		return x.inheritedBuffered(s, p)
	}
	return x.inheritedCommuting(s, p)
}

// inheritedCommuting is inherited where updates commute (rule C4).
func (x *Set) inheritedCommuting(s *expression, p int) int32 {
	links := x.Links(p)
	first := x.conflictOf(s, links.Thread)
	if !x.At(p).Kind.OnVariable() {
		return min(first, x.conflictOf(s, links.Write))
	}
	x.EachConflict(p, func(at int32) bool {
		first = min(first, x.conflictOf(s, at))
		return int(at) >= s.born
	})
	return first
}
