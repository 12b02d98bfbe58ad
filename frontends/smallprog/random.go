package smallprog

// Random makes a program of 2 to 4 threads over 1 to 3 variables with all kinds of
// statements, usually small enough for the oracle.
func Random(c Choices) Program {
	g := generator{Choices: c, recipe: anything, variables: 1 + c.IntN(3), mutexes: c.IntN(3)}
	g.left = anything.statements.draw(c)
	p := Program{Threads: make([][]Statement, anything.threads.draw(c))}
	for g.left > 0 {
		t := c.IntN(len(p.Threads))
		p.Threads[t] = append(p.Threads[t], g.statement(g.depth)...)
	}
	return p
}

// Contended makes a program of 3 or 4 threads that mostly compare and swap one or two variables.
func Contended(c Choices) Program { return contended.program(c) }

// Accesses makes a program of 3 to 5 threads that mostly load and store 1 to 3 variables;
// the stored values may depend on loaded values.
func Accesses(c Choices) Program { return accesses.program(c) }

// Awaiting makes a program of 2 to 4 threads over one or two variables that mostly wait
// for values: with Await and with guarded updates, between stores, other updates,
// CompareAndSwaps and what depends on the values read.
func Awaiting(c Choices) Program { return awaiting.program(c) }

// Rich makes a program of 2 to 4 threads over one or two variables in which most statements
// are such as Random leaves out: read-modify-writes of many functions, a CompareExchange
// whose result matters, and choices of two or three values.
func Rich(c Choices) Program { return rich.program(c) }

// Making makes a program of 2 to 4 threads, some of which start others, that make variables and leave their
// addresses in one or two variables, where the others find them: or nothing, and then they fail.
func Making(c Choices) Program { return making.program(c) }

// Applying makes a program of 2 to 4 threads over one or two variables of 5 to 10 statements, a
// third of which are updates without a result, to be explored where these commute. Some programs
// wait for the second variable; they update only the first.
func Applying(c Choices) Program { return applying.program(c) }

// Buffered makes a program of 2 or 3 threads over 1 to 3 variables of 4 to 10 statements,
// mostly loads and stores, to be explored under memory models with store buffers.
func Buffered(c Choices) Program { return buffered.program(c) }

// Comparing is Buffered with a CompareAndSwap in place of each update and of half of the loads.
func Comparing(c Choices) Program { return compare(c, Buffered(c)) }

// BufferedAwaiting is Buffered with Awaits and Whens in place of some loads and updates, and then CompareAndSwaps as in
// Comparing.
func BufferedAwaiting(c Choices) Program {
	p := Buffered(c)
	for s := range p.statements() {
		switch {
		case s.Op == Load && c.IntN(3) == 0:
			s.Op, s.Compare = Await, Comparison(c.IntN(4))
		case s.Op == Update && c.IntN(2) == 0:
			s.Op, s.Compare = When, Comparison(c.IntN(4))
		}
	}
	return compare(c, p)
}

func compare(c Choices, p Program) Program {
	for s := range p.statements() {
		if s.Op == Load && c.IntN(2) == 0 || s.Op == Update {
			s.Op = CAS
		}
	}
	return p
}

// Choices makes the choices for a random program; a *rand.Rand is one. IntN(n) returns
// a number from 0 to n-1, for n > 0. The smaller the numbers, the simpler the program.
type Choices interface{ IntN(n int) int }

// Bytes makes choices from data, using one byte for each choice among 256 or fewer.
// When the data is used up every choice is 0, so that generators terminate.
func Bytes(data []byte) Choices { return &byteChoices{data} }

type byteChoices struct{ data []byte }

func (b *byteChoices) IntN(n int) int {
	chosen := 0
	for rest := n - 1; rest > 0 && len(b.data) > 0; rest >>= 8 {
		chosen = chosen<<8 | int(b.data[0])
		b.data = b.data[1:]
	}
	return chosen % n
}
