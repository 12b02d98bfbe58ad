package smallprog

// The kinds of random programs, except Locking and Large.
var (
	anything = recipe{
		threads: span{2, 3}, statements: span{6, 5}, depth: 2, offsets: 2,
		shares: []share{
			{of: 26, op: Load}, {of: 18, op: Store}, {of: 10, op: StoreRegister}, {of: 6, op: Update}, {of: 4, op: Swap},
			{of: 12, op: CAS}, {of: 8, op: Lock, make: critical}, {of: 6, op: If, make: branching}, {of: 5, op: Go, make: starting},
			{of: 2, op: Assert}, {of: 2, op: Assume}, {of: 1, op: Join},
		},
	}
	contended = recipe{
		threads: span{3, 2}, statements: span{5, 3}, variables: func(c Choices) int { return 1 + c.IntN(4)/3 }, opFirst: true,
		shares: []share{{of: 2, op: Load}, {of: 1, op: Store}, {of: 2, op: CAS}},
	}
	accesses = recipe{
		threads: span{3, 3}, statements: span{6, 4}, variables: upTo(3), opFirst: true, unary: true, offsets: 3,
		shares: []share{{of: 3, op: Load}, {of: 2, op: Store}, {of: 1, op: StoreRegister}, {of: 1, op: Update}},
	}
	awaiting = recipe{
		threads: span{2, 3}, statements: span{5, 6}, variables: upTo(2), depth: 1, offsets: 2,
		shares: []share{
			{of: 6, op: Load}, {of: 9, op: Store}, {of: 3, op: StoreRegister}, {of: 2, op: Update}, {of: 3, op: CAS},
			{of: 9, op: Await}, {of: 3, op: When}, {of: 2, op: WhenAdd}, {of: 1, op: Go, body: 1}, {of: 1, op: Lock}, {of: 1, op: Unlock},
		},
	}
	rich = recipe{
		threads: span{2, 3}, statements: span{5, 4}, variables: upTo(2), depth: 1, offsets: 2,
		shares: []share{
			{of: 4, op: Load}, {of: 3, op: Store}, {of: 2, op: StoreRegister}, {of: 4, op: Fetch}, {of: 2, op: Choose},
			{of: 3, op: CompareExchange}, {of: 2, op: If, body: 1},
		},
	}
	making = recipe{
		threads: span{2, 3}, statements: span{4, 4}, variables: upTo(2), depth: 2, offsets: 1, unary: true,
		shares: []share{
			{of: 5, op: New}, {of: 3, op: LoadAt}, {of: 3, op: StoreAt}, {of: 3, op: Load}, {of: 2, op: StoreRegister},
			{of: 1, op: CAS}, {of: 1, op: Store}, {of: 1, op: If, make: onZeroOrOne}, {of: 1, op: Go, body: 2},
		},
	}
	applying = recipe{
		threads: span{2, 3}, statements: span{5, 6}, variables: upTo(2), depth: 1, offsets: 2, mayWait: true,
		shares: []share{
			{of: 9, op: Load}, {of: 14, op: Apply}, {of: 4, op: Store}, {of: 2, op: StoreRegister}, {of: 2, op: Update},
			{of: 4, op: CAS}, {of: 1, op: CompareExchange}, {of: 2, op: If, body: 1}, {of: 1, op: Go, body: 1}, {of: 1, op: Lock, make: lockOrUnlock},
		},
	}
	buffered = recipe{
		threads: span{2, 2}, statements: span{4, 7}, offsets: 3,
		variables: func(c Choices) int { return 1 + c.IntN(2) + c.IntN(2)*c.IntN(2) },
		shares: []share{
			{of: 45, op: Load}, {of: 35, op: Store}, {of: 6, op: StoreRegister}, {of: 5, op: Update}, {of: 4, op: Fence},
			{of: 3, op: CAS}, {of: 2, op: Swap},
		},
	}
)

// lockOrUnlock makes either, of the first mutex.
func lockOrUnlock(g *generator, s Statement, _ int) []Statement {
	s.Op, s.Object = []Op{Lock, Unlock}[g.IntN(2)], 0
	return []Statement{s}
}

// onZeroOrOne makes a statement that depends on a register, which is 0 or 1.
func onZeroOrOne(g *generator, s Statement, depth int) []Statement {
	s.A, s.Body = s.A%2, g.statement(depth-1)
	return []Statement{s}
}

// branching makes a statement or two that depend on a register.
func branching(g *generator, s Statement, depth int) []Statement {
	s.Body = g.body(depth)
	return []Statement{s}
}

// starting makes a thread, and perhaps joins it.
func starting(g *generator, s Statement, depth int) []Statement {
	s.Body = g.body(depth)
	if g.IntN(2) == 0 {
		return append([]Statement{s}, append(g.statement(depth), Statement{Op: Join})...)
	}
	return []Statement{s}
}

func (g *generator) body(depth int) []Statement {
	var body []Statement
	for range 1 + g.IntN(2) {
		body = append(body, g.statement(depth-1)...)
	}
	return body
}

// critical makes a critical section, in which a Lock or an Unlock may be missing.
func critical(g *generator, s Statement, depth int) []Statement {
	if g.mutexes == 0 {
		s.Op = Load
		return []Statement{s}
	}
	s.Object = g.IntN(g.mutexes)
	lock, unlock := s, s
	lock.Op, unlock.Op = Lock, Unlock
	section := []Statement{lock}
	if depth > 0 && g.IntN(4) > 0 {
		section = append(section, g.statement(depth-1)...)
	}
	switch g.IntN(12) {
	case 0:
		return section
	case 1:
		return append(section[1:], unlock)
	}
	return append(section, unlock)
}
