package litmus

import (
	"slices"
	"strings"
)

// assembly reads the threads of a test in X86 or X86_64. Each has a column, with an
// instruction or nothing in each row.
func (p *parser) assembly() {
	p.notC11("assembly")
	p.accept(";")
	var columns []*compiler
	for {
		line := p.line()
		if n := p.thread(p.next()); n != len(columns) {
			p.fail(line, "expected the column of P%d", len(columns))
		}
		columns = append(columns, p.newThread(len(columns)))
		if !p.accept("|") {
			break
		}
	}
	p.expect(";")
	for !p.atCondition() {
		p.row(columns)
	}
	for _, c := range columns {
		p.resolve(c)
	}
}

// newThread begins the code of a thread, with the initial values of its registers.
func (p *parser) newThread(n int) *compiler {
	c := newCompiler()
	p.test.threads = append(p.test.threads, c.code)
	for r, value := range p.registers {
		if r.thread == n {
			c.initial[c.register(r.name)] = value
		}
	}
	return c
}

func (p *parser) atCondition() bool {
	return slices.Contains([]string{"", "exists", "forall", "locations", "filter", "final", "~", "not"}, p.peek())
}

func (p *parser) row(columns []*compiler) {
	for i := 0; ; i++ {
		if i == len(columns) {
			p.fail(p.line(), "the row has more than %d columns", len(columns))
		}
		p.c = columns[i]
		p.c.line = p.line()
		for isName(p.peek()) && p.peekAfter(1) == ":" {
			p.label(p.next())
			p.next()
		}
		if p.peek() != "|" && p.peek() != ";" {
			p.instruction(false)
		}
		if p.accept(";") {
			return
		}
		if !p.accept("|") {
			p.fail(p.line(), "expected | or ; after the instruction, found %s", quoted(p.peek()))
		}
	}
}

func (p *parser) label(name string) {
	if _, known := p.c.labels[name]; known {
		p.fail(p.line(), "there is a second label %s", name)
	}
	p.c.labels[name] = len(p.c.instructions)
}

func (p *parser) resolve(c *compiler) {
	for jump, label := range c.pending {
		target, ok := c.labels[label]
		if label == theEnd {
			target, ok = len(c.instructions), true
		}
		if !ok {
			p.fail(c.instructions[jump].line, "there is no label %s in this thread", label)
		}
		c.instructions[jump].target = target
	}
}

// theEnd is the label after the last instruction.
const theEnd = ""

// Comparisons and arithmetic set these registers, which conditional jumps compare.
const flagLeft, flagRight = "flag left", "flag right"

// jumps are the comparisons of conditional jumps.
var jumps = map[string]string{
	"je": "==", "jz": "==", "jne": "!=", "jnz": "!=", "jl": "<", "jle": "<=", "jg": ">", "jge": ">=",
	"jlt": "<", "jgt": ">", "js": "<", "jns": ">=",
}

// operators are the operators of arithmetic instructions with two operands.
var operators = map[string]string{"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "shl": "<<"}

// mnemonicOf strips the width, which makes no difference: registers have 64 bits.
func mnemonicOf(word string) string {
	for _, m := range []string{"mov", "xchg", "cmpxchg", "inc", "dec", "cmp", "add", "sub", "and", "or", "xor", "shl"} {
		if word == m || word == m+"l" || word == m+"q" {
			return m
		}
	}
	return word
}

// instruction reads an instruction. locked says that it has the LOCK prefix.
func (p *parser) instruction(locked bool) {
	defer p.nested()()
	line := p.line()
	word := strings.ToLower(p.name("an instruction"))
	if p.plain(word) {
		return
	}
	mnemonic := mnemonicOf(word)
	operator, computes := operators[mnemonic]
	switch {
	case mnemonic == "mov":
		to, from := p.two()
		p.write(to, p.read(from))
	case mnemonic == "xchg":
		p.exchange(p.two())
	case mnemonic == "cmpxchg":
		p.compareExchange(locked)
	case mnemonic == "inc" || mnemonic == "dec":
		p.update(map[string]string{"inc": "+", "dec": "-"}[mnemonic], p.effective(), constant(1), locked)
	case computes:
		to, from := p.two()
		p.update(operator, to, p.read(from), locked)
	case mnemonic == "cmp":
		to, from := p.two()
		p.flags(p.read(to), p.read(from))
	default:
		p.fail(line, "instruction %s is not supported", word)
	}
}

// plain reads an instruction without memory operands, and reports whether it is one.
func (p *parser) plain(word string) bool {
	compares, isJump := jumps[word]
	switch {
	case word == "lock":
		p.accept(";")
		p.instruction(true)
	case word == "mfence":
		p.c.emit(instruction{code: opFence})
	case word == "sfence":
		p.orders("SFENCE")
	case word == "lfence" || word == "endbr64":
	case strings.HasPrefix(word, "nop"):
		for p.peek() != "|" && p.peek() != ";" && p.peek() != "" {
			p.next()
		}
	case word == "ret":
		p.c.pending[p.c.jump(constant(1))] = theEnd
	case word == "jmp":
		p.c.pending[p.c.jump(constant(1))] = p.name("a label")
	case isJump:
		holds := p.c.compute(compares, inRegister(p.c.register(flagLeft)), inRegister(p.c.register(flagRight)))
		p.c.pending[p.c.jump(holds)] = p.name("a label")
	default:
		return false
	}
	return true
}

// orders notes an operation that orders only stores.
func (p *parser) orders(what string) {
	if p.test.storeOrder == "" {
		p.test.storeOrder = (&Error{p.file, p.tokens[max(p.at-1, 0)].line, what}).Error()
	}
}

// effective is an operand that can be written: a register, or memory at an address.
type effective struct {
	inMemory bool
	operand  // the register, the address, or a number that is only read
}

// two reads two operands: the destination and the source.
func (p *parser) two() (to, from effective) {
	first := p.effective()
	p.expect(",")
	second := p.effective()
	if p.test.Arch == "X86" {
		return first, second
	}
	return second, first
}

// effective reads "%eax", "EAX", "$1", "1", "[x]", "(x)", "8(%rax)" or "0(%rax,%rbx,8)".
func (p *parser) effective() effective {
	switch {
	case p.accept("$"):
		return effective{operand: constant(p.value())}
	case p.peek() == "%" || isName(p.peek()):
		return effective{operand: inRegister(p.register())}
	case p.peek() == "(" || p.peek() == "[":
		return effective{true, p.address(0)}
	}
	n := p.number()
	if p.peek() == "(" || p.peek() == "[" {
		return effective{true, p.address(n)}
	}
	return effective{operand: constant(n)}
}

func (p *parser) address(offset int64) operand {
	closing := map[string]string{"(": ")", "[": "]"}[p.next()]
	var address operand
	if line := p.line(); isName(p.peek()) && wide(p.peek()) == "" {
		address = constant(p.test.locations[p.variable(p.next(), line)].address)
	} else {
		address = inRegister(p.register())
	}
	if p.accept(",") {
		index, scale := inRegister(p.register()), int64(1)
		if p.accept(",") {
			scale = p.number()
		}
		address = p.c.compute("+", address, p.c.compute("*", index, constant(scale)))
	}
	p.expect(closing)
	if offset == 0 {
		return address
	}
	return p.c.compute("+", address, constant(offset))
}

func (p *parser) register() int {
	p.accept("%")
	return p.c.register(p.registerName(p.name("a register")))
}

// wide returns a name that overlapping registers share: "ax" for al, ax, eax and rax, "8"
// for r8d. It returns "" if name is not a register.
func wide(name string) string {
	name = strings.ToLower(name)
	if n, ok := strings.CutPrefix(name, "r"); ok && isNumber(n) {
		return strings.TrimRight(n, "dwb")
	}
	if len(name) == 3 {
		name = strings.TrimLeft(name, "er")
	}
	if slices.Contains([]string{"ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "ip"}, name) {
		return name
	}
	return ""
}

// registerName returns the register as shown in states: "EAX" or "rax". In C it is a local variable.
func (p *parser) registerName(name string) string {
	if p.test.Arch == "C" {
		return name
	}
	switch r := wide(name); {
	case r == "":
		return strings.ToLower(name)
	case p.test.Arch == "X86":
		return "E" + strings.ToUpper(r)
	default:
		return "r" + r
	}
}

func (p *parser) read(e effective) operand {
	if !e.inMemory {
		return e.operand
	}
	return p.c.into(instruction{code: opLoad, a: e.operand})
}

func (p *parser) write(to effective, value operand) {
	switch {
	case to.inMemory:
		p.c.emit(instruction{code: opStore, a: to.operand, b: value})
	case to.isRegister:
		p.c.move(to.operand.register, value)
	default:
		p.fail(p.c.line, "a number cannot be written to")
	}
}

func (p *parser) flags(left, right operand) {
	p.c.move(p.c.register(flagLeft), left)
	p.c.move(p.c.register(flagRight), right)
}

// exchange emits an XCHG, which is locked with or without LOCK.
func (p *parser) exchange(a, b effective) {
	if a.inMemory {
		a, b = b, a
	}
	switch {
	case a.inMemory || !a.isRegister:
		p.fail(p.c.line, "XCHG needs a register and another register or memory")
	case b.inMemory:
		p.c.emit(instruction{code: opSwap, dst: a.operand.register, a: b.operand, b: a.operand})
	default:
		old := p.c.compute("", a.operand, constant(0))
		p.write(a, b.operand)
		p.write(b, old)
	}
}

// update emits to = operator(to, value).
func (p *parser) update(operator string, to effective, value operand, locked bool) {
	var result operand
	if locked {
		if !to.inMemory {
			p.fail(p.c.line, "LOCK needs an operand in memory")
		}
		old := p.c.into(instruction{code: opFetch, operator: operator, a: to.operand, b: value})
		result = p.c.compute(operator, old, value)
	} else {
		result = p.c.compute(operator, p.read(to), value)
		p.write(to, result)
	}
	p.flags(result, constant(0))
}

// compareExchange reads "[x],EBX": if x is EAX, it becomes EBX, otherwise EAX becomes x.
func (p *parser) compareExchange(locked bool) {
	to, from := p.effective(), effective{}
	p.expect(",")
	if from = p.effective(); from.inMemory {
		to, from = from, to
	}
	if !to.inMemory || !from.isRegister || from.inMemory {
		p.fail(p.c.line, "CMPXCHG needs an operand in memory and a register")
	}
	accumulator := p.c.register(p.registerName("eax"))
	if locked {
		seen := p.c.into(instruction{code: opCompare, a: to.operand, b: inRegister(accumulator), c: from.operand})
		p.flags(inRegister(accumulator), seen)
		p.c.move(accumulator, seen)
		return
	}
	seen := p.read(to)
	p.flags(inRegister(accumulator), seen)
	fails := p.c.jump(p.c.compute("!=", inRegister(accumulator), seen))
	p.write(to, from.operand)
	p.c.land(fails)
	p.c.move(accumulator, seen)
}
