package inspect

import (
	"bytes"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
)

// Export returns the command export.
func Export(r *program.Registry) *cobra.Command {
	one, out := flags.NewOne(r), "-"
	var programs *program.Arguments
	c := &cobra.Command{
		Use:   "export BENCH [PARAM...]",
		Short: "Write a program as C, for other tools",
		Long: `Write a program as a C file that Nidhugg and GenMC take, and this command as well:
what each thread does, depending on the values that its operations return. To find
that out, all executions are explored.

The file has no loops, and is for sequentially consistent memory. What waits for a
value is a load and an assume: explore it with --await-assumes. An operation that
waits and writes in one is a compare-and-swap and an assume for other tools, and a
choice a race with a thread that counts.`,
		RunE: func(c *cobra.Command, args []string) error {
			p, err := programs.Parse(args, one.Memory)
			if err != nil {
				return err
			}
			var text bytes.Buffer
			if err := writeC(c.Context(), &text, p, one.Algorithm, one.Settings); err != nil {
				return err
			}
			if out == "-" {
				_, err := text.WriteTo(c.OutOrStdout())
				return err
			}
			return cli.WriteFile(out, text.Bytes())
		},
	}
	programs = r.Taken(c)
	one.Register(r, c.Flags())
	c.Flags().StringVarP(&out, "out", "o", out, "`FILE` to write, or - for standard output")
	return c
}
