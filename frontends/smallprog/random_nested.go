package smallprog

// Nested programs have reversals within reversals. A few links are written, each once, and one thread reads them from the last to the
// first. So the race on each link is reversed in the schedules of the races on later links. Rivals read links too, and write marks by which
// executions differ: whether a schedule is new depends on the reversals outside of it.

const (
	mostLinks = 3 // the first variables
	marks     = 3 // the variables after them
)

// nested makes a program of 4 to 7 threads. Two of three are tight.
func (l *large) nested() (p Program) {
	if l.IntN(3) > 0 {
		p.Threads = append(l.writers(mostLinks), l.tightReader(), l.tightRival())
	} else {
		links := 2 + l.IntN(mostLinks-1)
		p.Threads = append(l.writers(links), l.reader(links))
		for range 1 + l.IntN(3) {
			p.Threads = append(p.Threads, l.rival(links))
		}
	}
	for t, body := range p.Threads {
		p.Threads[t] = l.mixed(body)
	}
	if l.IntN(5) < 2 {
		for i := len(p.Threads) - 1; i > 0; i-- {
			j := l.IntN(i + 1)
			p.Threads[i], p.Threads[j] = p.Threads[j], p.Threads[i]
		}
	}
	return p
}

// writers write the links; one of them in five writes two.
func (l *large) writers(links int) (threads [][]Statement) {
	for x := range links {
		body := []Statement{l.write(x)}
		if last := len(threads) - 1; last >= 0 && len(threads[last]) == 1 && l.IntN(5) == 0 {
			threads[last] = append(threads[last], body...)
			continue
		}
		if l.IntN(6) == 0 {
			body = append(body, l.load(l.IntN(links)))
		}
		threads = append(threads, body)
	}
	return threads
}

// reader reads the links, and accesses marks in between.
func (l *large) reader(links int) (body []Statement) {
	for x := links - 1; x >= 0; x-- {
		if l.IntN(5) < 2 {
			body = append(body, l.write(l.mark()))
		}
		if l.IntN(4) == 0 {
			body = append(body, l.load(l.mark()))
		}
		body = append(body, l.load(x))
	}
	return body
}

// rival reads some links or marks, mostly after it has written a mark.
func (l *large) rival(links int) (body []Statement) {
	if l.IntN(5) < 3 {
		body = append(body, l.write(l.mark()))
	}
	for range 1 + l.IntN(3) {
		x := l.IntN(links)
		if l.IntN(4) == 0 {
			x = l.mark()
		}
		body = append(body, l.load(x))
		if l.IntN(8) == 0 {
			body = append(body, l.write(l.IntN(mostLinks+marks)))
		}
	}
	return body
}

// tightReader reads all links, mostly after it has written one. A tight program has no marks: its executions differ by the values of
// the links, so there are few of them, and more goes wrong in a thousand than where there are marks.
func (l *large) tightReader() (body []Statement) {
	written := l.IntN(2 * mostLinks)
	if written < mostLinks {
		body = append(body, l.write(written))
	}
	for x := mostLinks - 1; x >= 0; x-- {
		if x != written || l.IntN(4) == 0 {
			body = append(body, l.load(x))
		}
	}
	return body
}

// tightRival reads two or three links in some order, or writes one of them instead.
func (l *large) tightRival() (body []Statement) {
	first, step := l.IntN(mostLinks), 1+l.IntN(mostLinks-1)
	for i := range 2 + l.IntN(mostLinks-1) {
		body = append(body, l.load((first+i*step)%mostLinks))
	}
	if l.IntN(2) == 0 {
		body[l.IntN(len(body))] = l.write(l.IntN(mostLinks))
	}
	return body
}

func (l *large) mark() int { return mostLinks + l.IntN(marks) }

func (l *large) load(x int) Statement {
	return Statement{Op: Load, Object: x, Register: l.IntN(registers)}
}

// write makes a store or, in one case of five, an update.
func (l *large) write(x int) Statement {
	s := Statement{Op: Store, Object: x, A: int64(1 + l.IntN(2))}
	if l.IntN(5) == 0 {
		s = Statement{Op: Update, Object: x, Register: l.IntN(registers), A: 1}
	}
	return s
}

// others makes operations of which a program has few: variables that are made, updates without a result, and fences.
func (l *large) others(s Statement) []Statement {
	switch {
	case s.Op == Load:
		return []Statement{{Op: Fence}, s}
	case l.IntN(3) == 0:
		return []Statement{s, {Op: New, Object: s.Object, A: 1}}
	case l.IntN(2) == 0:
		return []Statement{{Op: Apply, Object: s.Object, A: 1, B: int64(fetchOps[0])}}
	}
	return []Statement{s, {Op: Fence}}
}
