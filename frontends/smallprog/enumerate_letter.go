package smallprog

import "dporbench/model/operation"

// letter is a statement without its register, ordered by operation, memory order, object and operands.
type letter uint32

func newLetter(op Op, object int, a, b int64) letter {
	return letter(op)<<24 | letter(object)<<16 | letter(a)<<8 | letter(b)
}

func (c letter) op() Op      { return Op(c >> 24) }
func (c letter) object() int { return int(c >> 16 & 0xf) }
func (c letter) a() int64    { return int64(c >> 8 & 0xff) }
func (c letter) b() int64    { return int64(c & 0xff) }

// with returns c with a memory order, which c does not have.
func (c letter) with(o operation.MemoryOrder) letter { return c | letter(operation.Order(o))<<20 }

func (c letter) order() operation.Ordering { return operation.Ordering(c >> 20 & 0xf) }

func (c letter) onMutex() bool { return c.op() == Lock || c.op() == Unlock }

func (c letter) statement() Statement {
	return Statement{Op: c.op(), Object: c.object(), A: c.a(), B: c.b(), Order: c.order()}
}

func (b Bound) letters() []letter {
	if b.Alphabet == Orders {
		return b.ordered()
	}
	var all []letter
	for x := range b.Variables {
		all = append(all, newLetter(Load, x, 0, 0))
		switch b.Alphabet {
		case RWU, Chosen:
			all = append(all, newLetter(Store, x, 1, 0), newLetter(Update, x, 0, 0))
		case Mutexes, Fences:
			all = append(all, newLetter(Store, x, 1, 0))
		case Applies:
			all = append(all, newLetter(Store, x, 1, 0), newLetter(Apply, x, 1, int64(operation.FetchAdd)), newLetter(Apply, x, 1, int64(operation.FetchOr)))
		case CASes:
			all = b.appendValued(all, x, CAS)
		case Awaits:
			all = b.appendValued(all, x, When)
			for value := range int64(b.Values) {
				all = append(all, newLetter(Await, x, value, 0))
			}
		}
	}
	switch b.Alphabet {
	case Chosen:
		all = append(all, newLetter(Choose, 0, 2, 0))
	case Fences:
		all = append(all, newLetter(Fence, 0, 0, 0))
	}
	for l := range b.Mutexes {
		all = append(all, newLetter(Lock, l, 0, 0), newLetter(Unlock, l, 0, 0))
	}
	return all
}

// ordered are the letters of the alphabet Orders.
func (b Bound) ordered() (all []letter) {
	const sc, relaxed, acquire, release, both = operation.SeqCst, operation.Relaxed, operation.Acquire, operation.Release, operation.AcqRel
	of := func(c letter, orders ...operation.MemoryOrder) {
		for _, o := range orders {
			all = append(all, c.with(o))
		}
	}
	for x := range b.Variables {
		of(newLetter(Load, x, 0, 0), sc, relaxed, acquire)
		of(newLetter(Store, x, 1, 0), sc, relaxed, release)
		of(newLetter(Update, x, 0, 0), sc, relaxed, both)
	}
	of(newLetter(Fence, 0, 0, 0), sc, both)
	return all
}

// appendValued appends the Stores of all values, and op with all pairs of them.
func (b Bound) appendValued(all []letter, x int, op Op) []letter {
	for value := range int64(b.Values) {
		all = append(all, newLetter(Store, x, value, 0))
		for written := range int64(b.Values) {
			all = append(all, newLetter(op, x, value, written))
		}
	}
	return all
}

type life struct {
	held   [len(mutexNames)]bool
	stored bool // since the last fence
	over   bool // it will never do anything more
}

func (l life) after(c letter) life {
	switch {
	case c.op() == Store:
		l.stored = true
	case c.op() == Fence:
		l.stored = false
	case c.onMutex():
		held := &l.held[c.object()]
		l.over = *held == (c.op() == Lock)
		*held = c.op() == Lock
	}
	return l
}

// plain reports whether, among the initial value of a variable and those written to it, at
// most one is expected by no CompareAndSwap, Await or When: the initial 0, if that is not expected.
func plain(threads [][]letter) bool {
	var expected, written [len(variableNames)]uint64 // sets of values
	for _, letters := range threads {
		for _, c := range letters {
			switch x := c.object(); c.op() {
			case Store:
				written[x] |= 1 << c.a()
			case Await:
				expected[x] |= 1 << c.a()
			case CAS, When:
				expected[x] |= 1 << c.a()
				written[x] |= 1 << c.b()
			}
		}
	}
	for x := range expected {
		others := (written[x] | 1) &^ expected[x]
		if others&(others-1) != 0 {
			return false
		}
	}
	return true
}
