package optimal

import "dporbench/model/order"

// hiddenRace is the race that rule R22 leaves out elsewhere (order.HappensBefore.HiddenRace), or order.None; none if the
// last event of E awaits a value that its variable does not have before that flush.
func (x *exploration) hiddenRace() int32 {
	first := x.HiddenRace()
	if first != order.None {
		m := x.Run.Machine
		if guard := m.GuardAt(x.Len() - 1); guard != nil && !guard.Holds(m.Overwritten(int(first))) {
			return order.None
		}
	}
	return first
}

// valueReversed is the value that the variable of two racing events has right before the second, once their race is
// reversed. The first must be a write, and the second must conflict with it. If the first is an Apply, the value is
// the result of the others of its phase (rule R37): none of them happens after the first, or the two would not race.
func (x *exploration) valueReversed(first, second int) int64 {
	m := x.Run.Machine
	if !x.At(first).Kind.Applies() {
		return m.Overwritten(first)
	}
	last := x.Links(second).Write
	var value int64
	x.EachInPhase(last, func(at int32) { value = m.Overwritten(int(at)) })
	x.EachInPhase(last, func(at int32) {
		if int(at) != first {
			op, v := m.AppliedAt(int(at))
			value = op.Apply(value, v)
		}
	})
	return value
}
