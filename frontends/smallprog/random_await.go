package smallprog

// Awaiting makes a program of 2 to 4 threads over one or two variables that mostly wait
// for values: with Await and with guarded updates, between stores, other updates,
// CompareAndSwaps and what depends on the values read.
func Awaiting(c Choices) Program {
	threads, variables := 2+c.IntN(3), 1+c.IntN(2)
	return scattered(c, threads, 5+c.IntN(6), func() Statement { return awaiting(c, variables, 1) })
}

func awaiting(c Choices, variables, depth int) Statement {
	s := Statement{Object: c.IntN(variables), Register: c.IntN(2), A: int64(c.IntN(3)), B: int64(c.IntN(3))}
	switch n := c.IntN(40); {
	case n < 6:
		s.Op = Load
	case n < 15:
		s.Op = Store
	case n < 18:
		s.Op, s.A = StoreRegister, s.A%2
	case n < 20:
		s.Op = Update
	case n < 23:
		s.Op = CAS
	case n < 32:
		s.Op, s.Compare = Await, Comparison(c.IntN(4))
	case n < 35:
		s.Op, s.Compare = When, Comparison(c.IntN(4))
	case n < 37:
		s.Op, s.Compare, s.B = WhenAdd, Comparison(c.IntN(4)), 1-int64(c.IntN(2))*2
	case n < 38 && depth > 0:
		s.Op, s.Body = Go, []Statement{awaiting(c, variables, depth-1)}
	case n < 39:
		s.Op, s.Object = Lock, 0
	default:
		s.Op, s.Object = Unlock, 0
	}
	return s
}
