package front

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"
)

// Place, for translators, sets the place of the thread's next operations in the original source,
// as "counter.c:12". It is not an event.
func (t *Thread) Place(line string) { t.place = line }

// Print prints text for readers of an execution; see trace.Trace in package trace. It is not an event, and has no
// effect on other threads.
func (t *Thread) Print(text string) {
	if t.places {
		t.printed.Text += text
	}
}

// Skip, for translators, records that the program is a test and that the thread skips it. It is not an event.
func (t *Thread) Skip() { t.printed.Skips = t.places }

// Mark, for translators, says what the operations of the thread so far have done, beyond what their events show.
// The number means something only to the translator, to which package machine returns it; see [behaviour.Limits].
// It is not an event, and nothing depends on it.
func (t *Thread) Mark(m int32) { t.mark = m }

// Reveal, for translators, registers f to return what the body holds where it is stopped, beyond what its operations show;
// see package machine. f is called while the body waits, and must not use the Thread. It is not an event.
func (t *Thread) Reveal(f func() any) { t.reveal = f }

// here returns the place of the operation that the thread is about to do: the innermost caller
// outside package model and those below it.
func (t *Thread) here() string {
	if t.place != "" || t.program.Isolated() == Assumed {
		return t.place // a translator's program has no lines that mean anything to people
	}
	model := path.Dir(reflect.TypeFor[Thread]().PkgPath())
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		inner := strings.HasPrefix(f.Function, "runtime.") || strings.HasPrefix(f.Function, model+".") || strings.HasPrefix(f.Function, model+"/")
		switch {
		case strings.HasPrefix(f.Function, "iter.Pull"):
			return "" // no body in between
		case !inner:
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		case !more:
			return ""
		}
	}
}
