package isolation

import (
	"dporbench/model/behaviour"
	"fmt"
)

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
		"it does %q or %q, depending on which runs first; %s", e.Thread, other, e.First, e.Then, behaviour.Advice)
}
