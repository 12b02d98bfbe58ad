package litmus

import "math/rand/v2"

// Random makes a program of 2 to 4 threads over 1 to 3 variables with all kinds
// of statements, small enough for the oracle.
func Random(r *rand.Rand) Program {
	g := generator{Rand: r, variables: 1 + r.IntN(3), mutexes: r.IntN(3), statements: 6 + r.IntN(5)}
	threads := 2 + r.IntN(3)
	p := Program{Threads: make([][]Statement, threads)}
	for g.statements > 0 {
		t := r.IntN(threads)
		p.Threads[t] = append(p.Threads[t], g.statement(1)...)
	}
	return p
}

type generator struct {
	*rand.Rand
	variables, mutexes int
	statements         int // still to be made
}

func (g *generator) value() int64 { return int64(g.IntN(3)) }

// statement makes one statement, or a Go with its Join, or the Lock of a mutex
// with what is done under it.
func (g *generator) statement(depth int) []Statement {
	g.statements--
	s := Statement{Object: g.IntN(g.variables), Register: g.IntN(2), A: g.value(), B: g.value()}
	switch n := g.IntN(100); {
	case n < 26:
		s.Op = Load
	case n < 44:
		s.Op = Store
	case n < 54:
		s.Op, s.A = StoreRegister, s.A%2
	case n < 60:
		s.Op = Update
	case n < 64:
		s.Op = Swap
	case n < 76:
		s.Op = CAS
	case n < 84:
		return g.critical(s, depth)
	case n < 90 && depth < 3:
		s.Op, s.Body = If, g.body(depth)
	case n < 95 && depth < 3:
		s.Op, s.Body = Go, g.body(depth)
		if g.IntN(2) == 0 {
			return append([]Statement{s}, append(g.statement(depth), Statement{Op: Join})...)
		}
	case n < 97:
		s.Op = Assert
	case n < 99:
		s.Op = Assume
	default:
		s.Op = Join
	}
	return []Statement{s}
}

func (g *generator) body(depth int) []Statement {
	var body []Statement
	for range 1 + g.IntN(2) {
		body = append(body, g.statement(depth+1)...)
	}
	return body
}

// critical is a critical section, in which a Lock or an Unlock may be missing.
func (g *generator) critical(s Statement, depth int) []Statement {
	if g.mutexes == 0 {
		s.Op = Load
		return []Statement{s}
	}
	s.Object = g.IntN(g.mutexes)
	lock, unlock := s, s
	lock.Op, unlock.Op = Lock, Unlock
	section := []Statement{lock}
	if depth < 3 && g.IntN(4) > 0 {
		section = append(section, g.statement(depth+1)...)
	}
	switch g.IntN(12) {
	case 0:
		return section
	case 1:
		return append(section[1:], unlock)
	}
	return append(section, unlock)
}

// Contended makes a program of 3 or 4 threads that load, store and, most of all,
// compare and swap one or two variables.
func Contended(r *rand.Rand) Program {
	p := Program{Threads: make([][]Statement, 3+r.IntN(2))}
	variables := 1 + r.IntN(4)/3
	for range 5 + r.IntN(3) {
		s := Statement{
			Op:       []Op{Load, Load, Store, CAS, CAS}[r.IntN(5)],
			Object:   r.IntN(variables),
			Register: r.IntN(2),
			A:        int64(r.IntN(3)),
			B:        int64(r.IntN(3)),
		}
		t := r.IntN(len(p.Threads))
		p.Threads[t] = append(p.Threads[t], s)
	}
	return p
}

// Accesses makes a program of 3 to 5 threads that do little but load and store
// 1 to 3 variables, and what they store may depend on what they have loaded.
func Accesses(r *rand.Rand) Program {
	p := Program{Threads: make([][]Statement, 3+r.IntN(3))}
	variables := 1 + r.IntN(3)
	for range 6 + r.IntN(4) {
		s := Statement{
			Op:       []Op{Load, Load, Load, Store, Store, StoreRegister, Update}[r.IntN(7)],
			Object:   r.IntN(variables),
			Register: r.IntN(2),
			A:        int64(r.IntN(3)),
		}
		t := r.IntN(len(p.Threads))
		p.Threads[t] = append(p.Threads[t], s)
	}
	return p
}
