// Package columns implements the command columns, which explains the columns of results files.
package columns

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

func Command() *cobra.Command {
	var b strings.Builder
	b.WriteString("The columns of a results file. run --json prints them as fields, except that\n" +
		"params is an array and peak_stored and work are objects. --resume keeps the row of a run\n" +
		"that was interrupted, and measures it again: the later row counts.\n\n")
	for name, doc := range results.Columns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	b.WriteString("\nThe columns of the file of samples next to it, which has the samples of the first\n" +
		"repetition of each run. The counters are peaks up to the last execution visited; the cache\n" +
		"of thread behaviour is known only at the end.\n\n")
	for name, doc := range results.SampleColumns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	return &cobra.Command{
		Use:     "columns",
		Short:   "Explain the columns of a results file",
		Example: `dporbench columns`,
		Args:    flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(c.OutOrStdout(), table.Fold(c.OutOrStdout(), b.String()))
			return err
		},
	}
}
