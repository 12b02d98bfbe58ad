package sequence

// Where updates commute (memory.CommutingSC), Applies of one kind relate to each other as reads do:
// two of them commute, and each conflicts with every other access of the variable. An access comes
// after all of the phase before it (rule R31, order.HappensBefore.EachConflict). The consequences
// for algorithms are in docs/rules.md.

// Commuting reports whether updates whose results are unused commute (memory.CommutingSC).
func (r Reader) Commuting() bool { return r.order.Commuting() }

// HasApply reports whether one of the events at positions first and second, which race, is an Apply. Then the last
// write before second may be a write other than first that commutes with first or second, and the race keeps its edge
// (rule R32).
func (r Reader) HasApply(first, second int) bool {
	return r.At(first).Kind.Applies() || r.At(second).Kind.Applies()
}

// LastConflict is the position of the last access before the event at position i, a read of a variable or an Apply,
// that conflicts with it, or order.None. Unless updates commute, that is the last write of the variable (rule R36).
func (r Reader) LastConflict(i int) int {
	if r.Commuting() {
		return int(r.order.LastConflict(r.At(i).Kind, r.Links(i)))
	}
	return int(r.Links(i).Write)
}

// EachInPhase calls the same method of [order.HappensBefore].
func (r Reader) EachInPhase(i int32, yield func(at int32)) { r.order.EachInPhase(i, yield) }

// ValueReversed is the value that the variable of two racing events has right before the second, once their race is
// reversed. The first must be a write, and the second must conflict with it. If the first is an Apply, the value is
// the result of the others of its phase (rule R37): none of them happens after the first, or the two would not race.
func (r Reader) ValueReversed(first, second int) int64 {
	return r.ValueWithout(first, int(r.Links(second).Write))
}

// ValueWithout is the value that a variable would have after its write at position last without the one at first, which is last or,
// if it is an Apply, of the same phase.
func (r Reader) ValueWithout(first, last int) int64 {
	if !r.At(first).Kind.Applies() {
		return r.machine.Overwritten(first)
	}
	var value int64
	r.EachInPhase(int32(last), func(at int32) { value = r.machine.Overwritten(int(at)) })
	r.EachInPhase(int32(last), func(at int32) {
		if int(at) != first {
			op, v := r.machine.AppliedAt(int(at))
			value = op.Apply(value, v)
		}
	})
	return value
}
