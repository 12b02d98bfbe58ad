package smallprog

import "slices"

// Renamed returns p with its variables, mutexes and registers renamed in the order in which
// they first occur. It behaves like p.
func (p Program) Renamed() Program {
	p = p.Clone()
	var variables, mutexes, registers numbering
	for s := range p.statements() {
		switch {
		case s.Op.has("%x"):
			s.Object = variables.of(s.Object)
		case s.Op.has("%l"):
			s.Object = mutexes.of(s.Object)
		}
		if s.Op.has("%a") {
			s.Register = registers.of(s.Register)
		}
	}
	return p
}

// numbering assigns new numbers in the order in which they are requested.
type numbering []int // the old ones

func (n *numbering) of(old int) int {
	if i := slices.Index(*n, old); i >= 0 {
		return i
	}
	*n = append(*n, old)
	return len(*n) - 1
}
