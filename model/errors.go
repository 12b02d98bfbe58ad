package model

import (
	"fmt"
	"strings"
)

// EndlessError says that an execution went past the step bound.
type EndlessError struct {
	MaxSteps int
	Thread   string // the thread that was to do the next event,
	Last     string // and what that event was
}

func (e *EndlessError) Error() string {
	return fmt.Sprintf("no end after %d events: thread %s goes on with %s", e.MaxSteps, e.Thread, e.Last)
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
	return fmt.Sprintf("thread %s is not deterministic: after its operations returned [%s] it first did %s and then %s",
		e.Thread, values(e.Values), e.First, e.Then)
}

// values lists the last few of vs.
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

func (m *Machine) endless(t ThreadID) error {
	next := m.tree.operationAt(m.threads[t].node)
	return &EndlessError{m.maxSteps, m.ThreadName(t), next.describe(m.program)}
}

// nondeterminism says that t, on the way along path, came to op instead of the
// last node of it.
func (b *behaviour) nondeterminism(t ThreadID, path []nodeID, op operation) error {
	err := &NondeterminismError{
		Thread: b.threadName(t),
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
func (m *Machine) ThreadName(t ThreadID) string { return m.tree.threadName(t) }

func (b *behaviour) threadName(t ThreadID) string {
	l := b.threads[t]
	if l.n == 0 {
		return fmt.Sprintf("%d (%s)", t, b.program.threads[t].name)
	}
	return fmt.Sprintf("%d (child %d of thread %s)", t, l.n, b.threadName(l.parent))
}
