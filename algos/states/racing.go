package states

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/races"
)

// racing follows the data races of E. Whether later events race with earlier ones is part of the state, from the first event that may be part
// of a race.
type racing struct {
	front.Races
	own       *races.Follower // the same, if the program does not judge its races itself
	run       marked
	watch     *machine.Watch
	unchanged int     // the first events of E that are as they were when they were last followed
	first     int     // how many events E has up to its first race, or 0 if it has none
	accessed  objects // by threads that may continue
	future    front.Future
	locks     []int32 // for follow
}

// site is where an event races with an earlier one: the class of the thread that executes it, and the object.
type site struct{ class, object int32 }

// marked is a machine with the marks of its events: threads may continue from other Positions than those with the marks.
type marked struct {
	*machine.Machine
	marks []int32
}

// AppendMarks implements [front.Run].
func (m *marked) AppendMarks(marks []int32, from int) []int32 {
	return append(marks, m.marks[from:]...)
}

// followRaces makes s follow races, from an empty E.
func (s *search) followRaces() {
	s.Reset()
	r := &racing{run: marked{Machine: s.Machine}, watch: s.Watch()}
	if s.judge != nil {
		r.Races = s.judge.Races()
	} else {
		r.own = races.NewFollower(s.Machine)
		r.Races = r.own
	}
	r.future.Accessed = func(x int32) bool { return r.accessed.has(x) }
	r.future.Acquires = func(t event.ThreadID) []int32 {
		if acquired := s.places.classes[s.classOf(t)].acquired.Load(); acquired != nil {
			return *acquired
		}
		return nil
	}
	r.future.Rename = s.rename
	s.races = r
}

// noteAcquired notes the locks that the last event, executed at a class, has acquired from first of all.
func (s *search) noteAcquired(class int32) {
	r := s.races
	r.locks = r.AppendAcquired(r.locks[:0])
	s.team.classes.noteAcquired(s.places.classes[class], r.locks)
}

// mayMissRaces reports whether races are not followed, and should be.
func (s *search) mayMissRaces() bool { return s.races == nil && (s.team.mayRace.Load() || s.MayRace()) }

// follow follows the last event of E, if there is one that is new.
func (r *racing) follow() {
	m := r.run.Machine
	r.unchanged = min(r.unchanged, r.watch.Unchanged())
	if r.first > r.unchanged {
		r.first = 0
	}
	from := min(len(r.run.marks), r.unchanged)
	r.run.marks = m.AppendMarks(r.run.marks[:from], from)
	if r.first == 0 {
		if r.Follow(&r.run, r.unchanged) {
			r.first = m.Len()
		}
		r.unchanged = m.Len()
	}
}

// hasRaced reports whether E has a race.
func (s *search) hasRaced() bool {
	return s.races != nil && s.races.first > 0 && s.races.first <= s.Len()
}

// isOver reports whether E has a race after which nothing matters.
func (s *search) isOver() bool { return s.judge != nil && s.hasRaced() }

// isCutOff reports whether E is not continued after its race. With persistent sets it is, silently: threads that move later would not be seen to
// access anything otherwise, though other orders lead there without a race.
func (s *search) isCutOff() bool { return !s.reduced && s.isOver() }

// visitRace visits the race that E ends with, unless another one has been visited there.
func (s *search) visitRace(at site) error {
	if s.races.first != s.Len() || s.team.visit == nil || !s.team.isNew(at) {
		return nil
	}
	if s.races.own != nil {
		return s.team.report(Ended{Events: s.Events(), Outcome: model.Raced, Failure: s.races.own.Describe()})
	}
	outcome, failure := s.plain.Decide(s.Events(), model.Complete, "")
	return s.team.report(Ended{Events: s.Events(), Outcome: outcome, Failure: failure})
}

// withRaces returns how an execution with that outcome ends if its races count, too.
func (s *search) withRaces(o model.Outcome, failure string) (model.Outcome, string) {
	if after := o.Or(model.Raced); s.hasRaced() && after != o {
		return after, s.races.own.Describe()
	}
	return o, failure
}

// appendPast appends all that decides which events race with earlier ones.
func (s *search) appendPast(key []byte) []byte {
	if s.hasRaced() {
		return append(key, 1)
	}
	r := s.races
	r.future.Live = 0
	clear(r.accessed)
	for t := range event.ThreadID(s.Threads()) {
		c := s.classOf(t)
		if c < 0 {
			continue
		}
		a := s.places.classes[c].accesses.Load()
		r.accessed.join(a.reads)
		r.accessed.join(a.writes)
		if !s.Behaviour().At(s.Position(t)).Code.Stopped() {
			r.future.Live |= 1 << t
		}
	}
	return r.AppendPast(append(key, 0), r.future)
}
