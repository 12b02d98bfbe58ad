package smallprog

// Making makes a program of 2 to 4 threads, some of which start others, that make variables and leave their
// addresses in one or two variables, where the others find them: or nothing, and then they fail.
func Making(c Choices) Program {
	threads, variables := 2+c.IntN(3), 1+c.IntN(2)
	return scattered(c, threads, 4+c.IntN(4), func() Statement { return making(c, variables, 2) })
}

func making(c Choices, variables, depth int) Statement {
	s := Statement{Object: c.IntN(variables), Register: c.IntN(2), A: int64(c.IntN(3))}
	switch n := c.IntN(20); {
	case n < 5:
		s.Op = New
	case n < 8:
		s.Op = LoadAt
	case n < 11:
		s.Op = StoreAt
	case n < 14:
		s.Op = Load
	case n < 16:
		s.Op, s.A = StoreRegister, 0
	case n < 17:
		s.Op = CAS
	case n < 18 || depth == 0:
		s.Op = Store
	case n < 19:
		s.Op, s.A, s.Body = If, s.A%2, []Statement{making(c, variables, depth-1)}
	default:
		s.Op, s.Body = Go, []Statement{making(c, variables, depth-1), making(c, variables, depth-1)}
	}
	return s
}
