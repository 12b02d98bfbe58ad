package swarm

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/harness/internal/swarm/tasks"
	"dporbench/internal/certificate"
	"dporbench/model/front"
)

func newSplit(r *program.Registry) *cobra.Command {
	var w what
	n, folder, certificates := 1000, "out/parts", false
	c := &cobra.Command{
		Use:     "split BENCH [PARAM...]",
		Short:   "Split an exploration into files, for a batch system",
		Example: `dporswarm split lastzero 12 --folder parts`,
		Long: `Split an exploration into files, for a batch system. Run work FILE on each of them,
anywhere and in any order, and then merge. Some parts take longer than others: make
several for each machine.`,
		RunE: func(c *cobra.Command, args []string) error {
			return w.programs.Explore(c, args, w.Memory, func(p program.Program) error {
				x, err := w.exploration(r, p)
				if err != nil {
					return err
				}
				x.Certify = certificates
				n, err := Split(c.Context(), folder, x, n)
				switch {
				case err != nil:
					return err
				case n == 0:
					fmt.Fprintf(c.OutOrStdout(), "%s: no parts: %v is too small to split and has been explored; merge shows the result\n", folder, x)
				default:
					fmt.Fprintf(c.OutOrStdout(), "%d parts of %v in %s\n", n, x, folder)
				}
				return nil
			})
		},
	}
	w.register(r, c)
	c.Flags().BoolVar(&certificates, "certify", false, "record the classes, for merge --certify FILE")
	c.Flags().VarP(value.Positive(&n), "parts", "n", "maximum number of parts")
	c.Flags().StringVar(&folder, "folder", folder, "`FOLDER` to write to")
	return c
}

func newMerge(r *program.Registry) *cobra.Command {
	var p printing
	certificate := ""
	c := &cobra.Command{
		Use:     "merge FOLDER",
		Short:   "Merge the parts' results",
		Example: `dporswarm merge parts`,
		Long: `Merge the parts' results. The exit status is 1 if a part has not been explored
completely: such parts are named. The time is the sum over all parts; a failed
assertion or a deadlock makes the exit status 1 as in dporbench run.`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("merge takes one folder, got %d arguments", len(args))
			}
			m, err := Merge(args[0])
			if err != nil {
				return err
			}
			if len(m.Missing) > 0 {
				for _, part := range m.Missing {
					fmt.Fprintf(c.ErrOrStderr(), "dporswarm: not explored: %s\n", part)
				}
				return cli.ErrReported
			}
			x, err := tasks.Join(r, m.Job)
			if err != nil {
				return err
			}
			if flag := p.failOn.AsksForRaces(); flag != "" && (*front.Program)(x.Program.Program).LeavesOutRaces() {
				return cli.Usagef("%s: data races were not looked for: needs split --data-races on", flag)
			}
			if certificate != "" {
				if err := writeCertificate(certificate, x, m); err != nil {
					return err
				}
			}
			row, err := row(x, m.Ledger.Stats)
			if err != nil {
				return err
			}
			row.Jobs = 1
			row.Start, row.Wall, row.Elapsed = time.Now(), m.Ledger.Wall, m.Ledger.Wall
			return p.print(c.Context(), c, r, x, m.Ledger, row)
		},
	}
	p.register(c)
	c.Flags().Var(value.Output(&certificate), "certify", "`FILE` to write a certificate to, compressed if it ends in .gz; needs split --certify")
	return c
}

func writeCertificate(path string, x *tasks.Exploration, m *Merged) error {
	if !x.Certify {
		return cli.Usagef("--certify: the classes were not recorded: needs split --certify")
	}
	target, err := certificate.NewTarget(path)
	if err != nil {
		return err
	}
	defer target.Abandon()
	return writeTasks(target, x, m.InOrder)
}
