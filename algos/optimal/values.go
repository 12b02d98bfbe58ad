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
