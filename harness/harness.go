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
// status is 0 when all is done, 1 when something failed or fell short, and 2
// when the command line makes no sense.
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

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/command"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/guard"
	"dporbench/harness/internal/ground/registry"
)

// Additions are programs and algorithms from elsewhere. Their names must differ
// from each other and from those of this module, and they must have all that
// [benchmarks.Validate] and [catalog.Validate] ask for.
type Additions struct {
	Benchmarks []benchmarks.Benchmark
	Algorithms []catalog.Algorithm
}

// Option changes what [Main] does.
type Option func(*Additions)

// With adds programs and algorithms to those that the commands know.
func With(more Additions) Option {
	return func(all *Additions) {
		all.Benchmarks = append(all.Benchmarks, more.Benchmarks...)
		all.Algorithms = append(all.Algorithms, more.Algorithms...)
	}
}

// errInterrupted is the cause for which all work ends after a Ctrl-C.
var errInterrupted = errors.New("interrupted")

// Main runs the command line of the process and exits.
func Main(options ...Option) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // a second Ctrl-C is not caught any more
		cancel(errInterrupted)
	}()
	ctx, args := guard.Child(ctx)
	guard.Finish(ctx, execute(ctx, options, args, os.Stdout, os.Stderr))
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
