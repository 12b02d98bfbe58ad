package harness

import (
	"errors"
	"fmt"
)

// errReported is returned by a command that fell short and has said so.
var errReported = errors.New("fell short")

// usageError is a mistake in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// badUsage makes a usage error of one line that names the argument and what is
// allowed.
func badUsage(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func exitStatus(err error) int {
	if err == nil {
		return 0
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}
