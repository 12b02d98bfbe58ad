package algos

import (
	"slices"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
)

// quiet is for QuietFirst: which declared variables and mutexes only one thread has accessed in a first execution. Those made while
// the program runs count as shared, because their numbers differ from one worker to another.
//
// An event that races with nothing is best executed before all events that race: a schedule leaves out the events after the race
// that its reversal does not need, and they are executed again for each class. The classes visited do not depend on how good this
// choice is, because the proofs of the algorithms allow any choice of the next event.
type quiet struct {
	variables, mutexes []event.ThreadID // the thread that has accessed each, NoThread, or shared
	any                bool             // something has been accessed by one thread only
	ranks              ranks            // for the other orders
	buffers            bool             // Stores wait in buffers, so that the next event of a thread may be another one than its next operation
}

// shared stands for several threads.
const shared event.ThreadID = -2

// newQuiet executes the program once, the thread with the lowest number first, on a machine at its start, where it leaves the machine.
func newQuiet(m *machine.Machine, p *model.Program) (quiet, error) {
	defer m.Reset()
	q := quiet{buffers: m.Memory().Buffers(), variables: slices.Repeat([]event.ThreadID{event.NoThread}, p.NumVars()), mutexes: slices.Repeat([]event.ThreadID{event.NoThread}, p.NumMutexes())}
	for t := m.NextEnabled(event.NoThread); t != event.NoThread; t = m.NextEnabled(event.NoThread) {
		m.Choose(0)
		e, err := m.Step(t)
		if err != nil {
			return quiet{}, err
		}
		note(q.of(e.Kind), e)
	}
	q.any = slices.ContainsFunc(slices.Concat(q.variables, q.mutexes), func(t event.ThreadID) bool { return t >= 0 })
	q.ranks = newRanks(m.Events(), &q)
	return q, nil
}

// of returns the threads by object for events of a kind, or nil if they access none.
func (q *quiet) of(k event.Kind) []event.ThreadID {
	switch {
	case k.OnMutex():
		return q.mutexes
	case k.InMemory():
		return q.variables
	}
	return nil
}

// note notes that e accesses its object.
func note(of []event.ThreadID, e event.Event) {
	t := e.Thread
	if e.IsFlush() {
		t = e.Issuer()
	}
	if int(e.Object) >= len(of) {
		return
	}
	switch known := &of[e.Object]; *known {
	case event.NoThread:
		*known = t
	case t:
	default:
		*known = shared
	}
}

// expects reports whether the next event of thread t is expected to race with none.
func (q *quiet) expects(m *machine.Machine, t event.ThreadID) bool {
	if q.buffers {
		e, _ := m.Next(t)
		of := q.of(e.Kind)
		return e.Kind == event.Spawn || e.Kind == event.Join || int(e.Object) < len(of) && of[e.Object] != shared
	}
	var of []event.ThreadID
	s := m.NextStep(t)
	switch {
	case s.Code.OnVariable():
		of = q.variables
	case s.Code.OnMutex():
		of = q.mutexes
	default:
		return s.Code == operation.Spawn || s.Code == operation.Join
	}
	return int(s.Object) < len(of) && of[s.Object] != shared
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

// ranks is for the orders that were designed to be compared with QuietFirst (docs/speed.md): it gives each enabled thread a rank, and
// the lowest comes first. What needs a first execution is taken from quiet's.
type ranks struct {
	sharers map[object]int // threads that accessed an object
	runs    []int          // by thread: the longest run of events on objects that no other thread accessed
}

// newRanks looks at a first execution.
func newRanks(first []event.Event, q *quiet) ranks {
	r := ranks{sharers: map[object]int{}}
	type access struct {
		object
		by event.ThreadID
	}
	seen := map[access]bool{}
	run := map[event.ThreadID]int{}
	for _, e := range first {
		t := int(e.Thread)
		r.runs = append(r.runs, make([]int, max(0, t+1-len(r.runs)))...)
		of := q.of(e.Kind)
		if int(e.Object) >= len(of) || of[e.Object] == shared {
			run[e.Thread] = 0
		} else {
			run[e.Thread]++
			r.runs[t] = max(r.runs[t], run[e.Thread])
		}
		if a := (access{objectOf(e), e.Thread}); of != nil && !seen[a] {
			seen[a] = true
			r.sharers[a.object]++
		}
	}
	return r
}

// object is a mutex or a variable.
type object struct {
	mutex  bool
	number int32
}

func objectOf(e event.Event) object { return object{e.Kind.OnMutex(), e.Object} }

// rank is the rank of thread t in an order.
func (r *ranks) rank(m *machine.Machine, o Order, t event.ThreadID) int {
	e, _ := m.Next(t)
	switch o {
	case CalmFirst:
		return r.sharers[objectOf(e)]
	case ShortestFirst:
		if int(t) < len(r.runs) {
			return r.runs[t]
		}
		return 0
	}
	all := m.Events()
	for i, f := range slices.Backward(all) { // RecentFirst
		if f.Thread != t && event.Dependent(f, e) {
			return -1 - i
		}
	}
	return 0
}
