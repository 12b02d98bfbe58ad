// Package swarm is the command dporswarm, which explores one program on many machines. It stands apart
// from the command dporbench because its server and its client would count as memory of the runs that
// that measures.
//
// [Main] is the whole of it. A module of one's own gets the same commands for its own programs and
// algorithms, beside those of this module, with the options that it passes to harness.Main.
package swarm

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

	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/output"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/swarm/command"
	"dporbench/harness/measured"
)

// Option changes what [Main] does.
type Option = measured.Option

// Main runs the command line of the process and exits. The exit status is that of dporbench.
func Main(options ...Option) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		first := <-signals
		signal.Stop(signals) // a second Ctrl-C is not caught any more
		cancel(exit.Interrupted{Signal: first.(syscall.Signal)})
	}()
	stdout := &output.File{File: os.Stdout}
	status := execute(ctx, options, os.Args[1:], stdout, os.Stderr)
	if status == 0 && stdout.Err != nil {
		fmt.Fprintf(os.Stderr, "dporswarm: %v\n", stdout.Err)
		status = 1
	}
	if s, ok := context.Cause(ctx).(exit.Interrupted); ok && status != 0 {
		status = 128 + int(s.Signal)
	}
	os.Exit(status)
}

// execute runs the command line and returns the exit status.
func execute(ctx context.Context, options []Option, args []string, stdout, stderr io.Writer) int {
	var more measured.Additions
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
			fmt.Fprintf(stderr, "dporswarm: %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return exit.Status(err)
}
