package sequence

import "dporbench/model"

// Where updates commute (model.CommutingSC), the events of Applies of one kind are to each other what
// reads are: two of them commute, and each is in conflict with every other access of the variable. What
// algorithms have to know of that are the rules below; each is undone in algos/mutations.
//
//	C1  a schedule whose head is the event of an Apply is a read-schedule (parsimonious.Schedule.IsRead)
//	C2  and comes before or after those with heads of its kind alone (parsimonious.Schedule.HeadKind)
//	C5  what a CompareAndSwap sees right after the event of an Apply is the value after that, changed by
//	    the Applies before the CompareAndSwap in its schedule (pop.SleepSet.valueAfter)
//	C6  an access comes after, and races with, all accesses of the phase before it
//	    (model.HappensBefore.EachConflict)
//	C7  a race with one of a phase keeps the edges from the others (Reader.HasApply)
//	C8  a backtracking point may be before the last write of the variable (fgdpor)
//	C9  a CompareAndSwap that is moved before an Apply sees what the others of the phase leave
//	    (Reader.Reversed)
//	C10 what may come first in a sequence does not follow from the Links of its events (optimal)
//	C11 the heads of a schedule of Applies stay in force until an access in conflict with them
//	    (pop.SleepSet.lastConflict, popnaive)

// Commuting reports whether updates commute whose results nobody uses (model.CommutingSC).
func (r Reader) Commuting() bool { return r.order.Commuting() }

// HasApply reports whether one of the events at positions first and second, which race, is the
// event of an Apply. Then the last write before second may be another one than first that commutes
// with first or with second, and the race keeps its edge (rule C7).
func (r Reader) HasApply(first, second int) bool {
	return r.At(first).Kind.Applies() || r.At(second).Kind.Applies()
}

// EachConflict calls yield for the last accesses before the event at position i, of a variable,
// that are in conflict with it, the later ones first, until it returns false. Updates must
// commute.
func (r Reader) EachConflict(i int, yield func(at int32) bool) {
	r.order.EachConflict(r.At(i).Kind, r.Links(i), yield)
}

// LastConflict is the first position that EachConflict yields, or model.None.
func (r Reader) LastConflict(i int) int32 { return r.order.LastConflict(r.At(i).Kind, r.Links(i)) }

// HasConflictAfter reports whether the event at position i, an access of a variable, is followed
// in E by one that it is in conflict with.
func (r Reader) HasConflictAfter(i int) bool {
	e := r.At(i)
	return int(r.order.LastConflict(e.Kind, r.LastAccesses(e.Object))) > i
}

// EachApplySeen calls yield for the events of Applies between the event at position i, of a variable,
// and the last access before them with which they do not commute, the later ones first.
func (r Reader) EachApplySeen(i int, yield func(at int)) {
	if w := r.Links(i).Write; w != model.None && r.At(int(w)).Kind.Applies() {
		r.order.EachInPhase(w, func(at int32) { yield(int(at)) })
	}
}

// Reversed is the value that the variable of two racing events has right before the second one,
// an access that is in conflict with the first, a write, once their race is reversed. If the
// first is the event of an Apply, that is what the others of its phase make of the variable
// (rule C9): none of them happens after the first, or the two would not race.
func (r Reader) Reversed(first, second int) int64 {
	if !r.At(first).Kind.Applies() {
		return r.machine.Overwritten(first)
	}
	last := r.Links(second).Write
	var value int64
	r.order.EachInPhase(last, func(at int32) { value = r.machine.Overwritten(int(at)) })
	r.order.EachInPhase(last, func(at int32) {
		if int(at) != first {
			op, v := r.machine.AppliedAt(int(at))
			value = op.Apply(value, v)
		}
	})
	return value
}
