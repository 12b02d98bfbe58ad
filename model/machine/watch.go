package machine

// Watch reports, to code that inspects E from time to time, which part of it is new.
type Watch struct {
	machine *Machine
	stayed  int
}

// Watch returns a new Watch, to which all of E is new.
func (m *Machine) Watch() *Watch {
	w := &Watch{machine: m}
	m.watches = append(m.watches, w)
	return w
}

// Stayed returns how many of the first events of E have stayed since its previous call. One that was taken back and has
// been done again is not among them.
func (w *Watch) Stayed() int {
	stayed := w.stayed
	w.stayed = len(w.machine.events)
	return stayed
}

// shorten informs all watches that only the first n events of E stay.
func (m *Machine) shorten(n int) {
	for _, w := range m.watches {
		w.stayed = min(w.stayed, n)
	}
}
