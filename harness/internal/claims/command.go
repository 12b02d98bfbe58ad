package claims

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

// Claims returns the command claims.
func Command() *cobra.Command {
	from, format := table.From{}, table.Text
	c := &cobra.Command{
		Use:   "claims",
		Short: "Hold a measured table against what the paper says",
		Long: `Hold the rows of a results file against what section 6 of the POP paper says of
them. Each claim is confirmed, exceeded (more so than the paper says), not confirmed,
not distinguishable (the samples do not tell the algorithms apart) or not measured; below it stand the rule by which
that is decided, and the figures. The exit status says nothing of that.`,
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
