package behaviour

import (
	"fmt"
	"strings"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// EndlessError says that an execution exceeded the step bound.
type EndlessError struct {
	MaxSteps int
	Thread   string // the thread that was to execute the next event
	Last     string // that event
	Place    string // of that event in the source; "" if not known
}

func (e *EndlessError) Error() string {
	return fmt.Sprintf("an execution has not ended after %d events, the step bound: thread %s would do %s%s next; "+
		"bound its loops, or raise the step bound", e.MaxSteps, e.Thread, e.Last, at(e.Place))
}

// at formats a place in the source for a message.
func at(place string) string {
	if place == "" {
		return ""
	}
	return " at " + place
}

// NondeterminismError says that a thread did two different things after its
// operations had returned the same values.
type NondeterminismError struct {
	Thread string
	Values []int64 // returned by its operations, in order
	First  string  // the operation the first time
	Then   string  // the operation when rerun
}

func (e *NondeterminismError) Error() string {
	return fmt.Sprintf("thread %s is not deterministic: after its operations returned [%s] it first did %s and then %s; "+
		"look for random numbers, time, the order of a map, and captured or package-level variables that bodies change: %s",
		e.Thread, values(e.Values), e.First, e.Then, Advice)
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

// Advice ends the messages about bodies that do something else when rerun.
const Advice = "threads share variables of the program (Var) only, and the result of a thread comes through Return and Join"

// nondeterminism returns the error that t reached op instead of the last node of path.
func (b *Behaviour) nondeterminism(t event.ThreadID, path []Position, op operation.Operation) error {
	err := &NondeterminismError{
		Thread: b.ThreadName(t),
		First:  b.Operation(path[len(path)-1]).Describe(b.program),
		Then:   op.Describe(b.program),
	}
	for _, n := range path[1:] {
		err.Values = append(err.Values, b.nodes[n].value)
	}
	return err
}

// ThreadName names thread t: a declared thread by its name and number, a
// spawned one by the thread that started it as well.
func (b *Behaviour) ThreadName(t event.ThreadID) string {
	l := b.threads[t]
	switch {
	case l.IsActor():
		return b.bufferName(l)
	case l.N == 0:
		return fmt.Sprintf("%d (%s)", t, b.program.ThreadName(t))
	}
	return ChildName(t, l.N, b.ThreadName(l.Parent))
}

// SpawnPath returns what starts thread t.
func (b *Behaviour) SpawnPath(t event.ThreadID) front.SpawnPath { return b.threads[t] }

// ChildOf implements [front.ThreadNames].
func (b *Behaviour) ChildOf(p front.SpawnPath) (t event.ThreadID, known bool) {
	t, known = b.children[p]
	return t, known
}

// Threads returns the number of known threads and actors.
func (b *Behaviour) Threads() int { return len(b.threads) }

// ChildName names thread t, the n-th that a thread of that name starts.
func ChildName(t event.ThreadID, n int32, parent string) string {
	return fmt.Sprintf("%d (child %d of thread %s)", t, n, parent)
}
