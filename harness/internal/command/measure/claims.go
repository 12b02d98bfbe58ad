package measure

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/command/flags"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/show/tables"
	"dporbench/harness/internal/work/claims"
	"dporbench/results"
)

// Claims returns the command claims.
func Claims() *cobra.Command {
	from, format := flags.From{}, tables.Text
	c := &cobra.Command{
		Use:   "claims",
		Short: "Hold a measured table against what the paper says",
		Long: `Hold the rows of a results file against what section 6 of the POP paper says of
them. Each claim is confirmed, not confirmed, not distinguishable (the samples do
not tell the algorithms apart) or not measured; below it stand the rule by which
that is decided, and the figures. The exit status says nothing of that.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, contents, err := from.Read(c, c.ErrOrStderr())
			if err != nil {
				return err
			}
			return tables.Claims(c.OutOrStdout(), claims.Evaluate(results.Cells(results.Latest(contents.Rows))), format)
		},
	}
	from.Register(c)
	c.Flags().Var(value.OneOf(&format, "FORMAT", tables.Formats()), "format", "text, markdown, latex or csv")
	return c
}
