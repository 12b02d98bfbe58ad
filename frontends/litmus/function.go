package litmus

import (
	"slices"
	"strings"

	"dporbench/model/operation"
)

// functions reads the threads of a test in C. Each is a function whose parameters are the
// variables it uses.
func (p *parser) functions() {
	for !p.atCondition() {
		for p.peek() == "static" || p.peek() == "void" || p.peek() == "int" {
			p.next()
		}
		line := p.line()
		if n := p.thread(p.next()); n != len(p.test.threads) {
			p.fail(line, "expected the function P%d", len(p.test.threads))
		}
		p.function()
	}
	if len(p.test.threads) == 0 {
		p.fail(p.line(), "the test has no threads")
	}
}

func (p *parser) function() {
	c := p.newThread(len(p.test.threads))
	p.c = c
	p.parameters()
	p.expect("{")
	for !p.accept("}") {
		p.statement()
	}
	p.resolve(c)
}

// parameters reads the parameters, and declares the variables they name, which the initial state need not.
func (p *parser) parameters() {
	p.expect("(")
	for !p.accept(")") {
		var words []string
		for p.peek() != "," && p.peek() != ")" && p.peek() != "" {
			words = append(words, p.next())
		}
		if len(words) == 0 || !isName(words[len(words)-1]) {
			p.fail(p.line(), "expected a parameter, found %s", quoted(p.peek()))
		}
		p.accept(",")
		if len(words) == 1 && words[0] == "void" {
			continue
		}
		name := words[len(words)-1]
		_, known := p.byName[name]
		x := &p.test.locations[p.variable(name, p.line())]
		if !known {
			x.size = sizeOf(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "*" }))
		}
		x.isLock = x.isLock || slices.Contains(words, "spinlock_t")
		if slices.ContainsFunc(words, isAtomic) {
			x.isAtomic = true
			p.c.atomic = append(p.c.atomic, p.byName[name])
		}
		p.c.declared = append(p.c.declared, p.byName[name])
	}
}

func (p *parser) statement() {
	defer p.nested()()
	p.c.line = p.line()
	switch {
	case p.accept(";"):
	case p.accept("{"):
		for !p.accept("}") {
			p.statement()
		}
	case p.accept("if"):
		p.conditional()
	case p.accept("while"):
		p.loop(false)
	case p.accept("do"):
		p.loop(true)
	case p.accept("return"):
		if p.peek() != ";" {
			p.expression()
		}
		p.expect(";")
		p.c.pending[p.c.jump(constant(1))] = theEnd
	case p.declares():
		p.declaration()
	default:
		p.expression()
		p.expect(";")
	}
}

// jumpUnless reads an expression in parentheses, and emits a jump taken if it is 0.
func (p *parser) jumpUnless() (jump int) {
	p.expect("(")
	holds := p.expression()
	p.expect(")")
	return p.c.jump(p.c.compute("==", holds, constant(0)))
}

func (p *parser) conditional() {
	otherwise := p.jumpUnless()
	p.statement()
	if !p.accept("else") {
		p.c.land(otherwise)
		return
	}
	end := p.c.jump(constant(1))
	p.c.land(otherwise)
	p.statement()
	p.c.land(end)
}

// loop reads a loop that tests at the beginning or at the end of each iteration.
func (p *parser) loop(testsAtEnd bool) {
	again := len(p.c.instructions)
	if testsAtEnd {
		p.statement()
		p.expect("while")
	}
	end := p.jumpUnless()
	if testsAtEnd {
		p.expect(";")
	} else {
		p.statement()
	}
	p.c.instructions[p.c.jump(constant(1))].target = again
	p.c.land(end)
}

// declares reports whether a declaration follows: a type, then a name.
func (p *parser) declares() bool {
	n := 0
	for isName(p.peekAfter(n)) {
		n++
	}
	return n >= 2 || n == 1 && p.peekAfter(1) == "*" && p.isType(p.peek()) || slices.Contains([]string{"const", "volatile"}, p.peek())
}

func (p *parser) declaration() {
	for isName(p.peek()) && (isName(p.peekAfter(1)) || p.peekAfter(1) == "*") {
		p.next()
		for p.accept("*") {
		}
	}
	for {
		for p.accept("*") {
		}
		line := p.line()
		name := p.name("a local variable")
		if _, known := p.byName[name]; known {
			p.fail(line, "local variable %s has the name of a shared one, which is not supported", name)
		}
		r := p.c.register(name)
		if p.accept("=") {
			p.c.move(r, p.assignment())
		}
		if !p.accept(",") {
			p.expect(";")
			return
		}
	}
}

// orderOf reads a memory order.
func (p *parser) orderOf() operation.MemoryOrder {
	line := p.line()
	name := p.name("a memory order")
	order, isOne := strings.CutPrefix(name, "memory_order_")
	if order == "consume" {
		return operation.Acquire // as compilers have it
	}
	o, ok := operation.ParseMemoryOrder(order)
	if !isOne || !ok || o == operation.Plain {
		p.fail(line, "expected a memory order, found %q", name)
	}
	return o
}

// isAtomic reports whether a word of a declaration makes a variable atomic.
func isAtomic(word string) bool { return word == "_Atomic" || strings.HasPrefix(word, "atomic_") }
