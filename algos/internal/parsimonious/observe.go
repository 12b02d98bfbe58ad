package parsimonious

import (
	"dporbench/algos"
	"dporbench/model/event"
)

// The methods below notify the Observer, if there is one.

// found is called when s will reverse a race of E.
func (t *MarkedSequence) found(s *Schedule) {
	if t.Run.Observer != nil {
		e := t.Run.Machine.Events()
		t.Run.Observer.Found(algos.Reversal{E: e, First: *s.First(), Second: s.Second, Prefix: e[:s.At], Schedule: s.Events()})
	}
}

// begun is called when s is about to be appended to E, which is E1.
func (t *MarkedSequence) begun(s *Schedule) {
	if t.Run.Observer != nil {
		t.Run.Observer.Begun(t.Run.Machine.Events(), s.Events())
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

// Events lists the events of σ, with the kinds they had in E1·e·E2.
func (s *Schedule) Events() []event.Event {
	var events []event.Event
	for _, c := range s.Tail {
		if c.InSchedule {
			events = append(events, c.Event)
		}
	}
	return append(events, s.Second)
}
