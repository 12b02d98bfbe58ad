package parse

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"modernc.org/cc/v4"
)

// The limits of a file's shape. The parser, the type checker and the compiler call themselves for nested parts, and a stack
// that overflows ends the process.
const (
	mostNested   = 1_000     // brackets of any kind inside of each other
	mostInRow    = 20_000    // tokens without a comma, a semicolon or a brace between them
	mostElse     = 10_000    // of one declaration: each else nests in the last one
	mostTokens   = 3_000_000 // of a file, after preprocessing
	mostOperands = 500_000   // tokens without a semicolon or a brace between them, as in a list of numbers
)

// shape reads the tokens of a preprocessed file, and refuses a file that the parser would not survive: one that is too large or
// too deeply nested, or that ends in the middle of a declaration, where the parser may never return.
type shape struct {
	open                           []byte // the brackets that are not closed yet
	tokens, inRow, operands, elses int
	last                           string
	members                        *members
	inLibrary                      func(called string) bool // nil if that does not matter
	needsLibrary                   bool                     // such a function is called inside of a body
}

func newShape(needsLibrary func(string) bool) *shape {
	return &shape{members: newMembers(), inLibrary: needsLibrary}
}

// check returns an error if the sources do not have the shape of a C file, or cannot be preprocessed.
func (s *shape) check(config *cc.Config, sources []cc.Source) (err error) {
	defer recoverTo(&err)
	if err := cc.Preprocess(config, sources, s); err != nil {
		return err
	}
	return s.end()
}

// Write takes the text of a token.
func (s *shape) Write(token []byte) (int, error) {
	text := string(token)
	if text == "" || text[0] == ' ' || text[0] == '\n' || text[0] == '\t' {
		return len(token), nil
	}
	s.tokens, s.inRow, s.operands = s.tokens+1, s.inRow+1, s.operands+1
	return len(token), s.take(text)
}

func (s *shape) take(text string) error {
	after := s.last
	s.last = text
	if after == "*" && neverAfterStar(text) {
		return fmt.Errorf("unexpected '%s' after '*'", text)
	}
	switch text {
	case "(", "[", "{":
		s.needsLibrary = s.needsLibrary || text == "(" && len(s.open) > 0 && s.inLibrary != nil && s.inLibrary(after)
		s.open = append(s.open, text[0])
	case ")", "]", "}":
		opening := map[string]byte{")": '(', "]": '[', "}": '{'}[text]
		if len(s.open) == 0 || s.open[len(s.open)-1] != opening {
			return fmt.Errorf("unexpected '%s'", text)
		}
		s.open = s.open[:len(s.open)-1]
	case "else":
		s.elses++
	}
	switch text {
	case ";", "{", "}":
		s.inRow, s.operands = 0, 0
		if len(s.open) == 0 {
			s.elses = 0
		}
	case ",":
		s.inRow = 0
	}
	for _, l := range []struct {
		is, most int
		of       string
	}{
		{len(s.open), mostNested, "nested brackets"}, {s.inRow, mostInRow, "tokens in one expression"},
		{s.operands, mostOperands, "tokens in one expression"}, {s.elses, mostElse, "else branches in one declaration"}, {s.tokens, mostTokens, "tokens"},
	} {
		if l.is > l.most {
			return fmt.Errorf("too large: more than %d %s", l.most, l.of)
		}
	}
	return s.members.take(text)
}

// statements are the words with which a statement or a declaration begins, and that are part of no declarator and no operand.
const statements = " auto break case char continue default do double else enum extern float for goto if inline int long register return " +
	"short signed static struct switch typedef union unsigned void while "

// neverAfterStar reports whether a token follows a * in no C file. In a declarator, the parser may not return from it.
func neverAfterStar(token string) bool {
	first, _ := utf8.DecodeRuneInString(token)
	return strings.Contains(";}@`", token) || unicode.IsControl(first) || first == utf8.RuneError || strings.Contains(statements, " "+token+" ")
}

// end returns an error if the file ends in the middle of a declaration.
func (s *shape) end() error {
	switch {
	case len(s.open) > 0:
		return fmt.Errorf("unexpected end of the file: '%c' is not closed", s.open[len(s.open)-1])
	case s.last != "" && !slices.Contains([]string{";", "}"}, s.last):
		return fmt.Errorf("unexpected end of the file after '%s'", s.last)
	}
	return nil
}
