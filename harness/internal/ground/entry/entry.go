// Package entry is what the main functions of all commands have in common: a signal
// interrupts, an error is told on standard error, and the exit status follows from both.
package entry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/output"
)

// Interruptible returns a context that the first Ctrl-C, or another signal that asks the
// process to end, cancels with [exit.Interrupted]. A second one ends the process.
func Interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as below nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		first := <-signals
		signal.Stop(signals)
		signal.Ignore(syscall.SIGHUP) // a terminal that is closed may send it twice
		cancel(exit.Interrupted{Signal: first.(syscall.Signal)})
	}()
	return ctx
}

// Run executes the command line args of the command called name, and returns the exit
// status. Output that could not be written is a failure.
func Run(ctx context.Context, name string, root func() (*cobra.Command, error), args []string) int {
	stdout := &output.File{File: os.Stdout}
	err := execute(ctx, root, args, stdout)
	if err == nil {
		err = stdout.Err
	}
	tell(os.Stderr, name, err)
	status := exit.Status(err)
	if s, ok := context.Cause(ctx).(exit.Interrupted); ok && status != 0 {
		status = 128 + int(s.Signal)
	}
	return status
}

func execute(ctx context.Context, root func() (*cobra.Command, error), args []string, stdout io.Writer) error {
	c, err := root()
	if err != nil {
		return err
	}
	c.SetArgs(args)
	c.SetOut(stdout)
	c.SetErr(os.Stderr)
	return c.ExecuteContext(ctx)
}

func tell(stderr io.Writer, name string, err error) {
	if err == nil || errors.Is(err, exit.ErrReported) {
		return
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "%s: %s\n", name, strings.TrimSuffix(line, "\n"))
	}
}

// NoCommand runs when the first argument is not the name of a command of root.
func NoCommand(root *cobra.Command, args []string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(args) == 0 {
		return exit.Usagef("no command: must be one of %s; %s --help says more", strings.Join(names, ", "), root.Name())
	}
	return exit.Unknown("command", args[0], names)
}
