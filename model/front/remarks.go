package front

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"

	"dporbench/model/event"
	"dporbench/model/operation"
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

// Local, for translators, registers state to return a hash of everything that the future of the body depends on where it is, besides
// the values that operations will return; 0 says that the body does not describe itself there, which is always right. It is called when an
// operation is asked for, and must not use the Thread. Hashes are the same in all processes, and equal ones continue
// alike: after an equal operation with an equal result, the hashes are equal again.
//
// Each value that an operation returns is added to the hash *since, which the body may replace by any other number.
func (t *Thread) Local(state func() uint64, since *uint64) {
	t.local.state, t.local.since = state, since
}

// WantsLocal, for translators, reports whether the explorer asks for local states. If not, there is no need to register anything.
func (t *Thread) WantsLocal() bool { return t.local.wanted }

// asked notes the local state at an operation that has been asked for. Its memory order is a part of that: fences before it are no events.
func (l *local) asked(o operation.Ordering) {
	hash := uint64(0)
	if l.state != nil {
		hash = l.state()
	}
	if hash != 0 && o != 0 {
		hash = event.Mix(hash, uint64(o)) | 1
	}
	l.at = append(l.at, hash)
}

// returned adds the result of an operation. The number of a new thread says nothing.
func (l *local) returned(c operation.Code, result int64) {
	if l.since == nil {
		return
	}
	if c == operation.Spawn {
		result = 0
	}
	*l.since = event.Mix(*l.since+1, uint64(result))
}

// of returns the hash at the i-th operation asked for, or 0: that at which a body ends has none.
func (l *local) of(i int) uint64 {
	if i < len(l.at) {
		return l.at[i]
	}
	return 0
}
