package smallprog

// Buffered makes a program of 2 or 3 threads over 1 to 3 variables of 4 to 10 statements,
// mostly loads and stores, to be explored under memory models with store buffers.
func Buffered(c Choices) Program {
	threads, variables := 2+c.IntN(2), 1+c.IntN(2)+c.IntN(2)*c.IntN(2)
	return scattered(c, threads, 4+c.IntN(7), func() Statement {
		s := Statement{Object: c.IntN(variables), Register: c.IntN(2), A: int64(c.IntN(3)), B: int64(c.IntN(3))}
		switch n := c.IntN(100); {
		case n < 45:
			s.Op = Load
		case n < 80:
			s.Op = Store
		case n < 86:
			s.Op = StoreRegister
		case n < 91:
			s.Op = Update
		case n < 95:
			s.Op = Fence
		case n < 98:
			s.Op = CAS
		default:
			s.Op = Swap
		}
		return s
	})
}

// Comparing is Buffered with a CompareAndSwap in place of each update and of half of the loads.
func Comparing(c Choices) Program { return compare(c, Buffered(c)) }

// BufferedAwaiting is Buffered with Awaits and Whens in place of some loads and updates, and then CompareAndSwaps as in
// Comparing.
func BufferedAwaiting(c Choices) Program {
	p := Buffered(c)
	for s := range p.statements() {
		switch {
		case s.Op == Load && c.IntN(3) == 0:
			s.Op, s.Compare = Await, Comparison(c.IntN(4))
		case s.Op == Update && c.IntN(2) == 0:
			s.Op, s.Compare = When, Comparison(c.IntN(4))
		}
	}
	return compare(c, p)
}

func compare(c Choices, p Program) Program {
	for s := range p.statements() {
		if s.Op == Load && c.IntN(2) == 0 || s.Op == Update {
			s.Op = CAS
		}
	}
	return p
}
