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
