package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"unicode"
)

// Interruptible returns a context that is cancelled with [Interrupted] by the first
// Ctrl-C or other signal that asks the process to end. A second one ends the process.
func Interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		first := <-signals
		signal.Stop(signals)
		signal.Ignore(syscall.SIGHUP) // a terminal that is closed may send it twice
		cancel(Interrupted{Signal: first.(syscall.Signal)})
	}()
	return ctx
}

// Do does the work of the command called name, and returns the exit status. Failure to write output is a failure.
func Do(ctx context.Context, name string, work func(stdout io.Writer) error) int {
	stdout := &File{File: os.Stdout}
	var err error
	if isClosed(os.Stdout) {
		err = errClosed
	} else {
		err = work(stdout)
	}
	if err == nil {
		err = stdout.Err
	}
	tell(name, err)
	status := Status(err)
	if s, ok := context.Cause(ctx).(Interrupted); ok && status != 0 {
		status = 128 + int(s.Signal)
	}
	return status
}

func tell(name string, err error) {
	if err == nil || errors.Is(err, ErrReported) || errors.Is(err, ErrBounded) || errors.Is(err, ErrOpen) || errors.Is(err, ErrUnread) {
		return
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, printable(strings.TrimSuffix(line, "\n")))
	}
}

// printable escapes characters that a terminal could take for commands. Names of files may contain them.
func printable(line string) string {
	if !strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '\t' || unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
