package tree

import (
	"slices"

	"dporbench/model/event"
)

// renaming maps the numbers of threads in one sequence to those in another of the
// same program. Declared threads have the same number everywhere.
type renaming map[event.ThreadID]event.ThreadID

func (r renaming) event(e event.Event) event.Event {
	if t, ok := r[e.Thread]; ok {
		e.Thread = t
	}
	return e
}

// learn records that the Spawn e is f in the other sequence.
func (r renaming) learn(e, f event.Event) {
	if e.Kind == event.Spawn {
		r[event.ThreadID(e.Object)] = event.ThreadID(f.Object)
	}
}

// shared is the length of the common prefix of w and e, up to the numbers of threads.
func shared(w, e []event.Event) int {
	names := renaming{}
	n := 0
	for n < len(w) && n < len(e) && event.Same(names.event(w[n]), e[n]) {
		names.learn(w[n], e[n])
		n++
	}
	return n
}

// match is the part of a sequence w that begins another, e, up to the order of
// independent events.
type match struct {
	n     int           // the number of first events of w with w[:n] ⊑ e
	rest  []event.Event // the other events of e, in its order
	names renaming      // maps the threads of w to the threads of e
}

// Begins reports whether an execution of the class of e begins with w. The threads that events start may have other numbers in w than in e.
func Begins(w, e []event.Event) bool { return included(w, e).n == len(w) }

// included takes the first events of w out of e, one by one, as long as no
// remaining event before them depends on them.
func included(w, e []event.Event) match {
	m := match{rest: slices.Clone(e), names: renaming{}}
	for _, f := range w {
		i := event.Find(m.rest, m.names.event(f))
		if i == len(m.rest) || m.rest[i].Kind != f.Kind {
			break
		}
		g, before := m.rest[i], m.rest[:i]
		if slices.ContainsFunc(before, func(h event.Event) bool { return event.Dependent(h, g) }) {
			break
		}
		m.names.learn(f, g)
		copy(m.rest[1:], before)
		m.rest = m.rest[1:]
		m.n++
	}
	return m
}
