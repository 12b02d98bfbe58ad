package command

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// file is an [os.File] or wraps one.
type file interface{ Fd() uintptr }

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(file)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the width of w in characters: the environment variable COLUMNS, or else the terminal's width or, if w
// is not a terminal, otherwise.
func Width(w io.Writer, otherwise int) int {
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return width
	}
	if IsTerminal(w) {
		if width, _, err := term.GetSize(int(w.(file).Fd())); err == nil && width > 0 {
			return width
		}
	}
	return otherwise
}
