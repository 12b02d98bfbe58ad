// Package export implements the command export, which writes a program as a C file.
package export

import (
	"bytes"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

func Command(r *program.Registry) *cobra.Command {
	one, out := flags.NewOne(r), "-"
	var programs *arguments.Programs
	c := &cobra.Command{
		Use:   "export BENCH [PARAM...]",
		Short: "Write a program as C, for other tools",
		Example: `dporbench export lastzero 4
dporbench export 'p: x=1; a=y | q: y=1; b=x'`,
		Long: `Write a program as a C file that Nidhugg, GenMC and this command read: what each
thread does, depending on the values that its operations return. To find that out,
all executions are explored.

The file has no loops, and is for sequentially consistent memory. An await becomes a
load and an assume: explore it with --await-assumes. An operation that waits and
writes atomically becomes a compare-and-swap and an assume, and a choice becomes a
race with a thread that counts.`,
		RunE: func(c *cobra.Command, args []string) error {
			return programs.Explore(c, args, one.Memory, func(p program.Program) error {
				var text bytes.Buffer
				if err := writeC(c.Context(), &text, p, one.Algorithm, one.Settings); err != nil {
					return err
				}
				return command.WriteTo(c, out, text.Bytes())
			})
		},
	}
	programs = arguments.Of(c, r)
	one.Register(r, c.Flags())
	c.Flags().VarP(value.Output(&out), "out", "o", "`FILE` to write, or - for standard output")
	return c
}
