package races_test

import (
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/operation"
)

// racyProgram makes a program of 2 or 3 threads, and the threads they start, of about 6 to 10 statements: plain
// accesses of one or two variables, surrounded by operations that may order them: accesses of all memory orders, some
// of which wait for a value, fences, critical sections, threads that are started and joined. Some have data races,
// some have none.
func racyProgram(c smallprog.Choices) smallprog.Program {
	g := racy{c}
	p := smallprog.Program{Threads: make([][]smallprog.Statement, 2+c.IntN(2))}
	for n := 4 + c.IntN(4); n > 0; {
		t := c.IntN(len(p.Threads))
		body := g.some(2)
		p.Threads[t] = append(p.Threads[t], body...)
		n -= (smallprog.Program{Threads: [][]smallprog.Statement{body}}).Size()
	}
	return p
}

type racy struct{ smallprog.Choices }

// plain makes a plain access, mostly of x. C programs are translated to a Swap for a free.
func (g racy) plain() smallprog.Statement {
	of := []smallprog.Op{smallprog.Load, smallprog.Load, smallprog.Load, smallprog.Store, smallprog.Store, smallprog.Store, smallprog.Swap}
	return smallprog.Statement{Op: of[g.IntN(len(of))], Object: g.IntN(5) / 4, Register: 1, A: 1, Order: operation.Order(model.Plain)}
}

// access makes an atomic access of y or z, which writes if writes is set.
func (g racy) access(writes bool) smallprog.Statement {
	s := smallprog.Statement{Object: 1 + g.IntN(5)/4, A: int64(g.IntN(2)), B: 1}
	n := g.IntN(10)
	switch {
	case n < 6 && writes:
		s.Op, s.A, s.Order = smallprog.Store, 1, g.order(model.Relaxed, model.Relaxed, model.Release, model.SeqCst)
	case n < 6:
		s.Op, s.Order = smallprog.Load, g.order(model.Relaxed, model.Relaxed, model.Acquire, model.SeqCst)
	case n < 8:
		s.Op, s.Order = smallprog.Fetch, g.updating()
		s.A, s.B = 1, int64(model.FetchAdd)
	case n < 9:
		s.Op, s.Order = []smallprog.Op{smallprog.When, smallprog.WhenAdd, smallprog.Swap}[g.IntN(3)], g.updating()
		s.Compare = []smallprog.Comparison{smallprog.Equal, smallprog.AtLeast}[g.IntN(2)]
		if s.Op != smallprog.Swap && g.IntN(2) == 0 {
			s.Order = g.failing(s.Order)
		}
	default:
		s.Op, s.Order = smallprog.CAS, g.updating()
		if g.IntN(2) == 0 {
			s.Order = g.failing(s.Order)
		}
	}
	return s
}

// updating returns an order for an atomic access that reads and writes.
func (g racy) updating() operation.Ordering {
	return g.order(model.Relaxed, model.Acquire, model.Release, model.AcqRel, model.SeqCst)
}

// failing returns o with an order for failure.
func (g racy) failing(o operation.Ordering) operation.Ordering {
	return o.Failing([]model.MemoryOrder{model.Relaxed, model.Acquire}[g.IntN(2)])
}

func (g racy) order(orders ...model.MemoryOrder) operation.Ordering {
	return operation.Order(orders[g.IntN(len(orders))])
}

func (g racy) fence() smallprog.Statement {
	return smallprog.Statement{Op: smallprog.Fence, Order: g.order(model.Acquire, model.Release, model.AcqRel, model.SeqCst, model.Relaxed)}
}

// some makes one of: a plain access, a release for it, an acquire for it, a critical section, a thread, a statement.
func (g racy) some(depth int) (body []smallprog.Statement) {
	switch n := g.IntN(24); {
	case n < 4:
		return []smallprog.Statement{g.plain()}
	case n < 10:
		body = []smallprog.Statement{g.plain()}
		if g.IntN(3) == 0 {
			body = append(body, g.fence())
		}
		return append(body, g.access(true))
	case n < 17:
		body = []smallprog.Statement{g.access(false)}
		if g.IntN(3) == 0 {
			body = append(body, g.fence())
		}
		return append(body, smallprog.Statement{Op: smallprog.If, A: int64(1 - g.IntN(8)/7), Body: []smallprog.Statement{g.plain()}})
	case n < 19:
		lock := smallprog.Statement{Op: smallprog.Lock, Object: g.IntN(3) / 2}
		return []smallprog.Statement{lock, g.plain(), {Op: smallprog.Unlock, Object: lock.Object}}
	case n < 20 && depth > 0:
		return []smallprog.Statement{{Op: smallprog.Go, Body: g.some(depth - 1)}}
	case n < 21 && depth > 0:
		return append(append([]smallprog.Statement{{Op: smallprog.Go, Body: g.some(depth - 1)}}, g.plain()), smallprog.Statement{Op: smallprog.Join}, g.plain())
	case n < 22:
		return []smallprog.Statement{g.fence()}
	}
	return []smallprog.Statement{g.access(g.IntN(2) == 0)}
}
