// Package inspect has the commands that show what there is and what an algorithm
// does on a program.
package inspect

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/command/flags"
	"dporbench/harness/internal/ground/program"
	"dporbench/harness/internal/show/tables"
)

// List returns the command list.
func List(r *program.Registry) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "list",
		Short: "List the benchmarks and the algorithms",
		Args:  flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			w := c.OutOrStdout()
			if asJSON {
				return tables.ListJSON(w, r.Benchmarks(), r.Algorithms())
			}
			if err := tables.Benchmarks(w, r.Benchmarks()); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
			return tables.Algorithms(w, r.Algorithms())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object with both lists")
	return c
}
