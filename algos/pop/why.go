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

// observed lists the events of a schedule with that head for decided, if there is an Observer.
func (x *SleepSet) observed(past []int32, head int) []event.Event {
	if x.Run.Observer == nil {
		return nil
	}
	tau := make([]event.Event, 0, len(past)+1)
	for _, q := range past {
		tau = append(tau, x.Event(int(q)))
	}
	return append(tau, x.Event(head))
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
	var text strings.Builder
	for _, d := range slices.Backward(x.trail) {
		if text.Len() > 0 {
			text.WriteString(", since ")
		}
		s := d.schedule
		fmt.Fprintf(&text, "%s comes before %s in place of %s", x.list(d.tau), x.list(x.EventsOf(s)), x.Run.Describe(s.First()))
	}
	d := x.trail[0]
	head := d.tau[len(d.tau)-1]
	switch {
	case d.place == len(d.schedule.Tail):
		fmt.Fprintf(&text, ": both wait at the end, %s in the earlier thread", x.Run.Describe(head))
	case same(d.schedule.Tail[d.place].Event, head):
		fmt.Fprintf(&text, ", on the way to which it is executed (A)")
	default:
		fmt.Fprintf(&text, ", on the way to which %s is executed, in conflict with it (B)", x.Run.Describe(d.schedule.Tail[d.place].Event))
	}
	return text.String()
}

func (x *SleepSet) list(events []event.Event) string { return "⟨" + x.List(events, " · ") + "⟩" }
