// Package terminal tells whether output goes to a terminal, and how wide that is,
// and shows there how far a piece of work has come.
package terminal

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// defaultWidth is used where there is no terminal to ask.
const defaultWidth = 160

// Is reports whether w is a terminal.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}

// Width is the width of w in characters if it is a terminal, and else 160.
func Width(w io.Writer) int {
	if Is(w) {
		if width, _, err := cwriter.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
			return width
		}
	}
	return defaultWidth
}
