package smallprog

import (
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// Source returns p as Go source: a function called name, which must be an identifier, that
// makes the program with package model. It declares the variables and mutexes that p uses,
// in order.
func (p Program) Source(name string) string {
	var s source
	s.line("func %s() *model.Program {", name)
	s.line("p := model.NewProgram(%q)", strings.ToLower(name))
	for i, name := range variableNames {
		if p.uses("%x", i) {
			s.line(`%c := p.Var("%[1]c", 0)`, name)
		}
	}
	for i, name := range mutexNames {
		if p.uses("%l", i) {
			s.line(`%c := p.Mutex("%[1]c")`, name)
		}
	}
	for i, body := range p.Threads {
		s.line("p.Thread(%q, func(t *model.Thread) {", ThreadName(i))
		(&function{source: &s}).write(body)
		s.line("})")
	}
	s.line("return p")
	s.line("}")
	formatted, err := format.Source([]byte(s.String()))
	if err != nil {
		return s.String() // name is not an identifier
	}
	return string(formatted)
}

// uses reports whether a statement is on the variable (what: %x) or the mutex (what: %l) with that number.
func (p Program) uses(what string, object int) bool {
	for s := range p.statements() {
		if s.Op.has(what) && s.Object == object {
			return true
		}
	}
	return false
}

type source struct{ strings.Builder }

func (s *source) line(format string, args ...any) {
	fmt.Fprintf(s, format, args...)
	s.WriteByte('\n')
}

// function is the body of a thread to be written.
type function struct {
	*source
	parent   bool // it starts with the registers of another one
	number   int  // of this one among the threads that its parent starts
	declared [len(registerNames)]bool
	started  int          // threads that it has started so far
	stack    bool         // the threads to join depend on values read, so it keeps a stack of them
	joined   map[int]bool // the numbers of the threads that it joins, if there is no stack
	open     []string     // the names of the threads started and not yet joined, if there is no stack
}

// write writes the body, without registers that are never read.
func (f *function) write(body []Statement) {
	f.followChildren(body)
	for r := range len(registerNames) {
		switch {
		case f.parent && inherits(body, r):
			f.line("%c := %[1]c%d", registerNames[r], f.number)
		case reads(body, r) && !beginsWithResult(body, r):
			f.line("var %c int64", registerNames[r])
		default:
			continue
		}
		f.declared[r] = true
	}
	f.block(body, body)
}

func (f *function) followChildren(body []Statement) {
	f.joined = map[int]bool{}
	var open []int
	started := 0
	for _, s := range body {
		switch {
		case s.Op == Go:
			started++
			open = append(open, started)
		case s.Op == Join && len(open) > 0:
			f.joined[open[len(open)-1]] = true
			open = open[:len(open)-1]
		case s.Op == If && (contains(s.Body, Go) || contains(s.Body, Join)):
			f.stack = contains(body, Join)
		}
	}
	if f.stack {
		f.line("var children []model.Child // started and not joined")
	}
}

func contains(body []Statement, op Op) bool {
	return slices.ContainsFunc(body, func(s Statement) bool {
		return s.Op == op || s.Op == If && contains(s.Body, op)
	})
}

func (f *function) block(part, body []Statement) {
	for _, s := range part {
		switch s.Op {
		case If:
			f.line("%s {", s.in(notation[If].code))
			f.block(s.Body, body)
			f.line("}")
		case Go:
			f.start(s)
		case Join:
			f.join()
		default:
			f.operation(s, s.Op.returns() && reads(body, s.Register))
		}
	}
}

// operation writes a call; its result goes into the register of s if that is read.
func (f *function) operation(s Statement, isRead bool) {
	call, a := s.ordered(s.in(notation[s.Op].code)), registerNames[s.Register]
	declared := &f.declared[s.Register]
	switch {
	case !isRead:
		f.line("%s", call)
		return
	case s.Op == CAS && *declared:
		f.line("%c = 0", a)
	case s.Op == CAS:
		f.line("var %c int64", a)
	case *declared:
		f.line("%c = %s", a, call)
	default:
		f.line("%c := %s", a, call)
	}
	if *declared = true; s.Op == CAS {
		f.line("if %s {\n%c = 1\n}", call, a)
	}
}

// start writes a Go. The thread gets copies of the registers, because its parent may change them.
func (f *function) start(s Statement) {
	f.started++
	child := &function{source: f.source, parent: true, number: f.started}
	for r := range len(registerNames) {
		if inherits(s.Body, r) {
			f.line("%c%d := %[1]c", registerNames[r], f.started)
		}
	}
	before, after := "", ""
	name := fmt.Sprintf("child%d", f.started)
	switch {
	case f.stack:
		before, after = "children = append(children, ", ")"
	case f.joined[f.started]:
		before = name + " := "
		f.open = append(f.open, name)
	}
	f.line(`%st.Go("child", func(t *model.Thread) {`, before)
	child.write(s.Body)
	f.line("})%s", after)
}

func (f *function) join() {
	switch last := len(f.open) - 1; {
	case f.stack:
		f.line("if n := len(children); n > 0 {")
		f.line("t.Join(children[n-1])")
		f.line("children = children[:n-1]")
		f.line("}")
	case last >= 0:
		f.line("t.Join(%s)", f.open[last])
		f.open = f.open[:last]
	}
}
