// Package source has positions in C files, and problems there. A problem is
// one line that begins with the file and the line.
package source

import (
	"fmt"
	"path/filepath"
	"strings"

	"modernc.org/token"
)

// Pack is the attribute that a record gets where #pragma pack bounds the alignment of its members, with that bound.
const Pack = "__cprog_pack__"

// Position is a line of a file. The file is named by its last path element.
type Position struct {
	File string
	Line int
}

// Node has a position, as the nodes of a syntax tree do.
type Node interface{ Position() token.Position }

// PositionOf returns the position of n.
func PositionOf(n Node) Position {
	p := n.Position()
	return Position{filepath.Base(p.Filename), p.Line}
}

// InLibrary reports whether p is in a header that every file has without including it.
func (p Position) InLibrary() bool { return strings.HasPrefix(p.File, "<") }

func (p Position) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Error is a problem at a position.
type Error struct {
	File    string // its last path element
	Line    int
	Problem string
}

func (p *Error) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Problem) }

// Problem returns an error at p.
func (p Position) Problem(format string, args ...any) *Error {
	return &Error{p.File, p.Line, fmt.Sprintf(format, args...)}
}

// Refuse ends the function in which [Catch] is deferred: n is not supported.
func Refuse(n Node, format string, args ...any) { panic(PositionOf(n).Problem(format, args...)) }

// Catch is deferred; it turns a problem that has ended the function into its error.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}

// SecondOperand is the variable that package parse writes as the second operand of a ?: that has none, in a file in which the condition of
// such an expression is a constant. It stands for the condition, which is an int.
const SecondOperand = "__cprog_second"
