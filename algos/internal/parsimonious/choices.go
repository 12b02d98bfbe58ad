package parsimonious

import (
	"dporbench/model/event"
)

// appendOtherValues appends to dst a race for each value that the last event of E did not
// take, if that is a choice outside all schedules: as if the choice raced with itself (rule R8). The
// schedule of such a race is one event, the choice with the other value, which is its head.
func (t *MarkedSequence) appendOtherValues(dst []Race) []Race {
	last := t.Len() - 1
	if last < 0 || t.At(last).Kind != event.Choice || t.places[last] != Outside {
		return dst
	}
	for value := int32(1); value < t.Run.Machine.ValuesAt(last); value++ {
		dst = append(dst, Race{int32(last), t.LastChoosing(value)})
	}
	return dst
}

// chooseAs makes e, if it is a choice, be executed with the same value again.
func (t *MarkedSequence) chooseAs(e event.Event) {
	if e.Kind == event.Choice {
		t.Run.Machine.Choose(e.Object)
	}
}
