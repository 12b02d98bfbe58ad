package smallprog

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
