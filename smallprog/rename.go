package smallprog

// Renamed returns p with its variables, mutexes and registers renamed in the order in which
// they first occur. It behaves like p.
func (p Program) Renamed() Program {
	p = p.Clone()
	var n renamer
	for _, body := range p.Threads {
		n.block(body)
	}
	return p
}

type renamer struct{ variables, mutexes, registers numbering }

// numbering assigns new numbers in the order in which they are requested.
type numbering struct{ old []int }

func (n *numbering) of(old int) int {
	for i, g := range n.old {
		if g == old {
			return i
		}
	}
	n.old = append(n.old, old)
	return len(n.old) - 1
}

func (n *renamer) block(body []Statement) {
	for i := range body {
		s := &body[i]
		switch {
		case s.Op.onVariable():
			s.Object = n.variables.of(s.Object)
		case s.Op.onMutex():
			s.Object = n.mutexes.of(s.Object)
		}
		if s.Op.onRegister() {
			s.Register = n.registers.of(s.Register)
		}
		n.block(s.Body)
	}
}
