package arguments

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/program"
)

// BeginsAnew makes c start over when the program it explores must be rebuilt.
func BeginsAnew(r *program.Registry, c *cobra.Command) *cobra.Command {
	run := c.RunE
	if run == nil {
		return c
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		for {
			err := run(c, args)
			why := r.Anew(err)
			if why == "" {
				return err
			}
			fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", c.Root().Name(), why)
		}
	}
	return c
}
