package model

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Place says where in another source the next operations of the thread are, as "counter.c:12": for
// bodies that a translator has made. It is no event.
func (t *Thread) Place(line string) { t.place = line }

// Print prints a text for those who look at an execution: see trace.Trace in package trace. It is no event, and other
// threads know nothing of it.
func (t *Thread) Print(text string) {
	if t.places {
		t.printed += text
	}
}

// Skipped is what a thread prints to say that its program is a test that has been skipped.
const Skipped = "\x16skipped\n"

// Mark says what the operations of the thread so far have done, beyond what their events show: a number that means
// something to the translator whose body this is, and which package machine returns to it; see
// [behaviour.Limits]. It is no event, and nothing depends on it.
func (t *Thread) Mark(m int32) { t.mark = m }

// Reveal lets others ask f what the body holds where it is stopped, other than what its operations show: for bodies that a
// translator has made; see package machine. f is called while the body waits, and must not use the Thread. It is no event.
func (t *Thread) Reveal(f func() any) { t.reveal = f }

// here is the place of the operation that the thread is about to do: the innermost caller that is
// not of this package, or of one below it.
func (t *Thread) here() string {
	if t.place != "" || t.program.Isolated() == Assumed {
		return t.place // a translator's program has no lines that mean anything to people
	}
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		inner := strings.HasPrefix(f.Function, "runtime.") || strings.HasPrefix(f.Function, "dporbench/model.") ||
			strings.HasPrefix(f.Function, "dporbench/model/")
		switch {
		case strings.HasPrefix(f.Function, "iter.Pull"):
			return "" // no body between here and what runs it
		case !inner:
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		case !more:
			return ""
		}
	}
}
