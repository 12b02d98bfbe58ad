package pop

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// Walks describes, to a Watcher, the decision of Asleep about the last event of E: the walks that were needed, up to the
// one that found it asleep. TestWalks compares it with that decision. The walks nested in them (line 20) are not described.
func (x *SleepSet) Walks() (walks []algos.Walk) {
	f := x.Len() - 1
	if f < 0 || !x.At(f).Kind.Commutes() {
		return nil
	}
	work, trail := x.Work, slices.Clone(x.trail) // as if nobody had asked
	defer func() { x.Work, x.trail = work, trail }()
	x.asked.forget()
	for n := len(x.all); n < f; n++ {
		x.all = append(x.all, int32(n))
	}
	e, write := x.At(f), x.LastConflict(f)
	for s := x.LastSchedule(f); s != nil && s.HeadAt > write; s = s.Previous {
		if !s.IsRead() || s.First().Object != e.Object || e.Kind != s.Head.Kind {
			continue
		}
		if tau, ok := x.begins(int32(f), e.Kind, s); ok {
			walks = append(walks, x.walk(tau, s))
			if walks[len(walks)-1].Comes {
				break
			}
		}
	}
	return walks
}

// begins returns the schedule τ that f completes in place of the first event of s; ok is false if it is none (line 11).
func (x *SleepSet) begins(f int32, kind event.Kind, s *parsimonious.Schedule) (tau schedule, ok bool) {
	var events []int32
	for _, q := range x.all[s.At:f] {
		if x.Before(int(q), int(f)) {
			if x.dependent(q, x.At(int(q)).Kind, s, 0) {
				return schedule{}, false
			}
			events = append(events, q)
		}
	}
	return x.after(s, append(events, f), kind), true
}

// walk is comes, with a description.
func (x *SleepSet) walk(t schedule, s *parsimonious.Schedule) algos.Walk {
	w := algos.Walk{Schedule: x.events(t.rem), Before: slices.Clone(s.Events)}
	f := x.At(int(t.head))
	outer := len(x.schedules)
	defer func() { x.schedules = x.schedules[:outer] }()
	rem := stack.Extend(&x.schedules, len(t.rem))
	copy(rem, t.rem)
	t.rem = rem
	for l := 1; l < len(s.Tail); l++ {
		c := &s.Tail[l]
		if c.Place == parsimonious.Inside {
			continue
		}
		line := x.lineAt(&t, s, l, f)
		w.Steps = append(w.Steps, algos.WalkStep{Event: c.Event, Line: line, Rest: x.events(t.rem)})
		if line == 21 {
			return w
		}
		if w.Comes = line == 18 || line == 20 || line == 17 && same(&c.Event, f); w.Comes {
			return w
		}
	}
	w.Comes = t.waits && x.findsWaiting(&t, s)
	return w
}

// lineAt is what comes does at S.tail[l]: the line that applies.
func (x *SleepSet) lineAt(t *schedule, s *parsimonious.Schedule, l int, f *event.Event) int {
	c := &s.Tail[l]
	at := slices.IndexFunc(t.rem, func(q int32) bool { return same(x.At(int(q)), &c.Event) })
	if c.Place == parsimonious.Outside {
		switch {
		case !x.executes(t, s, l):
			return 18
		case at >= 0 || same(&c.Event, f):
			return 17
		}
		return 16
	}
	if x.anyComes(*t, s.HeadedBy(l)) {
		return 20
	}
	if at < 0 {
		return 21
	}
	head := int(t.rem[at])
	t.rem = slices.DeleteFunc(t.rem, func(q int32) bool { return x.Before(int(q), head) })
	return 22
}

func (x *SleepSet) events(positions []int32) (all []event.Event) {
	for _, q := range positions {
		all = append(all, x.Event(int(q)))
	}
	return all
}
