package litmus

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type token struct {
	text string // "" at the end
	line int
}

type scanner struct {
	file   string
	header []token // the lines before the initial state
	tokens []token
	at     int
}

// symbols of more than one character, longer ones first.
var symbols = []string{"/\\", "\\/", "=>", "==", "!=", "<>", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "+=", "-="}

func newScanner(file, text string) *scanner {
	s := &scanner{file: file}
	l := lexer{scanner: s, rest: text, line: 1}
	l.readHeader()
	for l.next() {
	}
	s.tokens = append(s.tokens, token{"", l.line})
	return s
}

func (s *scanner) fail(line int, format string, a ...any) {
	panic(&Error{s.file, line, fmt.Sprintf(format, a...)})
}

func (s *scanner) peek() string { return s.tokens[s.at].text }

func (s *scanner) peekAfter(n int) string { return s.tokens[min(s.at+n, len(s.tokens)-1)].text }

func (s *scanner) line() int { return s.tokens[s.at].line }

func (s *scanner) next() string {
	text := s.peek()
	if text != "" {
		s.at++
	}
	return text
}

// accept consumes the next token if it is text.
func (s *scanner) accept(text string) bool {
	if s.peek() != text {
		return false
	}
	s.at++
	return true
}

func (s *scanner) expect(text string) {
	if !s.accept(text) {
		s.fail(s.line(), "expected %q, found %s", text, quoted(s.peek()))
	}
}

func (s *scanner) name(what string) string {
	if !isName(s.peek()) {
		s.fail(s.line(), "expected %s, found %s", what, quoted(s.peek()))
	}
	return s.next()
}

func quoted(text string) string {
	if text == "" {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", text)
}

func isName(text string) bool { return text != "" && startsName(rune(text[0])) }

func startsName(c rune) bool { return c == '_' || c < utf8.RuneSelf && unicode.IsLetter(c) }

// lexer cuts the text into tokens. In the bodies of C functions, "(*" is a dereference;
// everywhere else it begins a comment.
type lexer struct {
	*scanner
	rest   string
	line   int
	isC    bool
	depth  int // of braces
	blocks int // number of top-level blocks closed; the first one is the initial state
}

func (l *lexer) readHeader() {
	for {
		l.skipBlanks()
		if l.rest == "" || l.rest[0] == '{' {
			return
		}
		line, _, _ := strings.Cut(l.rest, "\n")
		for _, end := range []string{"{", "(*"} {
			line, _, _ = strings.Cut(line, end)
		}
		if text := strings.TrimSpace(line); text != "" {
			if len(l.header) == 0 {
				l.isC = strings.Fields(text)[0] == "C"
			}
			l.header = append(l.header, token{text, l.line})
		}
		l.skip(len(line))
	}
}

func (l *lexer) next() bool {
	l.skipBlanks()
	if l.rest == "" || l.atDrawing() {
		return false
	}
	n := l.length()
	text := l.rest[:n]
	l.tokens = append(l.tokens, token{text, l.line})
	l.skip(n)
	switch text {
	case "{":
		l.depth++
	case "}":
		if l.depth--; l.depth == 0 {
			l.blocks++
		}
	}
	return true
}

// atDrawing reports whether the rest of the file, after the condition, is input for the drawing tool
// memevents. It may be any text, and herd does not read it either.
func (l *lexer) atDrawing() bool {
	return l.blocks > 0 && l.depth == 0 && strings.HasPrefix(l.rest, "<<")
}

func (l *lexer) length() int {
	c := rune(l.rest[0])
	if startsName(c) || isNumber(l.rest) {
		n := strings.IndexFunc(l.rest, func(r rune) bool { return !startsName(r) && (r < '0' || r > '9') })
		if n < 0 {
			n = len(l.rest)
		}
		return n
	}
	for _, s := range symbols {
		if strings.HasPrefix(l.rest, s) {
			return len(s)
		}
	}
	return 1
}

func (l *lexer) skip(n int) {
	l.line += strings.Count(l.rest[:n], "\n")
	l.rest = l.rest[n:]
}

func (l *lexer) skipBlanks() {
	for l.rest != "" {
		switch code := l.isC && l.blocks > 0 && l.depth > 0; {
		case unicode.IsSpace(rune(l.rest[0])):
			l.skip(1)
		case strings.HasPrefix(l.rest, "(*") && !code:
			l.skipNested()
		case strings.HasPrefix(l.rest, "/*"):
			l.skipPast("*/")
		case strings.HasPrefix(l.rest, "//"):
			line, _, _ := strings.Cut(l.rest, "\n")
			l.skip(len(line))
		case l.rest[0] == '"': // the cycle from which a generator made the test
			l.skip(1)
			l.skipPast("\"")
		default:
			return
		}
	}
}

func (l *lexer) skipPast(end string) {
	n := strings.Index(l.rest, end)
	if n < 0 {
		l.fail(l.line, "%q is missing", end)
	}
	l.skip(n + len(end))
}

// skipNested skips a comment, which may contain others.
func (l *lexer) skipNested() {
	start, depth := l.line, 0
	for l.rest != "" {
		switch {
		case strings.HasPrefix(l.rest, "(*"):
			depth++
			l.skip(2)
		case strings.HasPrefix(l.rest, "*)"):
			depth--
			l.skip(2)
		default:
			l.skip(1)
		}
		if depth == 0 {
			return
		}
	}
	l.fail(start, "the comment does not end")
}
