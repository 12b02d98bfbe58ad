// Package harness is the command dporbench: it runs programs under the
// algorithms, checks the algorithms against each other and measures them.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 when all is done, 1 when something failed or fell short, and 2
// when the command line makes no sense.
package harness

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Main runs the command line of the process and exits.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C is not caught any more
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs the command line and returns the exit status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && err != errReported {
		fmt.Fprintf(stderr, "dporbench: %v\n", err)
	}
	return exitStatus(err)
}
