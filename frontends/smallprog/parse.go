package smallprog

import (
	"fmt"
	"strings"

	"dporbench/model"
	"dporbench/model/operation"
)

// Build is Parse followed by [Program.Build].
func Build(text string) (*model.Program, error) {
	p, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return p.Build(), nil
}

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

// Error describes a problem with the text of a program.
type Error struct {
	Text    string // of the program
	At, End int    // the range in Text that is wrong
	Problem string
}

func (e *Error) Error() string { return fmt.Sprintf("program %q: %s", e.Text, e.Problem) }

// Parse parses a program as written by Program.String. `x=a` is short for `x=a+0`;
// `swap(x,1)`, `cas(x,0,1)` and `await x==1` are short for forms in which h takes the
// result. There may be line breaks between statements. The error is an [Error].
func Parse(text string) (Program, error) {
	var p Program
	at := 0 // where the thread begins
	for thread := range strings.SplitSeq(text, "|") {
		next := at + len(thread) + 1
		if i := strings.IndexByte(thread, ':'); i >= 0 {
			thread = thread[i+1:]
		}
		r := reader{text: text, rest: strings.TrimSpace(thread)}
		r.end = next - 1 - (len(thread) - len(strings.TrimRight(thread, space)))
		body := r.block()
		if r.err == nil && r.rest != "" {
			r.fail(r.rest, "unexpected %q", r.rest)
		}
		if r.err != nil {
			return Program{}, r.err
		}
		p.Threads = append(p.Threads, body)
		at = next
	}
	return p, nil
}

// space is the white space allowed between statements.
const space = " \t\r\n"

// reader reads statements from the front of rest.
type reader struct {
	text string // of the whole program
	rest string
	end  int // of rest, in text
	err  error
}

// fail notes a problem with what, which is at the front of rest except for space before it.
func (r *reader) fail(what string, format string, args ...any) {
	if r.err != nil {
		return
	}
	at := r.end - len(r.rest)
	if i := strings.Index(r.text[at:r.end], what); i >= 0 {
		at += i
	}
	r.err = &Error{r.text, at, at + len(what), fmt.Sprintf(format, args...)}
}

// block reads statements up to a } or to the end.
func (r *reader) block() []Statement {
	var body []Statement
	for r.err == nil && r.rest != "" && r.rest[0] != '}' {
		body = append(body, r.statement())
		r.rest = strings.TrimLeft(r.rest, ";"+space)
	}
	return body
}

func (r *reader) statement() Statement {
	if before, after, opens := strings.Cut(r.rest, "{"); opens && !strings.ContainsAny(before, ";}") {
		head := strings.TrimSpace(before)
		s := r.simple(head)
		if s.Op != If && s.Op != Go {
			r.fail(head, "%q has no body", head)
		}
		opened := *r
		r.rest = strings.TrimLeft(after, ";"+space)
		s.Body = r.block()
		if !strings.HasPrefix(r.rest, "}") && r.err == nil {
			opened.fail(head, "%q is not closed", before)
			r.err = opened.err
		}
		r.rest = strings.TrimPrefix(r.rest, "}")
		return s
	}
	end := strings.IndexAny(r.rest, ";}")
	if end < 0 {
		end = len(r.rest)
	}
	s := r.simple(strings.TrimSpace(r.rest[:end]))
	r.rest = r.rest[end:]
	return s
}

func (r *reader) simple(text string) Statement {
	if word, rest, more := strings.Cut(text, " "); more {
		if order, ok := operation.ParseOrdering(word); ok {
			s := r.simple(strings.TrimSpace(rest))
			if s.Order != 0 || !s.orderable(order) {
				r.fail(text, "%q cannot be %s", rest, word)
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
	r.fail(text, "cannot read statement %q", text)
	return Statement{}
}

// match reads text as a statement of a form. Spaces around operators and operands are free.
func match(form, text string) (s Statement, ok bool) {
	s.Register = len(registerNames) - 1
	for whole := form; form != ""; {
		if read := len(whole) - len(form); !isWord(form[0]) || read > 0 && !isWord(whole[read-1]) {
			text = strings.TrimLeft(text, space)
		}
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
		case 'N':
			s.Name = operationName(text)
			used, ok = len(s.Name), s.Name != ""
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

// isWord reports whether c is of a word, or a space, which has to be where a form has it.
func isWord(c byte) bool { return c == ' ' || c >= 'a' && c <= 'z' }

// operationName returns the name of an operation at the front of text, such as "push" or "q.push"; "" if there is none.
func operationName(text string) string {
	end := word(text)
	if end > 0 && strings.HasPrefix(text[end:], ".") {
		if n := word(text[end+1:]); n > 0 {
			end += 1 + n
		}
	}
	return text[:end]
}

// word returns the length of the word at the front of text: letters and digits, of which the first is a letter.
func word(text string) (n int) {
	for n < len(text) && (text[n] >= 'a' && text[n] <= 'z' || n > 0 && text[n] >= '0' && text[n] <= '9') {
		n++
	}
	return n
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

// CheckNames returns an error if two threads of a text have the same name, or one has a name that the program gives to another one:
// the first thread is named p, the next one q, and so on. renamed are other names that it does not keep.
func CheckNames(text string) (renamed []string, err error) {
	if strings.Contains(text, "||") {
		return nil, fmt.Errorf("program %q: one | separates threads, as in p: x=1 | q: a=x", text)
	}
	seen := map[string]int{}
	for i, thread := range strings.Split(text, "|") {
		name, _, named := strings.Cut(thread, ":")
		if name = strings.TrimSpace(name); !named || name == "" {
			continue
		}
		if _, twice := seen[name]; twice {
			return nil, fmt.Errorf("program %q: two threads are named %s: name them p, q, r, ... in this order", text, name)
		}
		seen[name] = i
		if name != ThreadName(i) {
			renamed = append(renamed, name)
		}
	}
	for name, i := range seen {
		for other := range strings.Count(text, "|") + 1 {
			if name == ThreadName(other) && i != other {
				return nil, fmt.Errorf("program %q: thread %d is named %s: name them p, q, r, ... in this order", text, i+1, name)
			}
		}
	}
	return renamed, nil
}

// Named is a text without names of threads, with them.
func Named(text string) string {
	threads := strings.Split(text, "|")
	for i, thread := range threads {
		threads[i] = ThreadName(i) + ": " + strings.TrimSpace(thread)
	}
	return strings.Join(threads, " | ")
}
