package litmus

import (
	"slices"
	"strconv"
	"strings"
)

type parser struct {
	*scanner
	test   *Test
	byName map[string]int // the index of a variable
	// The initial values of registers, by thread and name.
	registers map[register]int64
	c         *compiler // of the thread being read
	depth     int       // of nesting
}

type register struct {
	thread int
	name   string
}

type variable struct {
	name    string
	initial int64
	address int64
	size    int64 // in bytes
	line    int   // where it is first named
	model   location

	isLock, isAtomic bool // by its declaration in C
}

// firstAddress is far from the values that tests compute with, so that addresses can be recognised.
const firstAddress = 0x4000_0000

// header reads "ARCH NAME" and skips the rest, which is about how the test was made.
func (p *parser) header() {
	if len(p.scanner.header) == 0 {
		p.fail(1, "expected the architecture and the name of the test")
	}
	first := p.scanner.header[0]
	arch, name, _ := strings.Cut(first.text, " ")
	if !slices.Contains([]string{"X86", "X86_64", "C"}, arch) {
		p.fail(first.line, "%s is not supported: must be X86_64, X86 or C", arch)
	}
	p.test.Arch, p.test.Name = arch, strings.TrimSpace(name)
	if p.test.Name == "" {
		p.fail(first.line, "the test has no name")
	}
	p.registers = map[register]int64{}
}

// initial reads "{ x = 1; int y; 0:rax = x; int t[2] = {1, 2}; }".
func (p *parser) initial() {
	p.expect("{")
	for !p.accept("}") {
		if p.accept(";") {
			continue
		}
		p.initialise()
		if p.peek() != "}" {
			p.expect(";")
		}
	}
}

func (p *parser) initialise() {
	words := p.typeWords()
	line := p.line()
	thread, name, isRegister := p.place()
	switch {
	case isRegister:
		value := int64(0)
		if p.accept("=") {
			value = p.value()
		}
		p.registers[register{thread, p.registerName(name)}] = value
		return
	case p.accept("["):
		p.array(name, sizeOf(words), line)
		return
	}
	i := p.variable(name, line)
	p.test.locations[i].size = sizeOf(words)
	p.test.locations[i].isLock, p.test.locations[i].isAtomic = slices.Contains(words, "spinlock_t"), slices.ContainsFunc(words, isAtomic)
	if p.accept("=") {
		value := p.value() // which may declare variables
		p.test.locations[i].initial = value
	}
}

// typeWords reads the words before the name of an initialised location: its type.
func (p *parser) typeWords() (words []string) {
	for isName(p.peek()) && (isName(p.peekAfter(1)) || strings.Contains("*[", p.peekAfter(1)) && p.isType(p.peek())) || p.peek() == "*" ||
		isName(p.peek()) && isNumber(p.peekAfter(1)) {
		words = append(words, p.next())
	}
	return words
}

// isType distinguishes "int *p" from "t[2]".
func (p *parser) isType(word string) bool {
	return word == "int" || word == "char" || word == "long" || word == "unsigned" || strings.HasSuffix(word, "_t") || strings.HasPrefix(word, "atomic_")
}

// sizeOf returns the size of a type in bytes.
func sizeOf(words []string) int64 {
	for _, word := range words {
		switch {
		case strings.Contains(word, "128"):
			return 16
		case word == "*" || word == "long" || strings.Contains(word, "64") || strings.Contains(word, "ptr"):
			return 8
		}
	}
	return 4
}

// place reads "x", "[x]", "0:rax" or "P0:rax".
func (p *parser) place() (thread int, name string, isRegister bool) {
	if p.accept("[") {
		name = p.name("a variable")
		p.expect("]")
		return 0, name, false
	}
	if p.peekAfter(1) != ":" {
		return 0, p.name("a variable"), false
	}
	thread = p.thread(p.next())
	p.expect(":")
	p.accept("%")
	return thread, p.name("a register"), true
}

// thread returns the number in "0" or "P0".
func (p *parser) thread(word string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "P"))
	if err != nil {
		p.fail(p.line(), "expected a thread, such as 0 or P0, found %s", quoted(word))
	}
	return n
}

// Bounds, as tests are small.
const (
	mostElements = 1000
	deepest      = 500 // nesting of parentheses and statements
)

// nested begins a construct that may contain others of its kind, and returns a function that ends it.
func (p *parser) nested() (end func()) {
	if p.depth++; p.depth > deepest {
		p.fail(p.line(), "this is nested more than %d deep", deepest)
	}
	return func() { p.depth-- }
}

func (p *parser) array(name string, size int64, line int) {
	n := p.number()
	if n < 1 || n > mostElements {
		p.fail(line, "array %s must have from 1 to %d elements", name, mostElements)
	}
	p.expect("]")
	for i := range n {
		p.test.locations[p.variable(element(name, i), line)].size = size
	}
	p.byName[name] = p.byName[element(name, 0)]
	if !p.accept("=") {
		return
	}
	p.expect("{")
	for i := range n {
		if i > 0 {
			p.expect(",")
		}
		p.test.locations[p.byName[element(name, i)]].initial = p.value()
	}
	p.expect("}")
}

func element(name string, i int64) string { return name + "[" + strconv.FormatInt(i, 10) + "]" }

// variable returns the index of the variable of that name, which need not have been declared.
func (p *parser) variable(name string, line int) int {
	i, known := p.byName[name]
	if !known {
		i = len(p.test.locations)
		p.byName[name] = i
		// Every variable has 16 bytes of its own, except for the elements of an array.
		address := int64(firstAddress)
		if i > 0 {
			last := p.test.locations[i-1]
			address = last.address + last.size
			if !strings.Contains(name, "[") || strings.HasSuffix(name, "[0]") {
				address = (address + 15) &^ 15
			}
		}
		p.test.locations = append(p.test.locations, variable{name: name, size: 4, address: address, line: line})
	}
	return i
}

// value reads a number, or the name of a variable, which stands for its address.
func (p *parser) value() int64 {
	p.accept("&")
	if !isName(p.peek()) {
		return p.number()
	}
	line := p.line()
	name := p.next()
	if p.peek() == "[" {
		p.next()
		name = element(name, p.number())
		p.expect("]")
	}
	return p.test.locations[p.variable(name, line)].address
}

func isNumber(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

func (p *parser) number() int64 {
	line, sign := p.line(), ""
	if p.accept("-") {
		sign = "-"
	}
	word := p.next()
	n, err := strconv.ParseInt(sign+word, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(word, 0, 64)
		if err != nil || sign != "" {
			p.fail(line, "expected a number, found %s", quoted(word))
		}
		n = int64(u)
	}
	return n
}
