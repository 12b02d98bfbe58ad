package smallprog

import (
	"fmt"
	"strings"

	"dporbench/model"
	"dporbench/model/operation"
)

// MustBuild is MustParse followed by Build, for programs in tests.
func MustBuild(text string) *model.Program { return MustParse(text).Build() }

// MustParse is Parse for programs in tests. It panics where Parse returns an error.
func MustParse(text string) Program {
	p, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

// Parse parses a program as written by Program.String. `x=a`, `swap(x,1)` and
// `cas(x,0,1)` are short for `x=a+0`, and for an h that takes the result, as
// `await x==1` is.
func Parse(text string) (Program, error) {
	var p Program
	for thread := range strings.SplitSeq(text, "|") {
		if _, body, named := strings.Cut(thread, ":"); named {
			thread = body
		}
		r := reader{rest: strings.TrimSpace(thread)}
		body := r.block()
		if r.err == nil && r.rest != "" {
			r.err = fmt.Errorf("unexpected %q", r.rest)
		}
		if r.err != nil {
			return Program{}, fmt.Errorf("program %q: %w", text, r.err)
		}
		p.Threads = append(p.Threads, body)
	}
	return p, nil
}

// reader reads statements from the front of rest.
type reader struct {
	rest string
	err  error
}

// block reads statements up to a } or to the end.
func (r *reader) block() []Statement {
	var body []Statement
	for r.err == nil && r.rest != "" && r.rest[0] != '}' {
		body = append(body, r.statement())
		r.rest = strings.TrimLeft(r.rest, "; ")
	}
	return body
}

func (r *reader) statement() Statement {
	if before, after, opens := strings.Cut(r.rest, "{"); opens && !strings.ContainsAny(before, ";}") {
		s := r.simple(strings.TrimSpace(before))
		if s.Op != If && s.Op != Go && r.err == nil {
			r.err = fmt.Errorf("%q has no body", strings.TrimSpace(before))
		}
		r.rest = strings.TrimLeft(after, "; ")
		s.Body = r.block()
		if !strings.HasPrefix(r.rest, "}") && r.err == nil {
			r.err = fmt.Errorf("%q is not closed", before)
		}
		r.rest = strings.TrimPrefix(r.rest, "}")
		return s
	}
	end := strings.IndexAny(r.rest, ";}")
	if end < 0 {
		end = len(r.rest)
	}
	text := strings.TrimSpace(r.rest[:end])
	r.rest = r.rest[end:]
	return r.simple(text)
}

func (r *reader) simple(text string) Statement {
	if word, rest, more := strings.Cut(text, " "); more {
		if order, ok := operation.ParseOrdering(word); ok {
			s := r.simple(strings.TrimSpace(rest))
			if s.Order != 0 || !s.orderable(order) && r.err == nil {
				r.err = fmt.Errorf("%q cannot be %s", rest, word)
			}
			s.Order = order
			return s
		}
	}
	for op, n := range notation {
		for _, form := range []string{n.text, n.short} {
			if s, ok := match(form, text); ok && form != "" {
				s.Op = Op(op)
				return s
			}
		}
	}
	r.err = fmt.Errorf("cannot read statement %q", text)
	return Statement{}
}

func match(form, text string) (s Statement, ok bool) {
	s.Register = len(registerNames) - 1
	for form != "" {
		if form[0] != '%' {
			if text == "" || text[0] != form[0] {
				return s, false
			}
			form, text = form[1:], text[1:]
			continue
		}
		used := 1
		switch form[1] {
		case 'a':
			s.Register, ok = index(registerNames, text)
		case 'x':
			s.Object, ok = index(variableNames, text)
		case 'y':
			ok = text != "" && text[0] == variableNames[s.Object]
		case 'c':
			used, ok = comparison(text, &s.Compare)
		case 'l':
			s.Object, ok = index(mutexNames, text)
		case 'd':
			used, ok = number(text, &s.A)
		case 'f':
			used, ok = fetchOp(text, &s.B)
		case 'o':
			used, ok = parseAssignment(text, &s.B)
		case 'e':
			used, ok = number(text, &s.B)
		}
		if !ok {
			return s, false
		}
		form, text = form[2:], text[used:]
	}
	return s, text == ""
}

func fetchOp(text string, code *int64) (used int, ok bool) {
	used = max(0, strings.IndexByte(text, '('))
	op, ok := operation.ParseFetchOp(text[:used])
	*code = int64(op)
	return used, ok
}

func parseAssignment(text string, code *int64) (used int, ok bool) {
	used = strings.IndexByte(text, '=') + 1
	op, ok := operation.ParseAssignment(strings.TrimLeft(text[:used], " "))
	*code = int64(op)
	return used, ok
}

func index(names, text string) (int, bool) {
	if text == "" {
		return 0, false
	}
	i := strings.IndexByte(names, text[0])
	return i, i >= 0
}

func number(text string, n *int64) (used int, ok bool) {
	for used < len(text) && (text[used] >= '0' && text[used] <= '9' || used == 0 && text[used] == '-') {
		used++
	}
	_, err := fmt.Sscan(text[:used], n)
	return used, err == nil
}
