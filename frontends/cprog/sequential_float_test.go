package cprog_test

import (
	"fmt"
	"strings"
)

// floats are the floating-point variables of a random program. Only special statements
// change them; expressions only read them.
func (p *sequential) floats() []string {
	global := func(name string) string { return fmt.Sprintf(name, p.number) }
	return []string{"d", "e", "fs.d", "fs.e", "(*dp)", "fa[1]", global("D%d"), global("E%d[0]"), global("E%d[1]")}
}

func (p *sequential) declareFloats(global, local *strings.Builder) {
	fmt.Fprintf(global, "double D%d = 0.1; float E%d[2] = { 3, .7f };\n", p.number, p.number)
	local.WriteString("double d = 1; float e = 1e-3, fa[3] = { 1, -2.5, 3 }; struct { float e; double d; } fs = { 2, 1e10 }; double *dp = &fs.d;\n")
	local.WriteString("d = fs.e; fs.d = fa[2];\n")
}

// floating returns a floating-point expression.
func (p *sequential) floating(depth int) string {
	if depth <= 0 {
		return p.pick(append(p.floats(), "0.5", "-1.25f", "1e3", "3.0", "0x1p-3")...)
	}
	e := func() string { return p.floating(depth - 1) }
	switch p.IntN(10) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", e(), p.pick("+", "-", "*"), e())
	case 3:
		return fmt.Sprintf("(%s / ((%s & 7) + 1))", e(), p.expression(depth-1))
	case 4:
		return fmt.Sprintf("(%s)(%s)", p.pick("float", "double"), p.expression(depth-1))
	case 5:
		return fmt.Sprintf("%s(%s)", p.pick("(float)", "(double)", "-", "+"), e())
	case 6:
		return fmt.Sprintf("(%s ? %s : %s)", p.pick(e(), p.expression(depth-1)), e(), p.pick(e(), p.leaf(0)))
	case 7:
		return fmt.Sprintf("%s(%s)", p.pick("floor", "fabs", "trunc", "ceil", "sqrtf"), e())
	case 8:
		return fmt.Sprintf("(%s %s %s)", e(), p.pick("+", "*"), p.leaf(0))
	}
	return e()
}

// fromFloating returns an integer expression that depends on floating-point numbers.
func (p *sequential) fromFloating(depth int) string {
	f := func() string { return p.floating(depth - 1) }
	switch p.IntN(4) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", f(), p.pick("<", "<=", ">", ">=", "==", "!="), f())
	case 1:
		return p.pick("!", "!!", "(_Bool)") + "(" + f() + ")"
	case 2:
		return fmt.Sprintf("(%s %s %s)", f(), p.pick("&&", "||"), p.expression(depth-1))
	}
	return fmt.Sprintf("({ double q = %s; q > -1e9 && q < 1e9 ? (%s)(long)q : 0; })", f(), p.integer())
}

// changeFloat generates a statement that changes a floating-point number.
func (p *sequential) changeFloat() *statement {
	p.whole() // what the expression may read and change
	place := p.pick(p.floats()...)
	switch p.IntN(4) {
	case 0:
		return text("%s%s;", place, p.pick("++", "--"))
	case 1:
		return text("%s %s %s;", place, p.pick("+=", "-=", "*="), p.pick(p.floating(2), p.expression(1)))
	}
	return text("%s = %s;", place, p.floating(3))
}

// sumFloats adds the bits of all floating-point numbers to the sum.
func (p *sequential) sumFloats(b *strings.Builder) {
	for _, place := range p.floats() {
		fmt.Fprintf(b, "M(bits_of(%s));\n", place)
	}
}
