package harness

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/claims"
	"dporbench/harness/internal/tables"
	"dporbench/results"
)

func newClaims() *cobra.Command {
	from, format := "results/table1.csv", tables.Text
	c := &cobra.Command{
		Use:   "claims",
		Short: "Hold a measured table against what the paper says",
		Long: `Hold the rows of a results file against what section 6 of the POP paper says of
them. Each claim is confirmed, not confirmed, not distinguishable (what speaks
for or against it is within the spread of the samples) or not measured, and the
figures it rests on stand below it. The exit status says nothing of that.`,
		Args: noArgs,
	}
	c.Flags().StringVar(&from, "from", from, "results `FILE` (CSV)")
	c.Flags().Var(formatValue(&format), "format", "text, markdown, latex (booktabs) or csv")
	c.RunE = func(c *cobra.Command, _ []string) error {
		contents, err := results.Read(from)
		if err != nil {
			return err
		}
		return tables.Claims(c.OutOrStdout(), claims.Judge(results.Cells(results.Latest(contents.Rows))), format)
	}
	return c
}
