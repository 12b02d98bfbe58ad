package sequence

import "dporbench/model"

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
