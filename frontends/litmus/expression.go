package litmus

import "slices"

// An expression is compiled as it is read. Its value is an operand.

// levels are the operators of C by precedence, the weakest first.
var levels = [...][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

func (p *parser) expression() operand { return p.assignment() }

// assignment reads "r1 = …", "*x = …", "x[1] = …", or an expression without one.
func (p *parser) assignment() operand {
	if isName(p.peek()) && p.peekAfter(1) == "=" && !p.isShared(p.peek()) {
		r := p.c.register(p.next())
		p.next()
		p.c.move(r, p.assignment())
		return inRegister(r)
	}
	start, before := p.tokens[p.at], len(p.c.instructions)
	value := p.binary(0)
	if p.peek() != "=" {
		return value
	}
	address, ok := p.c.unload(before, value)
	if !ok {
		p.fail(start.line, "%q cannot be assigned to", start.text)
	}
	p.next()
	value = p.assignment()
	p.store(address, value)
	return value
}

func (p *parser) binary(level int) operand {
	if level == len(levels) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for slices.Contains(levels[level], p.peek()) {
		switch operator := p.next(); operator {
		case "||", "&&":
			left = p.shortCircuit(operator, left, level)
		default:
			left = p.c.compute(operator, left, p.binary(level+1))
		}
	}
	return left
}

// shortCircuit reads the right side of || or &&, which is evaluated only if the left side
// is not decisive.
func (p *parser) shortCircuit(operator string, left operand, level int) operand {
	result := p.c.temporary()
	p.c.move(result, p.c.compute("!=", left, constant(0)))
	decided := inRegister(result)
	if operator == "&&" {
		decided = p.c.compute("==", decided, constant(0))
	}
	end := p.c.jump(decided)
	p.c.move(result, p.c.compute("!=", p.binary(level+1), constant(0)))
	p.c.land(end)
	return inRegister(result)
}

func (p *parser) unary() operand {
	defer p.nested()()
	line := p.line()
	switch {
	case p.accept("-"):
		return p.c.compute("-", constant(0), p.unary())
	case p.accept("+"):
		return p.unary()
	case p.accept("!"):
		return p.c.compute("==", p.unary(), constant(0))
	case p.accept("~"):
		return p.c.compute("^", p.unary(), constant(-1))
	case p.accept("*"):
		return p.load(p.unary())
	case p.accept("&"):
		return p.addressOf(line)
	case p.peek() == "(" && p.isCast():
		for !p.accept(")") {
			p.next()
		}
		return p.unary()
	case p.accept("("):
		inside := p.expression()
		p.expect(")")
		return inside
	case isNumber(p.peek()):
		return constant(p.number())
	}
	return p.named()
}

// isCast distinguishes "(int)" and "(int *)" from an expression in parentheses.
func (p *parser) isCast() bool {
	n := 1
	for isName(p.peekAfter(n)) {
		n++
	}
	return n > 1 && p.isType(p.peekAfter(1)) && (p.peekAfter(n) == ")" || p.peekAfter(n) == "*")
}

func (p *parser) load(address operand) operand {
	return p.c.into(instruction{code: opLoad, a: address, plain: true})
}

func (p *parser) store(address, value operand) {
	p.c.emit(instruction{code: opStore, a: address, b: value, plain: true})
}

// addressOf reads the operand of &: a variable, or an expression that denotes one.
func (p *parser) addressOf(line int) operand {
	if p.isShared(p.peek()) && p.peekAfter(1) != "[" {
		return p.named()
	}
	before := len(p.c.instructions)
	address, ok := p.c.unload(before, p.unary())
	if !ok {
		p.fail(line, "the address of a local variable is not supported")
	}
	return address
}

func (p *parser) isShared(name string) bool {
	_, ok := p.byName[name]
	return ok
}

// named reads an expression that begins with a name: a call, an indexed or local variable, or a shared
// one, which stands for its address, like the parameter of a thread.
func (p *parser) named() operand {
	line := p.line()
	name := p.name("an expression")
	switch {
	case p.peek() == "(":
		return p.call(name, line)
	case p.isShared(name):
		x := p.test.locations[p.byName[name]]
		if !p.accept("[") {
			return constant(x.address)
		}
		index := p.expression()
		p.expect("]")
		return p.load(p.c.compute("+", constant(x.address), p.c.compute("*", index, constant(x.size))))
	case slices.Contains([]string{"true", "false", "NULL"}, name):
		return constant(truth(name == "true"))
	case !slices.Contains(p.c.registers, name):
		p.fail(line, "%s is not declared", name)
	}
	return inRegister(p.c.register(name))
}
