// Package exit says with which status the command ends: 0 when all is done, 1
// when something failed or fell short, 2 when the command line makes no sense.
package exit

import (
	"errors"
	"fmt"
)

// ErrReported is returned by a command that fell short and has said so.
var ErrReported = errors.New("fell short")

// usageError is a mistake in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage marks an error as a mistake in the command line; nil stays nil.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// Usagef makes an error for a mistake in the command line: one line that names
// the argument and what is allowed.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Status is the exit status of a command that returned err.
func Status(err error) int {
	if err == nil {
		return 0
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}
