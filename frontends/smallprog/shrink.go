package smallprog

import (
	"slices"
)

// Shrink makes p smaller as long as bad holds: it drops threads, statements and branches, unpacks
// bodies, lowers operands and renames things in order, until none of this is possible.
func Shrink(p Program, bad func(Program) bool) Program {
	for smaller := true; smaller; {
		smaller = false
		for _, q := range reductions(p) {
			if bad(q) {
				p, smaller = q, true
				break
			}
		}
	}
	return p
}

// reductions returns the programs that are one step smaller than p.
func reductions(p Program) []Program {
	var all []Program
	for t := range p.Threads {
		if len(p.Threads) > 1 {
			q := p.Clone()
			q.Threads = slices.Delete(q.Threads, t, t+1)
			all = append(all, q)
		}
		for _, body := range reduced(p.Threads[t]) {
			q := p.Clone()
			q.Threads[t] = body
			all = append(all, q)
		}
	}
	if q := p.Renamed(); q.String() != p.String() {
		all = append(all, q)
	}
	return all
}

func reduced(body []Statement) [][]Statement {
	var all [][]Statement
	for i := range body {
		all = append(all, slices.Delete(clone(body), i, i+1))
		for _, s := range lowered(body[i]) {
			c := clone(body)
			c[i] = s
			all = append(all, c)
		}
		if len(body[i].Body) == 0 {
			continue
		}
		all = append(all, slices.Insert(slices.Delete(clone(body), i, i+1), i, clone(body[i].Body)...))
		for _, inner := range reduced(body[i].Body) {
			c := clone(body)
			c[i].Body = inner
			all = append(all, c)
		}
	}
	return all
}

// lowered returns s with an operand lowered towards 0, or 1 if s stores it, because 0 is the initial value.
func lowered(s Statement) []Statement {
	var all []Statement
	least := int64(0)
	if s.Op == Store || s.Op == Swap || s.Op == Choose {
		least = 1
	}
	if s.A > least && s.Op.has("%d") {
		c := s
		c.A--
		all = append(all, c)
	}
	if s.Compare > Equal {
		c := s
		c.Compare = Equal
		all = append(all, c)
	}
	if s.B > 0 && s.Op.has("%e") {
		c := s
		c.B--
		all = append(all, c)
	}
	return all
}

// Renamed returns p with variables, mutexes and registers renamed in the order of their first use.
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
