package verify

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/command/flags"
	"dporbench/harness/internal/ground/guard"
	"dporbench/harness/internal/ground/program"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/show/execution"
	"dporbench/harness/internal/show/tables"
	"dporbench/harness/internal/work/certify"
	"dporbench/harness/internal/work/check"
	"dporbench/harness/internal/work/explore"
	"dporbench/internal/certificate"
)

// Verify returns the command verify.
func Verify(r *program.Registry) *cobra.Command {
	limits := guard.Limits{Time: 10 * time.Minute, MemLimit: explore.Defaults().MemLimit}
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a certificate: that it has every class of its program, once",
		Long: `Check a certificate that run --certify has written. No algorithm takes part: each
entry is replayed, and must be a maximal execution and the only one of its class;
then each of its races is reversed, and what that leads to must be an entry too.
If that holds, no class is missing.

The exit status is 1 if the certificate is not whole, not right or not complete,
and also if a limit was exceeded before the answer was known.`,
		Args: flags.OneFile,
		RunE: func(c *cobra.Command, args []string) error {
			ctx, stop := limits.Within(c.Context())
			defer stop()
			result, err := certify.Verify(ctx, r, args[0], c.ErrOrStderr())
			missing, incomplete := errors.AsType[*certificate.MissingError](err)
			verdict := check.OK
			switch {
			case incomplete:
				verdict = check.Wrong
			case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
				verdict = check.Unknown
			case err != nil:
				return err
			}
			if err := tables.Verification(c.OutOrStdout(), result, verdict); err != nil {
				return err
			}
			if incomplete {
				if err := execution.Missing(c.OutOrStdout(), missing); err != nil {
					return err
				}
			}
			return err
		},
	}
	c.Flags().Var(value.Duration(&limits.Time), "timeout", "wall-clock limit")
	c.Flags().Var(value.Size(&limits.MemLimit), "mem-limit", "limit of the resident memory")
	return c
}
