package measure

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/results"
)

// Columns returns the command columns, a page of help: it does nothing.
func Columns() *cobra.Command {
	var b strings.Builder
	b.WriteString("The columns of a results file. What run --json prints has them as fields, except\n" +
		"that params is an array and peak_stored an object.\n\n")
	for name, doc := range results.Columns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	b.WriteString("\nThe columns of the file of samples beside it, which has those of the first repetition\n" +
		"of each run. The counters are peaks up to the last execution visited; the cache of thread\n" +
		"behaviour is known at the end only.\n\n")
	for name, doc := range results.SampleColumns {
		fmt.Fprintf(&b, "  %s\n      %s\n", name, doc)
	}
	return &cobra.Command{Use: "columns", Short: "What the columns of a results file mean", Long: b.String()}
}
