package lemmas_test

// A node generates a schedule if its last event, or a Lock that is pending at its end, races with the event at place n.

// generate returns the schedules that m generates in the place of its event at place n.
func (x *exploration) generate(m *node, n int) (all []*schedule) {
	s := m.sequence()
	end := len(s) - 1
	if end > n {
		if past, ok := racing(s[:end], n, s[end]); ok && x.isFresh(m, n+1, past|1<<end) {
			all = append(all, x.schedule(m, n, past, s[end]))
		}
	}
	st := x.program.after(s)
	if len(st.enabled()) > 0 {
		return all
	}
	for _, f := range st.pending() {
		if past, ok := racing(s, n, f); ok && (m.headsWithin(n+1, past) || x.mutant == withoutFreshness) {
			all = append(all, x.schedule(m, n, past, f))
		}
	}
	return all
}

func (x *exploration) isFresh(m *node, from int, past uint64) bool {
	return x.mutant == withoutFreshness || m.fresh(from, past)
}

// racing reports whether f, which comes right after s, races with the event at place n, and which places of s are in the past of f
// that moves with it.
func racing(s sequence, n int, f event) (past uint64, ok bool) {
	e := s[n]
	if e.thread == f.thread || !e.accesses(f) || !dependent(e, f) {
		return 0, false
	}
	if f.kind == lock {
		return racingLocks(s, n, f)
	}
	pasts := s.then(f).pasts()
	past = pasts[len(s)] &^ (1 << len(s))
	for k := n + 1; k < len(s); k++ {
		if pasts[k]>>n&1 == 1 && past>>k&1 == 1 {
			return 0, false // it is between the two
		}
	}
	return past, true
}

// racingLocks is racing for Locks: the race is with the last Lock before, and events that happen between the two
// because of the mutex alone do not count.
func racingLocks(s sequence, n int, f event) (past uint64, ok bool) {
	pasts := s.pasts()
	for k, e := range s {
		switch {
		case e.thread == f.thread:
			past = pasts[k]
		case k > n && e.kind == lock && e.accesses(f):
			return 0, false
		}
	}
	return past, s[n].kind == lock && past>>n&1 == 0
}

// schedule returns the schedule that m generates with f, whose past is at those places.
func (x *exploration) schedule(m *node, n int, past uint64, f event) *schedule {
	s := m.sequence()
	sc := &schedule{at: n, prefix: s[:n], first: s[n], tail: m.items[n+1:], depth: m.depth + 1}
	sc.events = s.at(past &^ (1<<(n+1) - 1))
	moved, _ := x.program.after(sc.prefix.then(sc.events...)).next(f.thread) // its kind may differ there
	sc.events = sc.events.then(moved)
	return sc
}
