package smallprog

import "dporbench/model/operation"

// Rich makes a program of 2 to 4 threads over one or two variables in which most statements
// are those that Random leaves out: read-modify-writes of many functions, a CompareExchange
// whose result matters, and choices of two or three values.
func Rich(c Choices) Program {
	threads, variables := 2+c.IntN(3), 1+c.IntN(2)
	return scattered(c, threads, 5+c.IntN(4), func() Statement { return rich(c, variables, 1) })
}

func rich(c Choices, variables, depth int) Statement {
	s := Statement{Object: c.IntN(variables), Register: c.IntN(2), A: int64(c.IntN(3)), B: int64(c.IntN(3))}
	switch n := c.IntN(20); {
	case n < 4:
		s.Op = Load
	case n < 7:
		s.Op = Store
	case n < 9:
		s.Op, s.A = StoreRegister, s.A%2
	case n < 13:
		s.Op, s.B = Fetch, int64(fetchOps[c.IntN(len(fetchOps))])
	case n < 15:
		s.Op, s.A = Choose, 2+s.A/2
	case n < 18 || depth == 0:
		s.Op = CompareExchange
	default:
		s.Op, s.Body = If, []Statement{rich(c, variables, depth-1)}
	}
	return s
}

var fetchOps = []operation.FetchOp{
	operation.FetchAdd, operation.FetchOr, operation.FetchMax, operation.FetchXor, operation.FetchNand.As(operation.Uint8), operation.FetchSub.As(operation.Int8),
}
