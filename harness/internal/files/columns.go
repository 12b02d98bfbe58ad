package files

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/results"
)

func Columns() *cobra.Command {
	var b strings.Builder
	b.WriteString("The columns of a results file. What run --json prints has them as fields, except\n" +
		"that params is an array and peak_stored and work are objects. --resume keeps the row of a run\n" +
		"that was interrupted, and measures it again: the later row counts.\n\n")
	for name, doc := range results.Columns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	b.WriteString("\nThe columns of the file of samples next to it, which has those of the first repetition\n" +
		"of each run. The counters are peaks up to the last execution visited; the cache of thread\n" +
		"behaviour is known at the end only.\n\n")
	for name, doc := range results.SampleColumns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	return &cobra.Command{
		Use:   "columns",
		Short: "Explain the columns of a results file",
		Args:  flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(c.OutOrStdout(), b.String())
			return err
		},
	}
}
