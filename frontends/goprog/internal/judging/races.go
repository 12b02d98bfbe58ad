package judging

import (
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model/guarded"
)

// access is the kind of an access of memory, or of something else that has accesses which must not be concurrent.
type access int

const (
	plainRead access = iota
	plainWrite
	load
	store
	began  // a WaitGroup's counter has left 0
	waited // a WaitGroup was waited for
	sent   // to a channel, or tried to
	closed
)

// conflicts are the accesses that must not be concurrent with each access. If there are several, the first one is reported.
var conflicts = [...][]access{
	plainRead: {plainWrite, store}, plainWrite: {plainRead, plainWrite, load, store},
	load: {plainWrite}, store: {plainRead, plainWrite},
	began: {waited}, waited: {began}, sent: {closed}, closed: {sent},
}

var verbs = [...]string{
	plainRead: "read", plainWrite: "write", load: "atomic read", store: "atomic write", began: "Add", waited: "Wait", sent: "send", closed: "close",
}

// misuseOf returns the access that an operation is, if it is one that must not be concurrent with others.
func misuseOf(k guarded.SyncKind) access {
	switch k {
	case guarded.FirstAdd:
		return began
	case guarded.Wait:
		return waited
	case guarded.Close:
		return closed
	case guarded.SendAttempt:
		return sent
	}
	return -1
}

// describeRace describes the race between the last examined event and the last event that it races with.
func (r *replay) describeRace() string {
	events := r.Events()
	second, with := r.detector.examined-1, r.detector.with
	first, by := r.racesWith(second)
	side := func(i int, a access) string {
		return verbs[a] + " at " + r.PlaceAt(i) + " by " + strings.TrimSuffix(r.describe(events[i].Thread), ",")
	}
	name := r.g.Model.VarName(events[second].Object)
	what := "data race on " + name
	switch {
	case by >= sent:
		what = "a send to and the close of a channel are concurrent"
	case by >= began:
		what = "misuse of WaitGroup " + name + ", Add is called concurrently with Wait"
	}
	return what + ": " + side(first, by) + "; " + side(second, with)
}

// racesWith returns the last event that the last examined one races with, and the kind of its access.
func (r *replay) racesWith(second int) (first int, by access) {
	events, marks := r.Events(), r.AppendMarks(r.detector.marks[:0], 0)
	r.detector.marks = marks
	for _, by := range conflicts[r.detector.with] {
		for i := second - 1; i >= 0; i-- {
			e := &events[i]
			effect := machine.Effect(marks[i])
			if e.Kind.OnVariable() && e.Object == events[second].Object && r.detector.accesses(effect, by) && !r.detector.HappensBefore(e.Thread, int32(i)) {
				return i, by
			}
		}
	}
	panic("judging: nothing races with the event of a race")
}

// accesses reports whether an event with that effect has an access of that kind, if it is a send or a close, of the channel of
// the last access.
func (d *detector) accesses(effect machine.Effect, kind access) bool {
	switch kind {
	case plainRead:
		return effect == machine.PlainRead
	case plainWrite:
		return effect == machine.PlainWrite
	case load:
		return effect == machine.AtomicLoad
	case store:
		return effect >= machine.AtomicStore
	}
	for _, op := range d.opsOf(effect) {
		if misuseOf(op.Kind) == kind && (op.Key == d.channel || kind < sent) {
			return true
		}
	}
	return false
}
