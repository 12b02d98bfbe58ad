package command

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
)

// Run executes the command line args of the command called name, and returns the exit
// status.
func Run(ctx context.Context, name string, root func() (*cobra.Command, error), args []string) int {
	return cli.Do(ctx, name, func(stdout io.Writer) error {
		c, err := root()
		if err != nil {
			return err
		}
		return Execute(ctx, c, args, stdout)
	})
}

// Execute executes the command line args of the command root.
func Execute(ctx context.Context, root *cobra.Command, args []string, stdout io.Writer) error {
	args, err := CompilerWords(args)
	if err != nil {
		return err
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(os.Stderr)
	return root.ExecuteContext(ctx)
}
