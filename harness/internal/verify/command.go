package verify

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/check"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/internal/certificate"
)

// Command returns the command verify.
func Command(r *program.Registry) *cobra.Command {
	limits := process.Limits{Time: 10 * time.Minute, MemLimit: explore.Defaults().MemLimit}
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check that a certificate has every class exactly once",
		Example: `dporbench run fig1 --certify fig1.cert
dporbench verify fig1.cert`,
		Long: `Check a certificate written by run --certify. No algorithm takes part: each entry is
replayed, and must be a maximal execution and the only one of its class; then each of
its races is reversed, and the class of the result must have an entry too. If all do,
no class is missing.

That holds for the program as this executable has it, and the classes in the file. A
program that is made from files must be made from the same ones. The algorithm and the
order must exist; that they wrote the file, with this seed and this build, is not
checked, and the last line says so. Nor does a certificate prove that the file has not
been changed.

The exit status is 1 if the certificate is damaged, wrong or incomplete, and also if
a limit was exceeded before the answer was known.`,
		Args: flags.OneFile,
		RunE: func(c *cobra.Command, args []string) error {
			ctx, stop := limits.Within(c.Context())
			defer stop()
			result, err := verify(ctx, c, r, args[0])
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
			if err := Draw(c.OutOrStdout(), result, verdict); err != nil {
				return err
			}
			if err := drawUnchecked(c.OutOrStdout(), result.Header); err != nil {
				return err
			}
			if incomplete {
				if err := drawMissing(c.OutOrStdout(), result.Header.Memory, missing); err != nil {
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
