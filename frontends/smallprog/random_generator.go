package smallprog

import "dporbench/model/operation"

// recipe describes a kind of random programs: their sizes, and which statements they have. One generator makes all kinds.
// A seed makes the same program for ever, since tests and pages name seeds: TestRandomProgramsStay compares.
type recipe struct {
	threads, statements span
	variables           func(Choices) int
	shares              []share
	depth               int   // how deep bodies may nest
	offsets             int64 // the numbers added to a register that is stored are below this
	opFirst             bool  // the operation is drawn before its operands
	unary               bool  // no second operand is drawn
	mayWait             bool  // one program of four waits for the second variable, and applies updates to the first one only
}

// span has the numbers from least on, many of them.
type span struct{ least, many int }

func (s span) draw(c Choices) int { return s.least + c.IntN(s.many) }

// upTo draws the number of variables from 1 to n.
func upTo(n int) func(Choices) int { return func(c Choices) int { return 1 + c.IntN(n) } }

// share says how many of all statements have an operation.
type share struct {
	of   int
	op   Op
	body int                                                    // the statements in its body, if it is an If or a Go
	make func(g *generator, s Statement, depth int) []Statement // makes the statements instead, if not nil
}

// nests reports whether the statement has a body.
func (s share) nests() bool { return s.op == If || s.op == Go }

// generator makes a program by a recipe.
type generator struct {
	Choices
	recipe
	variables, mutexes int
	left               int // statements to be made
	waits              bool
}

// program makes a program of statements that are each in any of the threads.
func (r recipe) program(c Choices) Program {
	p := Program{Threads: make([][]Statement, r.threads.draw(c))}
	g := generator{Choices: c, recipe: r, variables: r.variables(c)}
	g.waits = r.mayWait && c.IntN(4) == 0
	for range r.statements.draw(c) {
		s := g.statement(r.depth)
		t := c.IntN(len(p.Threads))
		p.Threads[t] = append(p.Threads[t], s...)
	}
	return p
}

// statement makes a statement, or a few that belong together.
func (g *generator) statement(depth int) []Statement {
	g.left--
	var chosen share
	if g.opFirst {
		chosen = g.share(depth)
	}
	s := Statement{Object: g.IntN(g.variables), Register: g.IntN(registers), A: g.value()}
	if !g.unary {
		s.B = g.value()
	}
	if g.waits && s.Object == 1 && g.IntN(3) == 0 {
		s.Op = []Op{Await, When}[g.IntN(2)]
		s.Compare = g.comparison()
		return []Statement{s}
	}
	if !g.opFirst {
		chosen = g.share(depth)
	}
	s.Op = chosen.op
	if chosen.make != nil {
		return chosen.make(g, s, depth)
	}
	g.operands(&s)
	for range chosen.body {
		s.Body = append(s.Body, g.statement(depth-1)...)
	}
	return []Statement{s}
}

// share draws one of the shares. Where bodies may not nest, a share without one takes the place of a share with one: the
// next, or the last.
func (g *generator) share(depth int) (chosen share) {
	all := 0
	for _, s := range g.shares {
		all += s.of
	}
	n := g.IntN(all)
	for _, s := range g.shares {
		n -= s.of
		if s.nests() && depth == 0 {
			continue
		}
		if chosen = s; n < 0 {
			break
		}
	}
	return chosen
}

func (g *generator) value() int64 { return int64(g.IntN(3)) }

func (g *generator) comparison() Comparison { return Comparison(g.IntN(len(comparisonNames))) }

// operands draws the operands that only some operations have.
func (g *generator) operands(s *Statement) {
	switch s.Op {
	case StoreRegister:
		s.A %= g.offsets
	case Await, When:
		s.Compare = g.comparison()
	case WhenAdd:
		s.Compare, s.B = g.comparison(), 1-int64(g.IntN(2))*2
	case Fetch:
		s.B = int64(fetchOps[g.IntN(len(fetchOps))])
	case Apply:
		s.B = int64(applyOps[g.IntN(len(applyOps))])
		if g.waits {
			s.Object = 0
		}
	case Choose:
		s.A = 2 + s.A/2
	case Lock, Unlock:
		s.Object = 0
	}
}

var fetchOps = []operation.FetchOp{
	operation.FetchAdd, operation.FetchOr, operation.FetchMax, operation.FetchXor, operation.FetchNand.As(operation.Uint8), operation.FetchSub.As(operation.Int8),
}

// applyOps repeats an operation to use it more often.
var applyOps = []operation.FetchOp{
	operation.FetchAdd, operation.FetchAdd, operation.FetchAdd, operation.FetchAdd, operation.FetchSub, operation.FetchOr, operation.FetchOr,
	operation.FetchXor.As(operation.Int8), operation.FetchMax.As(operation.Uint8), operation.FetchNand,
}
