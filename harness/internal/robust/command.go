package robust

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/trace"
)

func Command(r *program.Registry) *cobra.Command {
	o := flags.NewOne(r)
	var programs *arguments.Programs
	o.Memory = memory.TSO
	o.Algorithm, _ = r.Algorithm("trust") // the one that store buffers cost least
	c := &cobra.Command{
		Use:     "robust BENCH [PARAM...]",
		Short:   "Check whether store buffers matter, and where fences help",
		Example: `dporbench robust 'p: x=1; a=y | q: y=1; b=x'`,
		Long: `Check whether a program has executions under TSO that it does not have under
sequential consistency, and show the first of them. Then try fences, each after a
store that is followed by a load of the same thread: all sets of one store, of two,
and so on, until some make the program robust. Stores at the same place in the source
count as one.

The exit status is 1 if the program is not robust, or if a limit was exceeded.`,
		RunE: func(c *cobra.Command, args []string) error {
			if o.Memory != memory.TSO {
				return cli.Usagef("--memory %v: robustness is checked against tso only", o.Memory)
			}
			if o.Algorithm.Samples {
				return cli.Usagef("--algo %s: it samples, and may miss the execution sought", o.Algorithm.Name)
			}
			if err := flags.NeedOrder(r, []catalog.Algorithm{o.Algorithm}, "whether that is sequentially consistent depends on the order of writes"); err != nil {
				return err
			}
			build := func() (program.Program, error) { return programs.Parse(args, o.Memory) }
			p, err := build()
			if err != nil {
				return err
			}
			answer, err := Search{Build: build, Algorithm: o.Algorithm, Settings: o.Settings}.Find(c.Context())
			if answer != nil && (err == nil || answer.Violation != nil) {
				if err := writeRobust(c.OutOrStdout(), p, o, answer); err != nil {
					return err
				}
			}
			switch {
			case err != nil:
				return err
			case answer.Violation != nil:
				return cli.ErrReported
			}
			return nil
		},
	}
	programs = arguments.Of(c, r)
	o.Register(r, c.Flags())
	return c
}

func writeRobust(w io.Writer, p program.Program, o flags.One, a *Answer) error {
	if a.Violation == nil {
		_, err := fmt.Fprintf(w, "%s: %d executions under tso, all of them sequentially consistent\n", p, a.Executions)
		return err
	}
	fmt.Fprintf(w, "%s: execution %d of %s under tso is not sequentially consistent\n%s\n%s\n\n", p, a.Number, o.Algorithm.Name, trace.Key, trace.BufferKey)
	if err := a.Violation.Draw(w, trace.Layout{Width: terminal.Width(w), Places: true}); err != nil {
		return err
	}
	for i, set := range a.Fences {
		fmt.Fprintln(w, map[bool]string{true: "\nrobust with a fence after", false: "or after"}[i == 0])
		for _, s := range set {
			fmt.Fprintln(w, "  "+siteText(s))
		}
	}
	if len(a.Fences) == 0 {
		fmt.Fprintf(w, "\nnone of %d sets of fences was found to make it robust\n", a.Tried)
	}
	if a.Cut != nil {
		fmt.Fprintf(w, "not all sets of fences were tried: %v\n", a.Cut)
	}
	return nil
}

func siteText(s front.StoreSite) string {
	words := s.Text + s.Place // one of them is empty
	if s.Thread != "" {
		words = s.Thread + ": " + words
	}
	return words
}
