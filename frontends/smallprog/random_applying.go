package smallprog

import "dporbench/model/operation"

// Applying makes a program of 2 to 4 threads over one or two variables of 5 to 10 statements, a
// third of which are updates without a result, to be explored where these commute. Some programs
// wait for the second variable; they update only the first.
func Applying(c Choices) Program {
	threads, a := 2+c.IntN(3), applier{c, 1 + c.IntN(2), c.IntN(4) == 0}
	return scattered(c, threads, 5+c.IntN(6), func() Statement { return a.statement(1) })
}

type applier struct {
	Choices
	variables int
	waits     bool
}

func (a applier) statement(depth int) Statement {
	s := Statement{Object: a.IntN(a.variables), Register: a.IntN(2), A: int64(a.IntN(3)), B: int64(a.IntN(3))}
	if a.waits && s.Object == 1 && a.IntN(3) == 0 {
		s.Op, s.Compare = []Op{Await, When}[a.IntN(2)], Comparison(a.IntN(4))
		return s
	}
	switch n := a.IntN(40); {
	case n < 9:
		s.Op = Load
	case n < 23:
		s.Op, s.B = Apply, int64(applyOps[a.IntN(len(applyOps))])
		if a.waits {
			s.Object = 0
		}
	case n < 27:
		s.Op = Store
	case n < 29:
		s.Op, s.A = StoreRegister, s.A%2
	case n < 31:
		s.Op = Update
	case n < 35:
		s.Op = CAS
	case n < 36:
		s.Op = CompareExchange
	case n < 38 && depth > 0:
		s.Op, s.Body = If, []Statement{a.statement(depth - 1)}
	case n < 39 && depth > 0:
		s.Op, s.Body = Go, []Statement{a.statement(depth - 1)}
	default:
		s.Op, s.Object = []Op{Lock, Unlock}[a.IntN(2)], 0
	}
	return s
}

// applyOps repeats an operation to use it more often.
var applyOps = []operation.FetchOp{
	operation.FetchAdd, operation.FetchAdd, operation.FetchAdd, operation.FetchAdd, operation.FetchSub, operation.FetchOr, operation.FetchOr,
	operation.FetchXor.As(operation.Int8), operation.FetchMax.As(operation.Uint8), operation.FetchNand,
}
