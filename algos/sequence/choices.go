package sequence

import (
	"dporbench/model/event"
	"dporbench/model/order"
)

// LastChoosing is the last event of E, a Choice, with another value, as if it raced with that.
func (r Reader) LastChoosing(value int32) RaceEnd {
	at := r.Len() - 1
	return RaceEnd{r.Event(at).Thread, value, order.None, int(r.Links(at).Thread)}
}

// FirstValue readies thread t, which is to be pushed next: if it is at a choice, it chooses 0.
func (s *Sequence) FirstValue(t event.ThreadID) {
	s.Run.NotifyChoices(t)
	s.Run.Machine.Choose(0)
}

// NextValue is called when e has been taken off E. It reports whether e is a choice that has another
// value, and readies its thread to choose that.
func (s *Sequence) NextValue(e event.Event) bool {
	if e.Kind != event.Choice || e.Value()+1 >= s.Run.Machine.Values(e.Thread) {
		return false
	}
	s.Run.Machine.Choose(e.Value() + 1)
	s.Run.NotifyBranch(e.Thread)
	return true
}
