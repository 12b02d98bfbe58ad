package parsimonious

import (
	"strings"

	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// The methods below notify the Observer, if there is one.

// found is called when s will reverse a race of E.
func (t *MarkedSequence) found(s *Schedule, second sequence.RaceEnd) {
	if t.Run.Observer == nil {
		return
	}
	e := t.Run.Machine.Events()
	t.Run.Observer.Found(algos.Reversal{
		E: e, First: s.First(), Second: t.RaceEndEvent(second), Prefix: e[:s.At], Schedule: t.EventsOf(s),
	})
}

// begun is called when s is about to be appended to E, which is E1.
func (t *MarkedSequence) begun(s *Schedule) {
	if t.Run.Observer != nil {
		t.Run.Observer.Begun(t.Run.Machine.Events(), t.EventsOf(s))
	}
}

func (t *MarkedSequence) sleeps(sleep SleepSet) {
	if t.Run.Observer == nil {
		return
	}
	last := t.Len() - 1
	t.Run.Observer.Asleep(t.Run.Machine.Events()[:last], t.Event(last), func() string {
		defer func(work algos.Work) { t.Work = work }(t.Work) // explaining is not work of the algorithm
		return sleep.Reason()
	})
}

// EventsOf lists the events of s, with the kinds they had in E1·e·E2.
func (t *MarkedSequence) EventsOf(s *Schedule) []event.Event {
	var events []event.Event
	for i := range s.Tail {
		if s.Tail[i].InSchedule {
			events = append(events, s.Tail[i].Event)
		}
	}
	if s.moves() {
		events = append(events, s.Head)
	}
	return events
}

// List describes events, with a separator between them.
func (t *MarkedSequence) List(events []event.Event, separator string) string {
	described := make([]string, len(events))
	for i, e := range events {
		described[i] = t.Run.Describe(e)
	}
	return strings.Join(described, separator)
}
