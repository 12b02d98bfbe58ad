// Package source says where in a C file something stands, and what is wrong there. A problem is
// one line that begins with the file and the line.
package source

import (
	"fmt"
	"path/filepath"
	"strings"

	"modernc.org/token"
)

// Position is a line of a file, which is named by its last element.
type Position struct {
	File string
	Line int
}

// Node is what stands somewhere, as the nodes of a syntax tree do.
type Node interface{ Position() token.Position }

// PositionOf is where n stands.
func PositionOf(n Node) Position {
	p := n.Position()
	return Position{filepath.Base(p.Filename), p.Line}
}

// InLibrary reports whether p is in a header that every file has, without including it.
func (p Position) InLibrary() bool { return strings.HasPrefix(p.File, "<") }

func (p Position) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Error is what is wrong at a place.
type Error struct {
	File    string // its last element
	Line    int
	Problem string
}

func (p *Error) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Problem) }

// Problem is an error at p.
func (p Position) Problem(format string, args ...any) *Error {
	return &Error{p.File, p.Line, fmt.Sprintf(format, args...)}
}

// Refuse ends what [Catch] is deferred in: n is not supported.
func Refuse(n Node, format string, args ...any) { panic(PositionOf(n).Problem(format, args...)) }

// Catch is deferred, and turns a problem that has ended the function into its error.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}
