package cprog_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// concurrent is a random program of a few threads, as a syntax tree: it is written as C, and the reference
// interpreter runs the tree itself. No value depends on an order of evaluation that C leaves open.
type concurrent struct {
	variables []variable
	mutexes   int
	functions [][]*node
	threads   [][]*node // the first is main's, between the starts of the others and their joins
	late      bool      // main runs its own part before it starts the last thread
	leaves    mainLeaves
}

// mainLeaves says how main ends.
type mainLeaves int

const (
	afterJoins mainLeaves = iota
	atOnceByReturn
	atOnceByExit       // of the process
	atOnceByThreadExit // of main alone
)

// variable is a global accessed by threads.
type variable struct {
	name, declared string
	atomic         bool
	bits           int // of the type
	unsigned       bool
	initial        int64
	packed         bool // it is a member of the struct in the union u
	offset         int  // there, in bytes
}

func (v *variable) isInt() bool { return v.bits == 32 }

// wrap returns the value of the variable after n is assigned to it.
func (v *variable) wrap(n int64) int64 {
	beyond := 64 - v.bits
	if v.unsigned {
		return int64(uint64(n) << beyond >> beyond)
	}
	return n << beyond >> beyond
}

// node is an expression or a statement. The meaning of its fields depends on the kind.
type node struct {
	kind
	op          string
	n, m        int     // a number, or the index of a variable, local, mutex or function
	kids        []*node // operands
	body, else_ []*node
}

type kind int

// The expressions. Those from fetched on stand alone on the right of an assignment, or as a condition.
const (
	literal  kind = iota
	local         // n
	element       // kids[0] & 1 of the array
	computed      // kids[0] op kids[1]
	loaded        // variable n, in notation m
	fetched       // op of variable n and kids[0], returning the old value
	swapped       // variable n and kids[0]
	compared      // variable n with local m, and kids[0]
	called        // function n with kids[0]
	bumped        // variable n by kids[0], through a pointer
	// The statements.
	set        // local n = kids[0]
	setElement // element kids[0] & 1 = kids[1]
	written    // variable n = kids[0]
	changed    // variable n op= kids[0]
	branch     // if (kids[0]) body else else_
	loop       // n times, as long as kids[0]: body
	left       // break
	critical   // body, holding mutex n
	tried      // if mutex n is free, body; otherwise else_
	awaited    // variable n op kids[0]
	asserted   // kids[0]
	assumed    // kids[0]
	returned   // kids[0]
	exited     // from the process
)

const locals = 3

// generator generates a program.
type generator struct {
	*rand.Rand
	*concurrent
	loops    int
	function bool // it generates the body of a function
}

func randomConcurrent(seed uint64) *concurrent {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 2)), concurrent: &concurrent{}}
	for k, n := 0, 2+g.IntN(3); k < n; k++ {
		g.variables = append(g.variables, g.variable(k))
	}
	if g.IntN(3) == 0 {
		g.pack()
	}
	g.mutexes, g.late = g.IntN(3), g.IntN(2) == 0
	g.function = true
	for range g.IntN(3) {
		g.functions = append(g.functions, append(g.statements(1, 1+g.IntN(2)), &node{kind: returned, kids: []*node{g.expression(1)}}))
	}
	g.function = false
	g.threads = append(g.threads, g.statements(1, g.IntN(2)))
	for range 2 + g.IntN(2) {
		g.threads = append(g.threads, g.statements(2, 1+g.IntN(3)))
	}
	if g.IntN(3) == 0 {
		g.leaves = mainLeaves(1 + g.IntN(3))
	}
	return g.concurrent
}

func (g *generator) variable(k int) variable {
	types := []variable{{declared: "int", bits: 32}, {declared: "int", bits: 32}, {declared: "short", bits: 16}, {declared: "signed char", bits: 8}, {declared: "unsigned char", bits: 8, unsigned: true}}
	v := types[g.IntN(len(types))]
	v.name, v.atomic, v.initial = fmt.Sprintf("x%d", k), g.IntN(2) == 0, int64(g.IntN(3))
	if v.atomic {
		v.declared = "_Atomic " + v.declared
	}
	return v
}

// pack moves the variables that are small and not atomic into the union.
func (g *generator) pack() {
	next := 0
	for k := range g.variables {
		if v := &g.variables[k]; !v.atomic && v.bits < 32 {
			size := v.bits / 8
			v.packed, v.offset = true, (next+size-1)/size*size
			next = v.offset + size
		}
	}
}

// cell returns the front end's name of v.
func (v *variable) cell() string {
	switch last := v.offset + v.bits/8 - 1; {
	case !v.packed:
		return v.name
	case last == v.offset:
		return fmt.Sprintf("u.w.byte%d", last)
	default:
		return fmt.Sprintf("u.w.bytes%d-%d", v.offset, last)
	}
}

// union declares the union, and returns the statements with which main gives its members their first values.
func (p *concurrent) union() (declared, begin string) {
	var members, names strings.Builder
	for _, v := range p.variables {
		if v.packed {
			fmt.Fprintf(&members, " %s %s;", v.declared, v.name)
			fmt.Fprintf(&names, "#define %s u.s.%s\n", v.name, v.name)
			begin += fmt.Sprintf("%s = %d;\n", v.name, v.initial)
		}
	}
	if begin == "" {
		return "", ""
	}
	return "union { long w; struct {" + members.String() + " } s; } u;\n" + names.String(), begin
}

// pick returns one of the variables that fit, or -1.
func (g *generator) pick(fits func(*variable) bool) int {
	for _, k := range g.Perm(len(g.variables)) {
		if fits(&g.variables[k]) {
			return k
		}
	}
	return -1
}

// pure returns an expression without events.
func (g *generator) pure(depth int) *node {
	switch k := g.IntN(8); {
	case depth > 0 && k < 3:
		ops := []string{"+", "-", "&", "|", "^", "==", "!=", "<", "<=", "&&", "||"}
		return &node{kind: computed, op: ops[g.IntN(len(ops))], kids: []*node{g.pure(depth - 1), g.pure(depth - 1)}}
	case depth > 0 && k == 3:
		return &node{kind: element, kids: []*node{g.pure(depth - 1)}}
	case k < 6:
		return &node{kind: local, n: g.IntN(locals)}
	}
	return &node{kind: literal, n: g.IntN(4)}
}

func (g *generator) load() *node {
	return &node{kind: loaded, n: g.IntN(len(g.variables)), m: g.IntN(3)}
}

// expression returns an expression with at most one event where the order of evaluation is not defined.
func (g *generator) expression(depth int) *node {
	switch g.IntN(7) {
	case 0, 1, 2:
		return g.load()
	case 3:
		return &node{kind: computed, op: []string{"+", "-", "^", "==", "<"}[g.IntN(5)], kids: []*node{g.load(), g.pure(1)}}
	case 4:
		if depth > 0 {
			return &node{kind: computed, op: []string{"&&", "||"}[g.IntN(2)], kids: []*node{g.expression(depth - 1), g.expression(depth - 1)}}
		}
	}
	return g.pure(depth)
}

// value returns any expression.
func (g *generator) value() *node {
	anAtomic := g.pick(func(v *variable) bool { return v.atomic })
	operand := func() []*node { return []*node{g.expression(0)} }
	switch g.IntN(10) {
	case 0:
		if anAtomic >= 0 {
			return &node{kind: fetched, op: []string{"add", "sub", "or", "and", "xor"}[g.IntN(5)], n: anAtomic, kids: operand()}
		}
	case 1:
		if anAtomic >= 0 {
			return &node{kind: swapped, n: anAtomic, kids: operand()}
		}
	case 2, 3:
		if x := g.pick(func(v *variable) bool { return v.atomic && v.isInt() }); x >= 0 {
			return &node{kind: compared, n: x, m: g.IntN(locals), kids: []*node{g.pure(1)}}
		}
	case 4:
		if len(g.functions) > 0 { // a function may call earlier ones
			return &node{kind: called, n: g.IntN(len(g.functions)), kids: operand()}
		}
	case 5:
		if x := g.pick(func(v *variable) bool { return !v.atomic && v.isInt() }); x >= 0 {
			return &node{kind: bumped, n: x, kids: []*node{g.pure(1)}}
		}
	}
	return g.expression(1)
}

func (g *generator) statements(depth, n int) (all []*node) {
	for range n {
		all = append(all, g.statement(depth))
	}
	return all
}

func (g *generator) statement(depth int) *node {
	x := g.IntN(len(g.variables))
	if depth == 0 {
		return g.simple(x)
	}
	body := func() []*node { return g.statements(depth-1, 1+g.IntN(2)) }
	switch g.IntN(13) {
	case 0, 1:
		s := &node{kind: branch, kids: []*node{g.value()}, body: body()}
		if g.IntN(2) == 0 {
			s.else_ = body()
		}
		return s
	case 2:
		g.loops++
		defer func() { g.loops-- }()
		return &node{kind: loop, n: 1 + g.IntN(2), m: g.loops, kids: []*node{g.expression(0)}, body: body()}
	case 3, 4:
		if g.mutexes > 0 {
			return &node{kind: critical, n: g.IntN(g.mutexes), body: body()}
		}
	case 5:
		if g.mutexes > 0 && g.IntN(2) == 0 {
			return &node{kind: tried, n: g.IntN(g.mutexes), body: body(), else_: g.statements(0, g.IntN(2))}
		}
	case 6:
		if g.IntN(3) == 0 {
			return &node{kind: awaited, n: x, op: []string{"!=", "==", "<"}[g.IntN(3)], kids: []*node{{kind: literal, n: g.IntN(3)}}}
		}
	}
	return g.simple(x)
}

func (g *generator) simple(x int) *node {
	switch g.IntN(14) {
	case 0, 1, 2:
		return &node{kind: written, n: x, kids: []*node{g.expression(1)}}
	case 3, 4:
		return &node{kind: changed, n: x, op: []string{"+", "-", "|", "&", "^"}[g.IntN(5)], kids: []*node{g.pure(1)}}
	case 5:
		return &node{kind: setElement, kids: []*node{g.pure(1), g.expression(1)}}
	case 6:
		return &node{kind: asserted, kids: []*node{g.expression(0)}}
	case 7:
		if g.IntN(2) == 0 {
			return &node{kind: assumed, kids: []*node{g.expression(0)}}
		}
	case 8:
		if g.loops > 0 {
			return &node{kind: left}
		}
	case 9:
		if g.function {
			return &node{kind: returned, kids: []*node{g.pure(1)}}
		}
		if g.IntN(6) == 0 {
			return &node{kind: exited}
		}
	}
	return &node{kind: set, n: g.IntN(locals), kids: []*node{g.value()}}
}

// source returns the program as C.
func (p *concurrent) source() string {
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nvoid __VERIFIER_assume(int);\n")
	for _, v := range p.variables {
		if !v.packed {
			fmt.Fprintf(&b, "%s %s = %d;\n", v.declared, v.name, v.initial)
		}
	}
	union, values := p.union()
	b.WriteString(union)
	for m := range p.mutexes {
		fmt.Fprintf(&b, "pthread_mutex_t m%d = PTHREAD_MUTEX_INITIALIZER;\n", m)
	}
	fmt.Fprintf(&b, "int out[%d];\nstatic int bump(int *p, int by) { int old = *p; *p = old + by; return old; }\n", len(p.threads))
	for k, body := range p.functions {
		fmt.Fprintf(&b, "static int f%d(int r0) {\n%s%sreturn 0;\n}\n", k, "int r1 = 0, r2 = 0, l[2] = { 0, 0 };\n", p.text(body))
	}
	const end = "out[%d] = ((r0 * 31 + r1) * 31 + r2) * 31 + l[0] * 3 + l[1];\n"
	const begin = "int r0 = 0, r1 = 0, r2 = %d, l[2] = { 0, 0 };\n"
	for k, body := range p.threads[1:] {
		fmt.Fprintf(&b, "static void *t%d(void *arg) {\nint r0 = 0, r1 = 0, r2 = (long)arg, l[2] = { 0, 0 };\n%s"+end+"return 0;\n}\n", k+1, p.text(body), k+1)
	}
	fmt.Fprintf(&b, "int main(void) {\npthread_t t[%d];\n"+values+begin, len(p.threads), 0)
	for k := range p.threads[1:] {
		if p.late && k == len(p.threads)-2 {
			b.WriteString(p.text(p.threads[0]))
		}
		fmt.Fprintf(&b, "pthread_create(&t[%d], 0, t%d, (void *)%d);\n", k+1, k+1, k+1)
	}
	if !p.late {
		b.WriteString(p.text(p.threads[0]))
	}
	for k := range p.threads[1:] {
		if p.leaves == afterJoins {
			fmt.Fprintf(&b, "pthread_join(t[%d], 0);\n", k+1)
		}
	}
	fmt.Fprintf(&b, end+"%s;\n}\n", 0, []string{"return 0", "return 0", "exit(0)", "pthread_exit(0)"}[p.leaves])
	return b.String()
}

func (p *concurrent) text(list []*node) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(p.write(s) + "\n")
	}
	return b.String()
}

// write writes an expression or a statement as C.
func (p *concurrent) write(s *node) string {
	kid := func(k int) string { return p.write(s.kids[k]) }
	name := func() string { return p.variables[s.n].name }
	block := func(list []*node) string { return "{\n" + p.text(list) + "}" }
	switch s.kind {
	case literal:
		return fmt.Sprint(s.n)
	case local:
		return fmt.Sprintf("r%d", s.n)
	case element:
		return fmt.Sprintf("l[%s & 1]", kid(0))
	case computed:
		return fmt.Sprintf("(%s %s %s)", kid(0), s.op, kid(1))
	case loaded:
		if !p.variables[s.n].atomic {
			return name()
		}
		return fmt.Sprintf([]string{"%s", "atomic_load(&%s)", "atomic_load_explicit(&%s, memory_order_acquire)"}[s.m], name())
	case fetched:
		return fmt.Sprintf("atomic_fetch_%s(&%s, %s)", s.op, name(), kid(0))
	case swapped:
		return fmt.Sprintf("atomic_exchange(&%s, %s)", name(), kid(0))
	case compared:
		return fmt.Sprintf("atomic_compare_exchange_strong(&%s, &r%d, %s)", name(), s.m, kid(0))
	case called:
		return fmt.Sprintf("f%d(%s)", s.n, kid(0))
	case bumped:
		return fmt.Sprintf("bump(&%s, %s)", name(), kid(0))
	case set:
		return fmt.Sprintf("r%d = %s;", s.n, kid(0))
	case setElement:
		return fmt.Sprintf("l[%s & 1] = %s;", kid(0), kid(1))
	case written:
		return fmt.Sprintf("%s = %s;", name(), kid(0))
	case changed:
		return fmt.Sprintf("%s %s= %s;", name(), s.op, kid(0))
	case branch:
		return fmt.Sprintf("if (%s) %s else %s", kid(0), block(s.body), block(s.else_))
	case loop:
		return fmt.Sprintf("for (int i%d = 0; i%d < %d && %s; i%d++) %s", s.m, s.m, s.n, kid(0), s.m, block(s.body))
	case left:
		return "break;"
	case critical:
		return fmt.Sprintf("pthread_mutex_lock(&m%d);\n%spthread_mutex_unlock(&m%d);", s.n, p.text(s.body), s.n)
	case tried:
		return fmt.Sprintf("if (pthread_mutex_trylock(&m%d) == 0) {\n%spthread_mutex_unlock(&m%d);\n} else %s", s.n, p.text(s.body), s.n, block(s.else_))
	case awaited:
		return fmt.Sprintf("while (!(%s %s %s));", name(), s.op, kid(0))
	case asserted:
		return fmt.Sprintf("assert(%s);", kid(0))
	case assumed:
		return fmt.Sprintf("__VERIFIER_assume(%s);", kid(0))
	case exited:
		return "exit(1);"
	}
	return fmt.Sprintf("return %s;", kid(0))
}
