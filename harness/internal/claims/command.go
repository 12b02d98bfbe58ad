package claims

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

func Command() *cobra.Command {
	from, format := table.From{}, table.Text
	c := &cobra.Command{
		Use:     "claims",
		Short:   "Check results against the paper's claims",
		Example: `dporbench claims --from reference/table1.csv`,
		Long: `Check the rows of a results file against the claims in section 6 of the POP paper.
Each claim is confirmed, exceeded (more so than the paper says), not confirmed,
not distinguishable (the samples do not show a significant difference) or not
measured; the rule that decides this and the figures follow it. The exit status does
not depend on the verdicts.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, contents, err := from.Read(c, c.ErrOrStderr())
			if err != nil {
				return err
			}
			return Draw(c.OutOrStdout(), Evaluate(results.Cells(results.Latest(contents.Rows))), format)
		},
	}
	from.Register(c)
	c.Flags().Var(value.OneOf(&format, "FORMAT", table.Formats()), "format", "text, markdown, latex or csv")
	return c
}
