package machine

// States holds states of a machine from which it can continue; see [Machine.KeepIn]. They are numbered from 0.
type States struct {
	frames  []stateFrame
	threads []thread
	objects []int64
	active  []uint64
	own     ownStates // of the semantics, or nil
}

// stateFrame holds the offsets of the parts of a state.
type stateFrame struct{ threads, objects, active int }

// KeepIn prepares s, which must be empty, for states of m; it belongs to m from then on.
func (m *Machine) KeepIn(s *States) { m.kept = append(m.kept, s) }

// Keep adds the state after E. m is the machine that s belongs to.
func (s *States) Keep(m *Machine) {
	s.frames = append(s.frames, stateFrame{len(s.threads), len(s.objects), len(s.active)})
	s.threads = append(s.threads, m.threads...)
	s.objects = append(s.objects, m.objects...)
	s.active = append(s.active, m.active...)
	if m.own == nil {
		return
	}
	if s.own == nil {
		s.own = m.own.states()
	}
	s.own.keep()
}

// Load takes m to the i-th kept state. E counts as empty there: only what follows can be undone, until another state is
// loaded, and the bound on the steps applies to that alone.
func (s *States) Load(m *Machine, i int32) {
	from, to := s.frames[i], stateFrame{len(s.threads), len(s.objects), len(s.active)}
	if int(i)+1 < len(s.frames) {
		to = s.frames[i+1]
	}
	m.events, m.undo = m.events[:0], m.undo[:0]
	m.copied()
	clear(m.threads[copy(m.threads, s.threads[from.threads:to.threads]):])
	clear(m.active[copy(m.active, s.active[from.active:to.active]):])
	for x := copy(m.objects, s.objects[from.objects:to.objects]); x < len(m.objects); x++ {
		m.objects[x] = m.program.Initial(int32(x))
	}
	m.lowest = 0
	if s.own != nil {
		s.own.load(i)
	}
}

// Clear forgets all states.
func (s *States) Clear() {
	s.frames, s.threads, s.objects, s.active = s.frames[:0], s.threads[:0], s.objects[:0], s.active[:0]
	if s.own != nil {
		s.own.clear()
	}
}
