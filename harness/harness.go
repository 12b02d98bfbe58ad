// Package harness is the command dporbench: it runs programs under the
// algorithms, checks the algorithms against each other and measures them.
//
// [Main] is the whole of it. A module of one's own gets the same commands for its
// own programs and algorithms, beside those of this module, with
//
//	func main() {
//		harness.Main(harness.With(harness.Additions{
//			Benchmarks: []benchmarks.Benchmark{peterson},
//			Algorithms: []catalog.Algorithm{mine},
//		}))
//	}
//
// The folder examples is such a module.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 when all is done, 1 when something failed or fell short, 2 when the
// command line makes no sense, and 128 and the number of a signal that ended it.
package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"dporbench/harness/internal/command"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/guard"
	"dporbench/harness/internal/ground/output"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/measured"
)

// Additions are programs and algorithms from elsewhere.
type Additions = measured.Additions

// Option changes what [Main] does.
type Option = measured.Option

// With adds programs and algorithms to those that the commands know.
func With(more Additions) Option { return measured.With(more) }

// Main runs the command line of the process and exits.
func Main(options ...Option) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as below nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		first := <-signals
		signal.Stop(signals)          // a second Ctrl-C is not caught any more
		signal.Ignore(syscall.SIGHUP) // a terminal that is closed may send it twice
		cancel(exit.Interrupted{Signal: first.(syscall.Signal)})
	}()
	ctx, args := guard.Child(ctx)
	stdout := &output.File{File: os.Stdout}
	status := execute(ctx, options, args, stdout, os.Stderr)
	if status == 0 && stdout.Err != nil {
		fmt.Fprintf(os.Stderr, "dporbench: %v\n", stdout.Err)
		status = 1
	}
	if s, ok := context.Cause(ctx).(exit.Interrupted); ok && status != 0 {
		status = 128 + int(s.Signal)
	}
	guard.Finish(ctx, status)
}

// execute runs the command line and returns the exit status.
func execute(ctx context.Context, options []Option, args []string, stdout, stderr io.Writer) int {
	var more Additions
	for _, option := range options {
		option(&more)
	}
	known, err := registry.New(more.Benchmarks, more.Algorithms)
	if err == nil {
		root := command.New(filepath.Base(os.Args[0]), known)
		root.SetArgs(args)
		root.SetOut(stdout)
		root.SetErr(stderr)
		err = root.ExecuteContext(ctx)
	}
	if err != nil && !errors.Is(err, exit.ErrReported) {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(stderr, "dporbench: %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return exit.Status(err)
}
