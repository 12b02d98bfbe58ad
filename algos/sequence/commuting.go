package sequence

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

// LastConflict is the position of the last access before the event at position i, of a variable,
// that is in conflict with it, or model.None. Updates must commute.
func (r Reader) LastConflict(i int) int32 { return r.order.LastConflict(r.At(i).Kind, r.Links(i)) }

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
