package harness

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/tables"
)

func newList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the benchmarks and the algorithms",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			w := c.OutOrStdout()
			if err := tables.Benchmarks(w, benchmarks.All()); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
			return tables.Algorithms(w, slices.Concat(catalog.All(), catalog.Samplers()))
		},
	}
}

// noArgs is for commands that take flags only.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return badUsage("%s takes no argument, got %q", c.Name(), args[0])
	}
	return nil
}
