// Package popnaive is POP with explicit sleep sets, to show what not storing them saves.
// Each explored read-schedule is kept as long as others can branch off at the same place.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024: the adaptation of sleep sets that section 4.3
// begins with and rejects, because it stores exponentially many schedules for some
// programs (appendix B: n! for exp-mem3(n)). Everything else is as in POP.
//
//	the sleep set at E1    sleepSet.explored, at e, for the race e ≲ e' with E = E1·e·E2
//	σ' is in it            explored.schedules has the key of σ'
//	σ' ⊑ w                 the schedule of the last event of w is equivalent to σ'
//
// Schedules are ordered by when they are explored. That is not POP's order ∝, but any order
// gives the same classes (Theorem A of docs/pop-proof.md). Schedules are compared literally,
// with the kinds their events have.
package popnaive

import (
	"fmt"

	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
	"dporbench/model/order"
)

// New returns a POP explorer with explicit sleep sets.
func New(o algos.Options) algos.Explorer {
	return algos.NewExplorer(o, explore)
}

func explore(x *algos.Exploration) error {
	e := parsimonious.NewMarkedSequence(x)
	sleep := &sleepSet{MarkedSequence: e, explored: map[place]*explored{}}
	return parsimonious.Eagerly(e, sleep, sleep.ended)()
}

// explored holds the read-schedules that have been explored in place of an event.
type explored struct {
	schedules map[string]struct{} // by the keys of their traces, which are exact
	events    int                 // of all of them
}

// place identifies an event of E, or of a tail, that is in no schedule: by the schedule whose
// head is the last one before it, or nil, and by its position.
type place struct {
	after *parsimonious.Schedule
	at    int
}

func (x *sleepSet) placeOf(at int) place { return place{x.LastSchedule(at), at} }

// sleepSet is the sleep set of every prefix of E.
type sleepSet struct {
	*parsimonious.MarkedSequence
	// explored has the schedules explored in place of each event of E or of a tail.
	explored          map[place]*explored
	schedules, events int                    // in all sleep sets together
	by                *parsimonious.Schedule // the last event found asleep completes a schedule explored in place of its e:
	scratch           []event.Event          // that schedule
	keyer             order.Keyer
}

// Asleep reports whether the last event of E, a read, completes a schedule
// already explored where one of the schedules in E begins.
func (x *sleepSet) Asleep() bool {
	f := x.Len() - 1
	e, write := x.Event(f), x.LastConflict(f) // which conflicts with the heads of schedules before it
	for s := x.LastSchedule(f); s != nil && s.HeadAt > write; s = s.Previous {
		if !s.IsRead() {
			continue
		}
		x.Work.SleepEntries++
		if set := x.explored[x.placeOf(s.At)]; set != nil && s.First().Object == e.Object {
			if _, ok := set.schedules[x.scheduleFrom(s.At)]; ok {
				x.by = s
				return true
			}
		}
	}
	return false
}

// Reason names the schedule that the last event of E completes.
func (x *sleepSet) Reason() string {
	return fmt.Sprintf("⟨%s⟩ has been explored in place of %s", x.Run.List(x.scratch, " · "), x.Run.Describe(*x.by.First()))
}

// scheduleFrom returns the key of e↓w, where e is the last event of E, and w is E without
// its first n events.
func (x *sleepSet) scheduleFrom(n int) string {
	x.scratch = x.scratch[:0]
	for i := n; i < x.Len(); i++ {
		if x.Before(i, x.Len()-1) {
			x.scratch = append(x.scratch, x.Event(i))
		}
	}
	return string(x.keyer.Append(nil, x.scratch))
}

// ended adds s to the sleep set at E1, and forgets the sleep sets at prefixes
// that begin with E1·σ.
func (x *sleepSet) ended(s *parsimonious.Schedule) {
	for i := s.HeadAt + 1; i < x.Len(); i++ {
		if set, ok := x.explored[x.placeOf(i)]; ok {
			x.schedules -= len(set.schedules)
			x.events -= set.events
			delete(x.explored, x.placeOf(i))
		}
	}
	if s.IsRead() {
		x.add(s)
	}
}

func (x *sleepSet) add(s *parsimonious.Schedule) {
	x.PopTo(s.HeadAt + 1)
	key := x.scheduleFrom(s.At)
	set := x.explored[x.placeOf(s.At)]
	if set == nil {
		set = &explored{schedules: map[string]struct{}{}}
		x.explored[x.placeOf(s.At)] = set
	}
	set.schedules[key] = struct{}{}
	set.events += len(x.scratch)
	x.schedules++
	x.events += len(x.scratch)
	algos.RaisePeak(&x.Run.Stats.Peak.Schedules, x.schedules)
	algos.RaisePeak(&x.Run.Stats.Peak.ScheduleEvents, x.events)
	algos.RaisePeak(&x.Run.Stats.Peak.SleepEntries, x.schedules)
}
