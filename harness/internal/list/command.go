// Package list implements the command list: the benchmarks, the algorithms, and the features that each algorithm supports.
package list

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
)

// Command returns the command list.
func Command(r *program.Registry) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "list",
		Short: "List the benchmarks and the algorithms",
		Example: `dporbench list
dporbench list --json`,
		Long: `List the benchmarks, the algorithms, and what each algorithm supports under each memory
model. It refuses everything else. Classes are those of happens-before, unless another
equivalence is given. Two things depend on more: under pso there is no certificate for a
program whose threads make variables, and under sc-commuting none for one that awaits
what an Apply changes.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			w := c.OutOrStdout()
			if asJSON {
				return listJSON(w, r.Benchmarks(), r.Algorithms())
			}
			if err := listBenchmarks(w, r.Benchmarks()); err != nil {
				return err
			}
			fmt.Fprintln(w)
			if err := listAlgorithms(w, r.Algorithms()); err != nil {
				return err
			}
			fmt.Fprintln(w)
			return listFeatures(w, r.Algorithms())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object with both lists")
	return c
}
