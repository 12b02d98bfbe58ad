package model

import (
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
)

// places are where in the source the operations of the nodes are: known only if Limits ask for
// it, because finding out costs more than anything else that a thread does.
type places struct {
	wanted bool
	names  []string // "counter.go:12"; the first is ""
	at     []int32  // in names, by Position
}

func (p *places) set(n Position, name string) {
	for len(p.at) <= int(n) {
		p.at = append(p.at, 0)
	}
	i := slices.Index(p.names, name)
	if i < 0 {
		i = len(p.names)
		p.names = append(p.names, name)
	}
	p.at[n] = int32(i)
}

func (p *places) of(n Position) string {
	if int(n) >= len(p.at) || len(p.names) == 0 {
		return ""
	}
	return p.names[p.at[n]]
}

// PlaceAt is the line of the source of the i-th event of E, as "counter.go:12"; NextPlace is that
// of what thread t does next, or has failed at. They are "" unless Limits.Places was set, and where
// the source is not known.
func (m *Machine) PlaceAt(i int) string        { return m.tree.places.of(m.undo[i].node) }
func (m *Machine) NextPlace(t ThreadID) string { return m.tree.places.of(m.threads[t].node) }

// Place says where in another source the next operations of the thread are, as "counter.c:12": for
// bodies that a translator has made. It is no event.
func (t *Thread) Place(line string) { t.place = line }

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
		case strings.HasPrefix(f.Function, "dporbench/model.(*coroutine)"):
			return "" // no body between here and what runs it
		case !inner:
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		case !more:
			return ""
		}
	}
}
