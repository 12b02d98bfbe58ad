package machine

// Watch tells somebody who looks at E now and then what of it is new.
type Watch struct {
	machine *Machine
	stayed  int
}

// Watch is a new Watch, to which all of E is new.
func (m *Machine) Watch() *Watch {
	w := &Watch{machine: m}
	m.watches = append(m.watches, w)
	return w
}

// Stayed is how many of the first events of E have been there ever since it was called before. One that has been taken back
// and has come again is not among them.
func (w *Watch) Stayed() int {
	stayed := w.stayed
	w.stayed = len(w.machine.events)
	return stayed
}

// shorten lets all that watch know that only the first n events of E stay.
func (m *Machine) shorten(n int) {
	for _, w := range m.watches {
		w.stayed = min(w.stayed, n)
	}
}
