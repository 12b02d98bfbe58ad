package cprog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// sequential is a random C program of one thread without undefined behaviour, except for what gcc
// defines with -fwrapv. It is a function that returns a sum of everything it has computed.
type sequential struct {
	*rand.Rand
	number     int // makes its names unique
	declared   string
	groups     []group
	body       []*statement
	labels     int
	loops      int // around the statement being generated
	read       []group
	effects    []group         // each may be changed once in the expression being generated
	call       bool            // the expression may call a function
	given      string          // the whole source, if it is made elsewhere
	outside    strings.Builder // declarations of features
	featuresOf []string        // the features that it may use
}

// group is a variable, or several at the same address: writing one changes the others.
type group struct {
	places []string // lvalues; %i stands for an index from 0 to 3
}

// statement consists of texts with lists of statements between them.
type statement struct {
	texts []string
	lists [][]*statement
}

func text(format string, args ...any) *statement {
	return &statement{texts: []string{fmt.Sprintf(format, args...)}}
}

func (s *statement) write(b *strings.Builder) {
	for k, text := range s.texts {
		b.WriteString(text)
		if k < len(s.lists) {
			writeAll(b, s.lists[k])
		}
	}
}

func writeAll(b *strings.Builder, all []*statement) {
	for _, s := range all {
		s.write(b)
		b.WriteString("\n")
	}
}

var integerTypes = []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool"}

func randomSequential(seed uint64, number int) *sequential {
	p := &sequential{Rand: rand.New(rand.NewPCG(seed, 1)), number: number, featuresOf: features}
	p.declare()
	p.body = p.statements(3, 4+p.IntN(6))
	return p
}

func (p *sequential) pick(from ...string) string { return from[p.IntN(len(from))] }

func (p *sequential) integer() string { return p.pick(integerTypes...) }

// declare generates the variables, of all types and in all kinds of memory.
func (p *sequential) declare() {
	var global, local strings.Builder
	record := func(name string) { // the members of a struct
		g := group{}
		for k := range p.IntN(2) + 2 {
			g.places = append(g.places, fmt.Sprintf("%s.m%d", name, k))
		}
		p.groups = append(p.groups, g)
	}
	n := p.number
	fmt.Fprintf(&global, "struct S%d {", n)
	bits, t := p.IntN(4), p.pick("int", "unsigned", "unsigned short", "char", "signed char", "long", "unsigned long")
	for k := range 4 {
		if k < bits {
			fmt.Fprintf(&global, " %s m%d : %d;", t, k, 1+p.IntN(map[string]int{"long": 32, "int": 32, "short": 16, "char": 8}[lastWord(t)]))
		} else {
			own := p.integer()
			if k == bits { // the next member would share bytes with the bit-fields, which is refused
				own = t
			}
			fmt.Fprintf(&global, " %s m%d;", own, k)
		}
	}
	fmt.Fprintf(&global, " };\nunion U%d { unsigned u; int i; unsigned char c[4]; short h[2]; };\n", n)
	fmt.Fprintf(&global, "struct S%d S%d_, *SP%d = &S%d_;\nunion U%d U%d_ = { 0x01020384 };\nlong C%d;\n", n, n, n, n, n, n, n)
	record(fmt.Sprintf("S%d_", n))
	record("s")
	p.groups = append(p.groups,
		group{[]string{fmt.Sprintf("U%d_.u", n), fmt.Sprintf("U%d_.i", n), fmt.Sprintf("U%d_.c[%%i]", n), fmt.Sprintf("U%d_.h[%%i & 1]", n)}},
		group{[]string{"u.u", "u.i", "u.c[%i]", "u.h[%i & 1]"}})
	for k := range 3 {
		fmt.Fprintf(&global, "%s G%d_%d = %d;\n", p.integer(), n, k, p.IntN(400)-200)
		p.groups = append(p.groups, group{[]string{fmt.Sprintf("G%d_%d", n, k)}})
		fmt.Fprintf(&local, "%s v%d = %d;\n", p.integer(), k, p.IntN(400)-200)
		p.groups = append(p.groups, group{[]string{fmt.Sprintf("v%d", k)}})
	}
	fmt.Fprintf(&global, "%s A%d[4] = { 1, -2, 3 };\n", p.integer(), n)
	fmt.Fprintf(&local, "%s a[4] = { 250, -3 }, (*ap)[4] = &a;\n", p.integer())
	p.groups = append(p.groups, group{[]string{fmt.Sprintf("A%d[%%i]", n)}}, group{[]string{"a[%i]", "(*ap)[%i]", "(*(a + %i))"}})
	t = p.pick("short", "int", "unsigned", "long", "unsigned long")
	fmt.Fprintf(&local, "%s t = 0x01020384, *tp = &t; unsigned char *tb = (unsigned char *)&t;\n", t)
	p.groups = append(p.groups, group{[]string{"t", "(*tp)", "tb[%i & 1]"}})
	fmt.Fprintf(&local, "struct S%d s = { 1, 2, 3 }, *sp = &s; union U%d u = { 0x81020304 };\n", n, n)
	p.declareFloats(&global, &local)
	p.functions(&global)
	p.declared = global.String() + "\x00" + local.String()
}

func lastWord(s string) string {
	words := strings.Fields(s)
	if last := words[len(words)-1]; last != "unsigned" {
		return last
	}
	return "int"
}

// functions are the functions that an expression may call. They change C, which no expression reads.
func (p *sequential) functions(b *strings.Builder) {
	n, t := p.number, p.integer()
	fmt.Fprintf(b, "static %s f%d(%s x, %s y) { C%d += x; return x * 3 + y; }\n", p.integer(), n, t, p.integer(), n)
	fmt.Fprintf(b, "static %s h%d(%s x, %s y) { C%d ^= y; return x - y; }\n", "long", n, "long", "long", n)
	fmt.Fprintf(b, "static long j%d(long x, long y) { C%d++; return y ? x %% ((y & 7) + 1) : x; }\n", n, n)
	fmt.Fprintf(b, "static long (*F%d[2])(long, long) = { h%d, j%d };\n", n, n, n)
	fmt.Fprintf(b, "static struct S%d k%d(long x, struct S%d y) { y.m0 = x; C%d += y.m1; return y; }\n", n, n, n, n)
}

// whole returns a complete expression, after choosing the variables that it may read and change.
func (p *sequential) whole() string { return p.without("") }

// without returns an expression that does not change the given place.
func (p *sequential) without(place string) string {
	p.read, p.effects, p.call = nil, nil, p.IntN(3) == 0
	for _, g := range p.groups {
		switch own := slices.Contains(g.places, place); {
		case own || p.IntN(3) > 0:
			p.read = append(p.read, g)
		default:
			p.effects = append(p.effects, g)
		}
	}
	return p.expression(3)
}

func (p *sequential) place(g group, depth int) string {
	place := p.pick(g.places...)
	if p.IntN(4) == 0 {
		place = strings.ReplaceAll(strings.ReplaceAll(place, "s.m", "sp->m"), fmt.Sprintf("S%d_.m", p.number), fmt.Sprintf("SP%d->m", p.number))
	}
	if strings.Contains(place, "%i") {
		return strings.ReplaceAll(place, "%i", "(("+p.expression(min(depth, 1)-1)+") & 3)")
	}
	return place
}

func (p *sequential) leaf(depth int) string {
	if p.IntN(4) > 0 && len(p.read) > 0 {
		return p.place(p.read[p.IntN(len(p.read))], depth)
	}
	return p.pick("0", "1", "-1", "7", "255", "65535u", "0x7fffffff", "0x80000000", "-2147483647L", "0xfffffffffffffffful", "'a'", `'\xff'`)
}

// expression returns an expression whose value does not depend on the order in which operands are evaluated.
func (p *sequential) expression(depth int) string {
	if depth <= 0 {
		return p.leaf(depth)
	}
	e := func() string { return p.expression(depth - 1) }
	switch p.IntN(17) {
	case 16:
		return p.fromFloating(depth)
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", e(), p.pick("+", "-", "*", "&", "|", "^"), e())
	case 3:
		return fmt.Sprintf("(%s %s %s)", e(), p.pick("<", "<=", ">", ">=", "==", "!="), e())
	case 4:
		return fmt.Sprintf("(%s %s (%s & 7))", e(), p.pick("<<", ">>"), e())
	case 5:
		return fmt.Sprintf("(%s %s ((%s & 7) + 1))", e(), p.pick("/", "%"), e())
	case 6:
		return fmt.Sprintf("(%s)(%s)", p.integer(), e())
	case 7:
		return p.pick("-", "~", "!", "+") + "(" + e() + ")"
	case 8:
		return fmt.Sprintf("(%s %s %s)", e(), p.pick("&&", "||"), e())
	case 9:
		return fmt.Sprintf("(%s ? %s : %s)", e(), e(), e())
	case 10:
		return fmt.Sprintf("(%s, %s)", e(), e())
	case 11:
		return p.called(depth)
	case 12:
		return p.pick(fmt.Sprintf("(int)sizeof(+(%s))", e()), fmt.Sprintf("(int)sizeof(struct S%d)", p.number), fmt.Sprintf("\"ab\\xff\"[(%s) & 3]", e()))
	case 13, 14:
		return p.effect(depth)
	}
	return p.leaf(depth)
}

func (p *sequential) called(depth int) string {
	if !p.call {
		return p.leaf(depth)
	}
	p.call = false
	x, y, n := p.expression(depth-1), p.expression(depth-1), p.number
	switch p.IntN(4) {
	case 0:
		return fmt.Sprintf("F%d[(%s) & 1](%s, 5)", n, x, y)
	case 1:
		return fmt.Sprintf("k%d(%s, (struct S%d){ 1, %s }).m%d", n, x, n, y, p.IntN(4))
	case 2:
		return fmt.Sprintf("({ %s q = %s; q += %s; q; })", p.integer(), x, y)
	}
	return fmt.Sprintf("%s%d(%s, %s)", p.pick("f", "h", "j"), n, x, y)
}

func (p *sequential) effect(depth int) string {
	if len(p.effects) == 0 {
		return p.leaf(depth)
	}
	k := p.IntN(len(p.effects))
	g := p.effects[k]
	p.effects = slices.Delete(p.effects, k, k+1)
	place := p.place(g, depth)
	switch p.IntN(4) {
	case 0:
		return place + p.pick("++", "--")
	case 1:
		return p.pick("++", "--") + place
	case 2:
		return fmt.Sprintf("(%s = %s)", place, p.expression(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", place, p.pick("+=", "-=", "*=", "&=", "|=", "^="), p.expression(depth-1))
}

func (p *sequential) statements(depth, n int) (all []*statement) {
	for range n {
		all = append(all, p.statement(depth))
	}
	return all
}

func (p *sequential) statement(depth int) *statement {
	if depth == 0 {
		return p.simple()
	}
	body := func() []*statement { return p.statements(depth-1, 1+p.IntN(3)) }
	switch p.IntN(12) {
	case 0:
		return &statement{[]string{"if (" + p.whole() + ") {\n", "} else {\n", "}"}, [][]*statement{body(), body()}}
	case 1:
		return p.loop(body)
	case 2:
		return p.switched(body)
	case 3:
		p.labels++
		label := fmt.Sprintf("L%d", p.labels)
		return &statement{[]string{"if (" + p.whole() + ") goto " + label + ";\n", label + ":;"}, [][]*statement{body()}}
	}
	return p.simple()
}

func (p *sequential) loop(body func() []*statement) *statement {
	p.loops++
	defer func() { p.loops-- }()
	p.labels++
	i, n := fmt.Sprintf("i%d", p.labels), 1+p.IntN(4)
	var head, tail string
	kind := p.IntN(3)
	if p.loops == 1 && p.IntN(12) == 0 {
		kind, n = 0, 300*n // a loop that has run for long is examined for whether it ever ends
	}
	switch kind {
	case 0:
		head, tail = fmt.Sprintf("for (int %s = 0; %s < %d; %s++) {\n", i, i, n, i), "}"
	case 1:
		head, tail = fmt.Sprintf("{ unsigned char %s = %d; while (%s-- && (%s, 1)) {\n", i, n, i, p.whole()), "} }"
	default:
		head, tail = fmt.Sprintf("{ int %s = %d; do {\n", i, n), fmt.Sprintf("} while ((%s -= 1) > 0); }", i)
	}
	list := body()
	if p.IntN(2) == 0 {
		list = slices.Insert(list, p.IntN(len(list)+1), text("if (%s) %s;", p.whole(), p.pick("break", "continue")))
	}
	return &statement{[]string{head, tail}, [][]*statement{list}}
}

func (p *sequential) switched(body func() []*statement) *statement {
	p.labels++
	label := fmt.Sprintf("L%d", p.labels)
	return &statement{
		[]string{
			"switch (" + p.pick("", "(unsigned char)", "(long)") + "(" + p.whole() + ") & 3) {\ncase 1:\n", p.pick("break;", "", "if ("+p.whole()+") goto "+label+";") + "\ncase 2:;\n",
			p.pick("break;", "") + "\n" + p.pick("default:", "case 0 ... 0:", "case 3:") + "\n" + label + ":;\n", "}",
		},
		[][]*statement{body(), body(), body()},
	}
}

func (p *sequential) simple() *statement {
	g := p.groups[p.IntN(len(p.groups))]
	switch p.IntN(15) {
	case 10:
		return p.changeFloat()
	case 11, 12, 13:
		return p.feature()
	case 0:
		return text("M(%s);", p.whole())
	case 1:
		return text("%s;", p.whole())
	case 2:
		return text("%s;", p.pick(fmt.Sprintf("S%d_ = s", p.number), fmt.Sprintf("s = *SP%d", p.number), fmt.Sprintf("u = U%d_", p.number), fmt.Sprintf("s = k%d(%d, s)", p.number, p.IntN(300))))
	case 3:
		return text("{ unsigned char b[sizeof t]; memcpy(b, &t, sizeof t); b[%d] ^= %d; memcpy(&t, b, %s); M(b[%d]); }", p.IntN(2), p.IntN(256), p.pick("sizeof t", "1", "2"), p.IntN(2))
	case 4:
		return text("M(sp->m0 + SP%d->m1);", p.number)
	}
	place := p.pick(g.places...)
	value := p.without(place)
	return text("%s %s (%s);", strings.ReplaceAll(place, "%i", fmt.Sprint(p.IntN(4))), p.pick("=", "=", "+=", "-=", "|=", "^=", "*="), value)
}

// source returns the function, whose name is P and the number.
func (p *sequential) source() string {
	if p.given != "" {
		return p.given
	}
	global, local, _ := strings.Cut(p.declared, "\x00")
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\nunsigned long P%d(void) {\nunsigned long sum = 0;\n%s", global, p.outside.String(), p.number, local)
	writeAll(&b, p.body)
	fmt.Fprintf(&b, "M(C%d);\n", p.number)
	for _, g := range p.groups {
		for _, place := range g.places {
			if strings.Contains(place, "[%i]") {
				fmt.Fprintf(&b, "EACH(%s);\n", strings.ReplaceAll(place, "%i", "i_"))
			} else {
				fmt.Fprintf(&b, "M(%s);\n", strings.ReplaceAll(place, "%i", "0"))
			}
		}
	}
	p.sumFloats(&b)
	b.WriteString("return sum;\n}\n")
	return b.String()
}
