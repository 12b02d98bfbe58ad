package smallprog

// Random makes a program of 2 to 4 threads over 1 to 3 variables with all kinds of
// statements, usually small enough for the oracle.
func Random(c Choices) Program {
	g := generator{Choices: c, variables: 1 + c.IntN(3), mutexes: c.IntN(3), statements: 6 + c.IntN(5)}
	threads := 2 + c.IntN(3)
	p := Program{Threads: make([][]Statement, threads)}
	for g.statements > 0 {
		t := c.IntN(threads)
		p.Threads[t] = append(p.Threads[t], g.statement(1)...)
	}
	return p
}

type generator struct {
	Choices
	variables, mutexes int
	statements         int // still to be made
}

func (g *generator) value() int64 { return int64(g.IntN(3)) }

// statement makes one statement, or a Go with its Join, or a critical section.
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

// critical makes a critical section, in which a Lock or an Unlock may be missing.
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

// Contended makes a program of 3 or 4 threads that mostly compare and swap one or two variables.
func Contended(c Choices) Program {
	threads, variables := 3+c.IntN(2), 1+c.IntN(4)/3
	return scattered(c, threads, 5+c.IntN(3), func() Statement {
		return Statement{
			Op:       []Op{Load, Load, Store, CAS, CAS}[c.IntN(5)],
			Object:   c.IntN(variables),
			Register: c.IntN(2),
			A:        int64(c.IntN(3)),
			B:        int64(c.IntN(3)),
		}
	})
}

// Accesses makes a program of 3 to 5 threads that mostly load and store 1 to 3 variables;
// what they store may depend on what they have loaded.
func Accesses(c Choices) Program {
	threads, variables := 3+c.IntN(3), 1+c.IntN(3)
	return scattered(c, threads, 6+c.IntN(4), func() Statement {
		return Statement{
			Op:       []Op{Load, Load, Load, Store, Store, StoreRegister, Update}[c.IntN(7)],
			Object:   c.IntN(variables),
			Register: c.IntN(2),
			A:        int64(c.IntN(3)),
		}
	})
}

// scattered makes a program of n statements, each in any of the threads.
func scattered(c Choices, threads, n int, statement func() Statement) Program {
	p := Program{Threads: make([][]Statement, threads)}
	for range n {
		s := statement()
		t := c.IntN(threads)
		p.Threads[t] = append(p.Threads[t], s)
	}
	return p
}

// Locking makes a program of 2 to 4 threads with one or two mutexes that are not always
// unlocked, or not in a sensible order, and with joins of threads that may be blocked.
func Locking(c Choices) Program {
	p := Program{Threads: make([][]Statement, 2+c.IntN(3))}
	count := 1 + c.IntN(2)
	for t := range p.Threads {
		p.Threads[t] = locking(c, count, 1+c.IntN(3), 2)
	}
	return p
}

// locking makes a body of n statements or groups of statements.
func locking(c Choices, mutexes, n, depth int) []Statement {
	var body []Statement
	for range n {
		lock := Statement{Op: Lock, Object: c.IntN(mutexes)}
		unlock := Statement{Op: Unlock, Object: lock.Object}
		switch k := c.IntN(20); {
		case k < 5:
			body = append(body, lock, unlock)
		case k < 8:
			body = append(body, lock, Statement{Op: Update}, unlock)
		case k < 11:
			body = append(body, lock)
		case k < 13:
			body = append(body, unlock)
		case k < 15:
			body = append(body, Statement{Op: Load})
		case k < 16:
			body = append(body, Statement{Op: Store, A: 1})
		case k < 17:
			body = append(body, Statement{Op: If, A: int64(c.IntN(2)), Body: []Statement{lock}})
		case depth > 0:
			body = append(body, Statement{Op: Go, Body: locking(c, mutexes, 1+c.IntN(2), depth-1)})
			if k < 19 {
				body = append(body, locking(c, mutexes, 1, depth-1)...)
				body = append(body, Statement{Op: Join})
			}
		}
	}
	return body
}

// Choices makes the choices for a random program; a *rand.Rand is one. IntN(n) returns
// a number from 0 to n-1, for n > 0. The smaller the numbers, the simpler the program.
type Choices interface{ IntN(n int) int }

// Bytes makes choices from data, using one byte for each choice among 256 or fewer.
// When the data is used up every choice is 0, so that generators terminate.
func Bytes(data []byte) Choices { return &byteChoices{data} }

type byteChoices struct{ data []byte }

func (b *byteChoices) IntN(n int) int {
	chosen := 0
	for rest := n - 1; rest > 0 && len(b.data) > 0; rest >>= 8 {
		chosen = chosen<<8 | int(b.data[0])
		b.data = b.data[1:]
	}
	return chosen % n
}
