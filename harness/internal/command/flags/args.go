package flags

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/ground/exit"
)

// NoArgs is for commands that take flags only.
func NoArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return exit.Usagef("%s takes no argument, got %q", c.Name(), args[0])
	}
	return nil
}

// OneFile is for commands that take the name of one file.
func OneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return exit.Usagef("%s takes one file, got %d arguments", c.Name(), len(args))
	}
	return nil
}
