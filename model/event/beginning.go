package event

import "slices"

// Renaming maps the numbers of threads in one sequence to those in another of the same program. Declared threads have the
// same number everywhere.
type Renaming map[ThreadID]ThreadID

// Of returns e as an event of the other sequence.
func (r Renaming) Of(e Event) Event {
	if t, ok := r[e.Thread]; ok {
		e.Thread = t
	}
	return e
}

// note notes that the Spawn e is f in the other sequence.
func (r Renaming) note(e, f Event) {
	if e.Kind == Spawn {
		r[ThreadID(e.Object)] = ThreadID(f.Object)
	}
}

// CommonRenamed is the length of the common prefix of w and e, up to the numbers of threads.
func CommonRenamed(w, e []Event) int {
	names := Renaming{}
	n := 0
	for n < len(w) && n < len(e) && Same(names.Of(w[n]), e[n]) {
		names.note(w[n], e[n])
		n++
	}
	return n
}

// Match is the part of a sequence w that begins another, e, up to the order of independent events.
type Match struct {
	N     int      // the number of first events of w with w[:N] ⊑ e
	Rest  []Event  // the other events of e, in its order
	Names Renaming // maps the threads of w to the threads of e
}

// Begins reports whether an execution of the class of e begins with w. The threads that events start may have other numbers in w than in e.
func Begins(w, e []Event) bool { return Included(w, e).N == len(w) }

// Included takes the first events of w out of e, one by one, as long as no remaining event before them depends on them.
func Included(w, e []Event) Match {
	m := Match{Rest: slices.Clone(e), Names: Renaming{}}
	for _, f := range w {
		i := Find(m.Rest, m.Names.Of(f))
		if i == len(m.Rest) || m.Rest[i].Kind != f.Kind {
			break
		}
		g, before := m.Rest[i], m.Rest[:i]
		if slices.ContainsFunc(before, func(h Event) bool { return Dependent(h, g) }) {
			break
		}
		m.Names.note(f, g)
		copy(m.Rest[1:], before)
		m.Rest = m.Rest[1:]
		m.N++
	}
	return m
}
