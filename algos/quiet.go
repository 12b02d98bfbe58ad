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

// isQuiet reports whether the next event of thread t is expected to race with none.
func (x *Exploration) isQuiet(t event.ThreadID) bool {
	e, _ := x.Machine.Next(t)
	of := x.quiet.variables
	switch {
	case e.Kind == event.Spawn || e.Kind == event.Join:
		return true
	case e.Kind.OnMutex():
		of = x.quiet.mutexes
	case !e.Kind.InMemory():
		return false
	}
	return int(e.Object) < len(of) && of[e.Object]
}

// nextQuiet returns the first enabled thread after t whose next event is quiet or not, as asked; or event.NoThread.
func (x *Exploration) nextQuiet(t event.ThreadID, quiet bool) event.ThreadID {
	for t = x.Machine.NextEnabled(t); t != event.NoThread && x.isQuiet(t) != quiet; {
		t = x.Machine.NextEnabled(t)
	}
	return t
}

func (x *Exploration) firstQuiet() event.ThreadID {
	if x.quiet.any {
		if t := x.nextQuiet(event.NoThread, true); t != event.NoThread {
			return t
		}
	}
	return x.Machine.NextEnabled(event.NoThread)
}

// afterQuiet is NextEnabled for QuietFirst.
func (x *Exploration) afterQuiet(t event.ThreadID) event.ThreadID {
	switch {
	case !x.quiet.any:
		return x.Machine.NextEnabled(t)
	case !x.isQuiet(t):
		return x.nextQuiet(t, false)
	}
	if next := x.nextQuiet(t, true); next != event.NoThread {
		return next
	}
	return x.nextQuiet(event.NoThread, false)
}
