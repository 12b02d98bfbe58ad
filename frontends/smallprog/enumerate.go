package smallprog

import (
	"iter"
	"slices"
)

// Programs enumerates the programs within the bound: one of each set of programs that
// differ only in the order of their threads and the names of their variables, mutexes and
// values. They are ordered by the number of statements, then by the number of threads, and
// the order is always the same.
//
// Only what cannot make a difference is left out:
//
//   - unreachable statements: those after a Lock of a mutex that the thread holds, or an
//     Unlock of a mutex that it does not hold;
//   - distinct values, including the initial 0, that no CompareAndSwap of their variable
//     expects and nothing awaits: nothing depends on which of them it is. In the alphabets
//     without these, all Stores store 1;
//   - a Fence of a thread that has stored nothing since the last one, unless there are memory orders.
func (b Bound) Programs() iter.Seq[Program] {
	return func(yield func(Program) bool) {
		b.enumerate(func(e *enumerator) bool { return yield(e.program()) })
	}
}

// From enumerates the programs with their numbers, which begin at 0, from number first on.
func (b Bound) From(first int) iter.Seq2[int, Program] {
	return func(yield func(int, Program) bool) {
		number := 0
		b.enumerate(func(e *enumerator) bool {
			number++
			return number <= first || yield(number-1, e.program())
		})
	}
}

// OfSize enumerates the programs with that many statements.
func (b Bound) OfSize(accesses int) iter.Seq[Program] {
	return func(yield func(Program) bool) {
		b.enumerateSize(accesses, func(e *enumerator) bool { return yield(e.program()) })
	}
}

// Count returns the number of programs.
func (b Bound) Count() int {
	n := 0
	b.enumerate(func(*enumerator) bool {
		n++
		return true
	})
	return n
}

// enumerate calls yield for each program, until it returns false.
func (b Bound) enumerate(yield func(*enumerator) bool) {
	for accesses := 1; accesses <= b.Accesses; accesses++ {
		if !b.enumerateSize(accesses, yield) {
			return
		}
	}
}

// enumerateSize yields each program with that many statements, until yield returns false.
func (b Bound) enumerateSize(accesses int, yield func(*enumerator) bool) bool {
	for threads := b.FewestThreads; threads <= min(b.Threads, accesses); threads++ {
		for _, lengths := range partitions(accesses, threads, accesses) {
			e := &enumerator{letters: b.letters(), valued: b.Alphabet == CASes || b.Alphabet == Awaits, fences: b.Alphabet == Orders, orders: ordersOfEqual(lengths)[1:], yield: yield}
			for _, n := range lengths {
				e.threads = append(e.threads, make([]letter, n))
			}
			if !e.extend(0, 0, renaming{}, life{}) {
				return false
			}
		}
	}
	return true
}

// partitions returns the ways to write n as a sum of k numbers from 1 to most, in
// descending order.
func partitions(n, k, most int) [][]int {
	if k == 0 {
		if n == 0 {
			return [][]int{nil}
		}
		return nil
	}
	var all [][]int
	for first := min(n-k+1, most); first >= 1; first-- {
		for _, rest := range partitions(n-first, k-1, first) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}

// enumerator enumerates the programs whose threads have given lengths.
type enumerator struct {
	letters []letter
	valued  bool       // stored values matter
	fences  bool       // a Fence matters wherever it is
	threads [][]letter // of the program so far
	orders  [][]int    // of threads of the same length, except the one they are in
	yield   func(*enumerator) bool
}

// ordersOfEqual returns the permutations that leave lengths unchanged, the identity first.
func ordersOfEqual(lengths []int) [][]int {
	var all [][]int
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == len(lengths) {
			all = append(all, slices.Clone(order))
			return
		}
		for t := range lengths {
			if lengths[t] == lengths[len(order)] && !slices.Contains(order, t) {
				extend(append(order, t))
			}
		}
	}
	extend(nil)
	return all
}

// extend sets place i of thread t, and then all later ones, to each possible letter. n has the
// names used so far, and l the state of the thread. It returns false if yield did.
func (e *enumerator) extend(t, i int, n renaming, l life) bool {
	if t == len(e.threads) {
		return e.valued && !plain(e.threads) || !e.least() || e.yield(e)
	}
	if i == len(e.threads[t]) {
		return e.extend(t+1, 0, n, life{})
	}
	if l.over {
		return true
	}
	for _, c := range e.letters {
		if c.op() == Fence && !l.stored && !e.fences {
			continue
		}
		after := n
		if after.apply(c) != c {
			continue // its names are not in order
		}
		e.threads[t][i] = c
		if !e.extend(t, i+1, after, l.after(c)) {
			return false
		}
	}
	return true
}

func (e *enumerator) program() Program {
	p := Program{Threads: make([][]Statement, len(e.threads))}
	for t, letters := range e.threads {
		body := make([]Statement, len(letters))
		results := 0 // returned so far
		for i, c := range letters {
			body[i] = c.statement()
			if c.op().returns() {
				body[i].Register = results
				results++
			}
		}
		p.Threads[t] = body
	}
	return p
}

// Arrangements yields p with its threads in every order, its own first, sharing their statements.
func (p Program) Arrangements() iter.Seq[Program] {
	return func(yield func(Program) bool) {
		arrange(nil, p.Threads, yield)
	}
}

// arrange yields each order of the threads left, after those placed, until yield returns false.
func arrange(placed, left [][]Statement, yield func(Program) bool) bool {
	if len(left) == 0 {
		return yield(Program{Threads: placed})
	}
	for i, body := range left {
		rest := append(left[:i:i], left[i+1:]...)
		if !arrange(append(placed[:len(placed):len(placed)], body), rest, yield) {
			return false
		}
	}
	return true
}
