package smallprog

// Renamed is p with its variables, mutexes and registers named in the order in
// which they first occur. It does what p does.
func (p Program) Renamed() Program {
	p = p.Clone()
	var n renamer
	for _, body := range p.Threads {
		n.block(body)
	}
	return p
}

type renamer struct{ variables, mutexes, registers numbering }

// numbering gives numbers anew, in the order in which it is asked for them.
type numbering struct{ given []int }

func (n *numbering) of(old int) int {
	for i, g := range n.given {
		if g == old {
			return i
		}
	}
	n.given = append(n.given, old)
	return len(n.given) - 1
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
