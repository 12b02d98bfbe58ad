// Package cli has the conventions of all commands: a signal interrupts, an error is one line on
// standard error, output that cannot be written is a failure, and the exit status is 0 on success,
// 1 when something failed or fell short, 2 when the command line makes no sense, 3 where nothing is wrong up to a bound, and 4 where nothing is wrong, but something is left open.
package cli

import (
	"errors"
	"fmt"
	"syscall"
)

// ErrReported is returned by a command that fell short and has said so.
var ErrReported = errors.New("fell short")

// ErrBounded is returned by a command that has found nothing wrong, but only up to a bound, and has said so.
var ErrBounded = errors.New("complete up to a bound")

// ErrOpen is returned by a command that has found nothing wrong, but has not decided everything, and has said so.
var ErrOpen = errors.New("left open")

// errClosed is returned where results would be lost.
var errClosed = errors.New("the standard output is closed (or is /dev/null opened for reading, too): where should results go?")

// ErrUnread is returned when the output is not read any more, as by head after a few lines. It is not reported.
var ErrUnread = errors.New("nobody reads the output")

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
// the argument and its allowed values.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Interrupted is the cause with which all work ends after a signal.
type Interrupted struct{ Signal syscall.Signal }

func (Interrupted) Error() string { return "interrupted" }

// Status is the exit status of a command that returned err.
func Status(err error) int {
	if err == nil {
		return 0
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	if errors.Is(err, ErrUnread) {
		return 128 + int(syscall.SIGPIPE)
	}
	if errors.Is(err, ErrBounded) {
		return 3
	}
	if errors.Is(err, ErrOpen) {
		return 4
	}
	return 1
}
