package isolation

import (
	"fmt"

	"dporbench/model/behaviour"
)

// SharedStateError says that the operations of a thread depend on when other bodies run,
// although they return the same values: bodies share Go state.
type SharedStateError struct {
	Thread string
	Writer string // the thread that it shares state with, or "" if not known
	First  string // its operation in one order of the bodies
	Then   string // its operation in another order; the same if they differ only in the condition it waits for
}

func (e *SharedStateError) Error() string {
	what := fmt.Sprintf("it does %q or %q, depending on which runs first", e.First, e.Then)
	if e.First == e.Then {
		what = fmt.Sprintf("what it waits for at %q does not stay the same", e.First)
	}
	other := "another body changes"
	switch e.Writer {
	case "":
	case e.Thread:
		other = "it changes itself, after waiting for it"
	default:
		other = fmt.Sprintf("thread %s changes", e.Writer)
	}
	return fmt.Sprintf("thread %s reads Go state that %s (a captured or package-level variable, slice, map or pointer): "+
		"%s; %s", e.Thread, other, what, behaviour.Advice)
}
