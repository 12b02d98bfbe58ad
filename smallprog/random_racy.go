package smallprog

import (
	"dporbench/model"
	"dporbench/model/operation"
)

// Racy makes a program of 2 or 3 threads, and those they start, of about 6 to 10 statements: plain accesses of one or two
// variables, and around them what may order them: accesses of all memory orders, also those that wait for a value, fences,
// critical sections, threads that are started and joined. Some have data races, some have none.
func Racy(c Choices) Program {
	g := racy{c}
	p := Program{Threads: make([][]Statement, 2+c.IntN(2))}
	for n := 4 + c.IntN(4); n > 0; {
		t := c.IntN(len(p.Threads))
		body := g.some(2)
		p.Threads[t] = append(p.Threads[t], body...)
		n -= (Program{Threads: [][]Statement{body}}).Size()
	}
	return p
}

type racy struct{ Choices }

// plain is a plain access, mostly of x. A Swap is what C makes of a free.
func (g racy) plain() Statement {
	of := []Op{Load, Load, Load, Store, Store, Store, Swap}
	return Statement{Op: of[g.IntN(len(of))], Object: g.IntN(5) / 4, Register: 1, A: 1, Order: operation.Order(model.Plain)}
}

// access is an atomic access of y or z; writes says that it is to be one of those that write.
func (g racy) access(writes bool) Statement {
	s := Statement{Object: 1 + g.IntN(5)/4, A: int64(g.IntN(2)), B: 1}
	n := g.IntN(10)
	switch {
	case n < 6 && writes:
		s.Op, s.A, s.Order = Store, 1, g.order(model.Relaxed, model.Relaxed, model.Release, model.SeqCst)
	case n < 6:
		s.Op, s.Order = Load, g.order(model.Relaxed, model.Relaxed, model.Acquire, model.SeqCst)
	case n < 8:
		s.Op, s.Order = Fetch, g.updating()
		s.A, s.B = 1, int64(model.FetchAdd)
	case n < 9:
		s.Op, s.Order = []Op{When, WhenAdd, Swap}[g.IntN(3)], g.updating()
		s.Compare = []Comparison{Equal, AtLeast}[g.IntN(2)]
		if s.Op != Swap && g.IntN(2) == 0 {
			s.Order = g.failing(s.Order)
		}
	default:
		s.Op, s.Order = CAS, g.updating()
		if g.IntN(2) == 0 {
			s.Order = g.failing(s.Order)
		}
	}
	return s
}

// updating is the order of an atomic access that reads and writes.
func (g racy) updating() operation.Ordering {
	return g.order(model.Relaxed, model.Acquire, model.Release, model.AcqRel, model.SeqCst)
}

// failing gives o an order for when the access fails.
func (g racy) failing(o operation.Ordering) operation.Ordering {
	return o.Failing([]model.MemoryOrder{model.Relaxed, model.Acquire}[g.IntN(2)])
}

func (g racy) order(orders ...model.MemoryOrder) operation.Ordering {
	return operation.Order(orders[g.IntN(len(orders))])
}

func (g racy) fence() Statement {
	return Statement{Op: Fence, Order: g.order(model.Acquire, model.Release, model.AcqRel, model.SeqCst, model.Relaxed)}
}

// some is one of: a plain access, what may release it, what may acquire it, a critical section, a thread, a statement.
func (g racy) some(depth int) (body []Statement) {
	switch n := g.IntN(24); {
	case n < 4:
		return []Statement{g.plain()}
	case n < 10:
		body = []Statement{g.plain()}
		if g.IntN(3) == 0 {
			body = append(body, g.fence())
		}
		return append(body, g.access(true))
	case n < 17:
		body = []Statement{g.access(false)}
		if g.IntN(3) == 0 {
			body = append(body, g.fence())
		}
		return append(body, Statement{Op: If, A: int64(1 - g.IntN(8)/7), Body: []Statement{g.plain()}})
	case n < 19:
		lock := Statement{Op: Lock, Object: g.IntN(3) / 2}
		return []Statement{lock, g.plain(), {Op: Unlock, Object: lock.Object}}
	case n < 20 && depth > 0:
		return []Statement{{Op: Go, Body: g.some(depth - 1)}}
	case n < 21 && depth > 0:
		return append(append([]Statement{{Op: Go, Body: g.some(depth - 1)}}, g.plain()), Statement{Op: Join}, g.plain())
	case n < 22:
		return []Statement{g.fence()}
	}
	return []Statement{g.access(g.IntN(2) == 0)}
}
