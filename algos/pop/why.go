package pop

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// decision is a walk that has found that a schedule τ = g↓ comes before σ.
type decision struct {
	schedule *parsimonious.Schedule // σ
	events   []int32                // of E: τ is g and its predecessors among these
	g        int32
	place    int // in the tail of σ
}

// Reason says which walk put the last event of E to sleep: the schedule that it completes, the
// schedule in E that this comes before, and which of the three reasons of section 4.3 applies:
// (A) it was executed on the way to where the other one was found, (B) something executed on
// that way conflicts with it, or (C) it contains a schedule that comes before another one on
// that way.
func (x *SleepSet) Reason() string {
	var before []string
	for _, d := range slices.Backward(x.trail) { // a walk comes after those within it
		var tau []event.Event
		for _, q := range slices.Concat(d.events, []int32{d.g}) {
			if x.Before(int(q), int(d.g)) {
				tau = append(tau, x.Event(int(q)))
			}
		}
		before = append(before, fmt.Sprintf("⟨%s⟩ comes before ⟨%s⟩ in place of %s",
			x.Run.List(tau, " · "), x.Run.List(d.schedule.Events, " · "), x.Run.Describe(*d.schedule.First())))
	}
	d, text := x.trail[0], strings.Join(before, ", since ")
	head := x.At(int(d.g))
	switch {
	case d.place == len(d.schedule.Tail):
		return text + ": both wait at the end, " + x.Run.Describe(*head) + " in the earlier thread"
	case same(&d.schedule.Tail[d.place].Event, head):
		return text + ", on the way to which it is executed (A)"
	}
	return text + ", on the way to which " + x.Run.Describe(d.schedule.Tail[d.place].Event) + " is executed, in conflict with it (B)"
}
