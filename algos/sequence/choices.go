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

// EachValue lets thread t do its next event with each of its values in turn: explore must push the event
// and explore what follows, and pop must remove the event. It returns the last of these events.
func (s *Sequence) EachValue(t event.ThreadID, explore func(event.ThreadID) error, pop func()) (last event.Event, err error) {
	s.Run.NotifyChoices(t)
	for value := range s.Run.Machine.Values(t) {
		s.Run.Machine.Choose(value)
		if value > 0 {
			s.Run.NotifyBranch(t)
		}
		if err := explore(t); err != nil {
			return last, err
		}
		last = s.Event(s.Len() - 1)
		pop()
	}
	return last, nil
}
