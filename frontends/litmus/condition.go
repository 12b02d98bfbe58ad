package litmus

import (
	"cmp"
	"slices"
	"strings"
)

// Quantifier is the quantifier over final states in a condition.
type Quantifier int

// The quantifiers.
const (
	Exists    Quantifier = iota // some state satisfies it: "exists"
	NotExists                   // none does: "~exists"
	ForAll                      // all do: "forall"
)

var quantifierNames = [...]string{"exists", "~exists", "forall"}

func (q Quantifier) String() string { return quantifierNames[q] }

// Condition is the requirement of a test on its final states.
type Condition struct {
	Quantifier Quantifier
	holds      *proposition
	filter     *proposition // states that do not satisfy it are not counted; nil if there is none
}

// String writes the condition as herd does.
func (c Condition) String() string {
	text := c.holds.String()
	if !strings.HasPrefix(text, "(") {
		text = "(" + text + ")"
	}
	return c.Quantifier.String() + " " + text
}

// connective is the operator of a proposition.
type connective int

const (
	atom connective = iota
	always
	never
	not
	and
	or
	implies
)

var symbolOf = map[connective]string{and: `/\`, or: `\/`, implies: "=>"}

type proposition struct {
	connective  connective
	left, right *proposition
	location    Location  // left side of an atom
	value       int64     // right side of an atom without other
	other       *Location // right side of an atom that compares two locations
	text        string    // text of the right side
}

// in evaluates p; value returns the values of locations.
func (p *proposition) in(value func(Location) int64) bool {
	switch p.connective {
	case always, never:
		return p.connective == always
	case not:
		return !p.left.in(value)
	case and:
		return p.left.in(value) && p.right.in(value)
	case or:
		return p.left.in(value) || p.right.in(value)
	case implies:
		return !p.left.in(value) || p.right.in(value)
	}
	if p.other != nil {
		return value(p.location) == value(*p.other)
	}
	return value(p.location) == p.value
}

func (p *proposition) String() string {
	switch p.connective {
	case always:
		return "true"
	case never:
		return "false"
	case not:
		return "not (" + p.left.String() + ")"
	case and, or, implies:
		return p.operand(p.left) + " " + symbolOf[p.connective] + " " + p.operand(p.right)
	}
	return p.location.String() + "=" + p.text
}

func (p *proposition) operand(q *proposition) string {
	if q.connective >= and && q.connective != p.connective {
		return "(" + q.String() + ")"
	}
	return q.String()
}

// condition reads the text after the threads: "locations [...] filter (...) exists (...)".
func (p *parser) condition() {
	if p.accept("locations") {
		p.listed()
	}
	c := &p.test.Condition
	if p.accept("filter") {
		c.filter = p.implication()
	}
	switch p.accept("final"); {
	case p.accept("forall"):
		c.Quantifier = ForAll
	case p.accept("~") || p.accept("not"):
		p.expect("exists")
		c.Quantifier = NotExists
	case p.accept("exists") || p.peek() == "(":
	case p.peek() == "": // of all states
		c.Quantifier, c.holds = ForAll, &proposition{connective: always}
		return
	default:
		p.fail(p.line(), "expected exists, ~exists or forall, found %s", quoted(p.peek()))
	}
	c.holds = p.implication()
	p.accept(";")
	if p.accept("with") { // the rest is about other models
		p.at = len(p.tokens) - 1
	}
	if p.peek() != "" {
		p.fail(p.line(), "expected the end of the file, found %q", p.peek())
	}
}

// listed reads the additional locations that states show.
func (p *parser) listed() {
	p.expect("[")
	for !p.accept("]") {
		p.show(p.location())
		for p.peek() != ";" && p.peek() != "]" {
			p.next() // a type
		}
		p.accept(";")
	}
}

func (p *parser) implication() *proposition {
	defer p.nested()()
	left := p.connected(or)
	if p.accept(symbolOf[implies]) {
		return &proposition{connective: implies, left: left, right: p.implication()}
	}
	return left
}

// connected reads a disjunction or a conjunction.
func (p *parser) connected(by connective) *proposition {
	operand := p.negation
	if by == or {
		operand = func() *proposition { return p.connected(and) }
	}
	left := operand()
	for p.accept(symbolOf[by]) {
		left = &proposition{connective: by, left: left, right: operand()}
	}
	return left
}

func (p *parser) negation() *proposition {
	defer p.nested()()
	switch {
	case p.accept("~") || p.accept("not"):
		return &proposition{connective: not, left: p.negation()}
	case p.accept("("):
		inside := p.implication()
		p.expect(")")
		return inside
	case p.accept("true"):
		return &proposition{connective: always}
	case p.accept("false"):
		return &proposition{connective: never}
	}
	return p.equation()
}

// equation reads "0:rax = 1", where the right side may also be the address of a variable or a location.
func (p *parser) equation() *proposition {
	a := &proposition{location: p.location()}
	p.show(a.location)
	differs := p.accept("!=") || p.accept("<>")
	if !differs && !p.accept("==") {
		p.expect("=")
	}
	if p.peekAfter(1) == ":" || p.peek() == "[" || p.peek() == "*" {
		other := p.location()
		p.show(other)
		a.other, a.text = &other, other.String()
	} else {
		a.value = p.value()
		a.text = p.test.valueText(a.value)
	}
	if differs {
		return &proposition{connective: not, left: a}
	}
	return a
}

// location reads "x", "[x]", "*x", "t[1]" or "0:rax".
func (p *parser) location() Location {
	line := p.line()
	p.accept("*")
	thread, name, isRegister := p.place()
	if isRegister {
		name = p.registerName(name)
		if thread >= len(p.test.threads) {
			p.fail(line, "there is no thread %d", thread)
		}
		return Location{thread, name, p.test.threads[thread].register(name)}
	}
	if p.peek() == "[" && isNumber(p.peekAfter(1)) {
		p.next()
		name = element(name, p.number())
		p.expect("]")
	}
	i := p.variable(name, line)
	if p.test.locations[i].isLock {
		p.fail(line, "%s is a lock: a condition on it is not supported", name)
	}
	return Location{-1, name, i}
}

// show makes states show l: registers by thread first, then variables.
func (p *parser) show(l Location) {
	i, found := slices.BinarySearchFunc(p.test.shown, l, compareLocations)
	if !found {
		p.test.shown = slices.Insert(p.test.shown, i, l)
	}
}

func compareLocations(a, b Location) int {
	// As unsigned numbers, variables have the greatest.
	return cmp.Or(cmp.Compare(uint(a.Thread), uint(b.Thread)), strings.Compare(a.Name, b.Name))
}
