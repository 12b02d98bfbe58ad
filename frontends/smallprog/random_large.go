package smallprog

import "slices"

// Large makes a program of that kind: 5 to 7 threads with 8 to 14 accesses of 3 to 6
// variables. Most variables are written once or twice and then read, and most threads write before
// they read: so there are nested reversals on several variables, and yet few enough classes
// to explore them all. Of the nested kinds, see random_nested.go.
func Large(c Choices, kind LargeKind) Program {
	if kind >= LargeNested {
		l := large{Choices: c, kind: LargeAwaiting, all: LargeMixed + 1}
		if kind == LargeNested {
			l.kind = LargeKind(c.IntN(int(LargeMixed) + 1))
		}
		return l.nested()
	}
	l := large{Choices: c, kind: kind, all: LargeMixed, threads: 5 + c.IntN(3), writes: make([]int, 3+c.IntN(4))}
	p := Program{Threads: make([][]Statement, l.threads)}
	for i := range 8 + c.IntN(7) {
		t := l.thread(i)
		p.Threads[t] = append(p.Threads[t], l.access())
	}
	for t, body := range p.Threads {
		l.order(body)
		p.Threads[t] = l.mixed(body)
	}
	return p
}

type large struct {
	Choices
	kind    LargeKind
	all     LargeKind // how many kinds a LargeMixed has
	threads int
	writes  []int // of each variable so far
}

// thread returns the thread of the i-th access. Each has at least one; half of the others go to the last two.
func (l *large) thread(i int) int {
	switch {
	case i < l.threads:
		return i
	case l.IntN(2) == 0:
		return l.threads - 1 - l.IntN(2)
	}
	return l.IntN(l.threads)
}

// access makes a load of a variable, or a store or an update if it has been written rarely so far.
func (l *large) access() Statement {
	s := Statement{Op: Load, Object: l.IntN(len(l.writes)), Register: l.IntN(registers), A: 1}
	w := &l.writes[s.Object]
	if *w == 0 || *w == 1 && l.IntN(3) == 0 || l.IntN(12) == 0 {
		*w++
		s.Op = Store
		if l.IntN(10) == 0 {
			s.Op = Update
		}
	}
	return s
}

// order shuffles a body and, in three threads of four, puts the loads last.
func (l *large) order(body []Statement) {
	for i := len(body) - 1; i > 0; i-- {
		j := l.IntN(i + 1)
		body[i], body[j] = body[j], body[i]
	}
	if l.IntN(4) > 0 {
		slices.SortStableFunc(body, func(a, b Statement) int { return isLoad(a) - isLoad(b) })
	}
}

func isLoad(s Statement) int {
	if s.Op == Load {
		return 1
	}
	return 0
}

// mixed returns the body with the feature of the kind in place of two statements of three, or around them.
func (l *large) mixed(body []Statement) []Statement {
	var out []Statement
	for i, s := range body {
		kind := l.kind
		if kind == LargeMixed {
			kind = LargeKind(l.IntN(int(l.all)))
		}
		if kind == LargePlain || l.IntN(3) == 0 {
			out = append(out, s)
			continue
		}
		more, rest := l.mix(kind, s, body[i+1:])
		if out = append(out, more...); rest {
			break
		}
	}
	return out
}
