package machine

// Watch reports, to code that inspects E from time to time, which part of it is new.
type Watch struct {
	machine   *Machine
	unchanged int
}

// Watch returns a new Watch, to which all of E is new.
func (m *Machine) Watch() *Watch {
	w := &Watch{machine: m}
	m.watches = append(m.watches, w)
	return w
}

// Unchanged returns how many of the first events of E are unchanged since its previous call. An event that was taken back and
// executed again counts as changed.
func (w *Watch) Unchanged() int {
	unchanged := w.unchanged
	w.unchanged = len(w.machine.events)
	return unchanged
}

// shorten informs all watches that only the first n events of E stay.
func (m *Machine) shorten(n int) {
	for _, w := range m.watches {
		w.unchanged = min(w.unchanged, n)
	}
}
