package harness

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "dporbench",
		Short:         "A laboratory for dynamic partial order reduction",
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          noCommand,
	}
	root.SetFlagErrorFunc(badFlag)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newList(), newRun(), newCheck(), newVerify(), newTrace(),
		newTree(), newExplain(), newExhaust(), newSeparate(), newTable1(),
		newClaims(), newAblation(), newPlot(), newCompare(), newChild(),
		newColumns(),
	)
	return root
}

// noCommand runs when the first argument is not the name of a command.
func noCommand(root *cobra.Command, args []string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(args) == 0 {
		return badUsage("no command: must be one of %s; dporbench --help says more", strings.Join(names, ", "))
	}
	return badUsage("unknown command %q: must be one of %s", args[0], strings.Join(names, ", "))
}

// badFlag makes a usage error of what the flag parser says.
func badFlag(_ *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if short := e.GetSpecifiedShortnames(); strings.Trim(short, "0123456789") == "" && short != "" {
			return badUsage("parameter -%s: must not be negative", short)
		}
	}
	return usageError{err}
}
