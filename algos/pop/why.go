package pop

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// decision is a walk that has found that a schedule τ comes before σ.
type decision struct {
	schedule *parsimonious.Schedule // σ
	tau      []event.Event
	place    int // in the tail of σ
}

// observed lists the events of τ for decided, if there is an Observer.
func (x *SleepSet) observed(tau []int32) (events []event.Event) {
	if x.Run.Observer != nil {
		for _, q := range tau {
			events = append(events, x.Event(int(q)))
		}
	}
	return events
}

// decided records the result of a walk, an inner one before the outer one, if there is an Observer.
// It reports whether τ comes before σ.
func (x *SleepSet) decided(s *parsimonious.Schedule, tau []event.Event, place int) bool {
	if place != 0 && tau != nil {
		x.trail = append(x.trail, decision{s, tau, place})
	}
	return place != 0
}

// Reason says which walk put the last event of E to sleep: the schedule that it completes, the
// schedule in E that this comes before, and which of the three reasons of section 4.3 applies:
// (A) it was executed on the way to where the other one was found, (B) something executed on
// that way conflicts with it, or (C) it contains a schedule that comes before another one on
// that way.
func (x *SleepSet) Reason() string {
	var before []string
	for _, d := range slices.Backward(x.trail) {
		s := d.schedule
		before = append(before, fmt.Sprintf("⟨%s⟩ comes before ⟨%s⟩ in place of %s",
			x.Run.List(d.tau, " · "), x.Run.List(s.Events(), " · "), x.Run.Describe(*s.First())))
	}
	d, text := x.trail[0], strings.Join(before, ", since ")
	head := &d.tau[len(d.tau)-1]
	switch {
	case d.place == len(d.schedule.Tail):
		return text + ": both wait at the end, " + x.Run.Describe(*head) + " in the earlier thread"
	case same(&d.schedule.Tail[d.place].Event, head):
		return text + ", on the way to which it is executed (A)"
	}
	return text + ", on the way to which " + x.Run.Describe(d.schedule.Tail[d.place].Event) + " is executed, in conflict with it (B)"
}
