package algos

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// quiet is for QuietFirst: which declared variables and mutexes only one thread has accessed in a first execution. Those made while
// the program runs count as shared, because their numbers differ from one worker to another.
//
// An event that races with nothing is best executed before all events that race: a schedule leaves out the events after the race
// that its reversal does not need, and they are executed again for each class. The classes visited do not depend on how good this
// choice is, because the proofs of the algorithms allow any choice of the next event.
type quiet struct {
	variables, mutexes []bool
	any                bool
}

// newQuiet executes the program once, the thread with the lowest number first, on a machine at its start, where it leaves the machine.
func newQuiet(m *machine.Machine, p *model.Program) (quiet, error) {
	defer m.Reset()
	variables, mutexes := owners(p.NumVars()), owners(p.NumMutexes())
	for t := m.NextEnabled(event.NoThread); t != event.NoThread; t = m.NextEnabled(event.NoThread) {
		m.Choose(0)
		e, err := m.Step(t)
		switch {
		case err != nil:
			return quiet{}, err
		case e.Kind.OnMutex():
			own(mutexes, e)
		case e.Kind.InMemory():
			own(variables, e)
		}
	}
	q := quiet{variables: alone(variables), mutexes: alone(mutexes)}
	for _, owner := range append(variables, mutexes...) {
		q.any = q.any || owner != event.NoThread && owner != shared
	}
	return q, nil
}

// shared is the owner of what several threads have accessed.
const shared event.ThreadID = -2

func owners(n int) []event.ThreadID {
	all := make([]event.ThreadID, n)
	for i := range all {
		all[i] = event.NoThread
	}
	return all
}

// own notes that e accesses its object.
func own(owners []event.ThreadID, e event.Event) {
	t := e.Thread
	if e.IsFlush() {
		t = e.Issuer()
	}
	if int(e.Object) >= len(owners) {
		return
	}
	if of := &owners[e.Object]; *of == event.NoThread {
		*of = t
	} else if *of != t {
		*of = shared
	}
}

func alone(owners []event.ThreadID) []bool {
	all := make([]bool, len(owners))
	for i, owner := range owners {
		all[i] = owner != shared
	}
	return all
}

// expects reports whether the next event of thread t is expected to race with none.
func (q *quiet) expects(m *machine.Machine, t event.ThreadID) bool {
	e, _ := m.Next(t)
	of := q.variables
	switch {
	case e.Kind == event.Spawn || e.Kind == event.Join:
		return true
	case e.Kind.OnMutex():
		of = q.mutexes
	case !e.Kind.InMemory():
		return false
	}
	return int(e.Object) < len(of) && of[e.Object]
}

// next returns the first enabled thread after t whose next event is quiet or not, as asked; or event.NoThread.
func (q *quiet) next(m *machine.Machine, t event.ThreadID, quiet bool) event.ThreadID {
	for t = m.NextEnabled(t); t != event.NoThread && q.expects(m, t) != quiet; {
		t = m.NextEnabled(t)
	}
	return t
}

// first is FirstEnabled for QuietFirst.
func (q *quiet) first(m *machine.Machine) event.ThreadID {
	if q.any {
		if t := q.next(m, event.NoThread, true); t != event.NoThread {
			return t
		}
	}
	return m.NextEnabled(event.NoThread)
}

// after is NextEnabled for QuietFirst.
func (q *quiet) after(m *machine.Machine, t event.ThreadID) event.ThreadID {
	switch {
	case !q.any:
		return m.NextEnabled(t)
	case !q.expects(m, t):
		return q.next(m, t, false)
	}
	if next := q.next(m, t, true); next != event.NoThread {
		return next
	}
	return q.next(m, event.NoThread, false)
}
