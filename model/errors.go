package model

import (
	"fmt"
	"strings"
)

// UsageError says that a program uses the model in a way that has no meaning: a
// Thread in another body than its own, say, or a declaration while it runs.
type UsageError struct {
	Thread  string // the thread that did it, or "" if none did
	Problem string // what it did, and what is right
}

func (e *UsageError) Error() string {
	if e.Thread == "" {
		return e.Problem
	}
	return "thread " + e.Thread + ": " + e.Problem
}

// EndlessError says that an execution went past the step bound.
type EndlessError struct {
	MaxSteps int
	Thread   string // the thread that was to do the next event,
	Last     string // and what that event was
}

func (e *EndlessError) Error() string {
	return fmt.Sprintf("an execution has not ended after %d events, the step bound: thread %s would do %s next; "+
		"bound its loops, or raise the step bound", e.MaxSteps, e.Thread, e.Last)
}

// NondeterminismError says that a thread did two different things after its
// operations had returned the same values.
type NondeterminismError struct {
	Thread string
	Values []int64 // what its operations had returned, the first ones first
	First  string  // the operation it did first,
	Then   string  // and the one it did when it was run again
}

func (e *NondeterminismError) Error() string {
	return fmt.Sprintf("thread %s is not deterministic: after its operations returned [%s] it first did %s and then %s; "+
		"look for random numbers, time, the order of a map, and captured or package-level variables that bodies change: %s",
		e.Thread, values(e.Values), e.First, e.Then, advice)
}

func values(vs []int64) string {
	const shown = 8
	var text []string
	if len(vs) > shown {
		text = append(text, fmt.Sprintf("%d more", len(vs)-shown), "…")
		vs = vs[len(vs)-shown:]
	}
	for _, v := range vs {
		text = append(text, fmt.Sprint(v))
	}
	return strings.Join(text, " ")
}

// advice ends the messages about bodies that do not do the same again.
const advice = "threads share variables of the program (Var) only, and the result of a thread comes through Return and Join"

// SharedStateError says that what a thread does depends on when other bodies run,
// although its operations return the same values: bodies share Go state.
type SharedStateError struct {
	Thread string
	Writer string // the thread that it shares state with, or "" if that is not known
	First  string // the operation it did in one order of the bodies,
	Then   string // and in another
}

func (e *SharedStateError) Error() string {
	other := "another body"
	if e.Writer != "" {
		other = "thread " + e.Writer
	}
	return fmt.Sprintf("thread %s reads Go state that %s changes (a captured or package-level variable, slice, map or pointer): "+
		"it does %q or %q, depending on which runs first; %s", e.Thread, other, e.First, e.Then, advice)
}

type namer interface {
	ThreadName(t ThreadID) string
	spawnPath(t ThreadID) spawnPath
}

// nondeterminism says that t came to op instead of the last node of path.
func (b *Behaviour) nondeterminism(t ThreadID, path []Position, op operation) error {
	err := &NondeterminismError{
		Thread: b.ThreadName(t),
		First:  b.operationAt(path[len(path)-1]).describe(b.program),
		Then:   op.describe(b.program),
	}
	for _, n := range path[1:] {
		err.Values = append(err.Values, b.nodes[n].value)
	}
	return err
}

// ThreadName names thread t: a declared thread by its name and number, a
// spawned one by the thread that started it as well.
func (b *Behaviour) ThreadName(t ThreadID) string {
	l := b.threads[t]
	switch {
	case l.isActor():
		return b.bufferName(l)
	case l.n == 0:
		return fmt.Sprintf("%d (%s)", t, b.program.threads[t].name)
	}
	return childName(t, l.n, b.ThreadName(l.parent))
}

func (b *Behaviour) spawnPath(t ThreadID) spawnPath { return b.threads[t] }

// ThreadName names thread t; see [Behaviour.ThreadName].
func (m *Machine) ThreadName(t ThreadID) string { return m.tree.ThreadName(t) }

func childName(t ThreadID, n int32, parent string) string {
	return fmt.Sprintf("%d (child %d of thread %s)", t, n, parent)
}
