package robust

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
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
		Short:   "Find weak behaviours, and the fences or orders that rule them out",
		Example: "dporbench robust 'p: x=1; a=y | q: y=1; b=x'\ndporbench robust 'p: x=1; relaxed y=1 | q: acquire a=y; b=x' --memory rc11",
		Long: `Check whether a program has executions under TSO, or under a memory model of C11, that
it does not have under sequential consistency, and show the first of them. Then try
fences, each after a store that is followed by a load of the same thread: all sets of
one store, of two, and so on, until some make the program robust. Under rc11, try
stronger memory orders and fences of memory_order_seq_cst after accesses in the same
way. Operations at the same place in the source count as one.

The exit status is 1 if the program is not robust, or if a limit was exceeded.`,
		RunE: func(c *cobra.Command, args []string) error {
			if o.Memory != memory.TSO && !o.Memory.Graphs() {
				return cli.Usagef("--memory %v: robustness is checked under tso, and where executions are graphs: %v", o.Memory, memory.Graphs())
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
		_, err := fmt.Fprintf(w, "%s: %d executions under %v, all of them sequentially consistent\n", p, a.Executions, o.Memory)
		return err
	}
	key, sets := trace.BufferKey, "sets of fences"
	if o.Memory.Graphs() {
		key, sets = trace.GraphKey, "sets of stronger orders and fences"
	}
	title := fmt.Sprintf("%s: execution %d of %s under %v is not sequentially consistent", p, a.Number, o.Algorithm.Name, o.Memory)
	fmt.Fprintf(w, "%s\n\n", table.Fold(w, title+"\n"+trace.Key+"\n"+key))
	if err := a.Violation.Draw(w, trace.Layout{Width: terminal.Width(w), Places: true}); err != nil {
		return err
	}
	for i, set := range a.Stronger {
		writeSet(w, set, i == 0)
	}
	switch {
	case o.Memory.IgnoresOrders():
		fmt.Fprintf(w, "\nno stronger order and no fence changes that under %v\n", o.Memory)
	case len(a.Stronger) == 0:
		fmt.Fprintf(w, "\nnone of %d %s was found to make it robust\n", a.Tried, sets)
	}
	if a.Cut != nil {
		fmt.Fprintf(w, "not all %s were tried: %v\n", sets, a.Cut)
	}
	return nil
}

func writeSet(w io.Writer, set []front.Strengthening, first bool) {
	onlyFences := !slices.ContainsFunc(set, func(s front.Strengthening) bool { return !s.Fence })
	fmt.Fprintln(w, map[bool]string{true: "\nrobust with", false: "or"}[first]+map[bool]string{true: " a fence after", false: ""}[onlyFences])
	for _, s := range set {
		switch text := siteText(s.Site); {
		case onlyFences:
			fmt.Fprintln(w, "  "+text)
		case s.Fence:
			fmt.Fprintf(w, "  a fence after %s\n", text)
		default:
			fmt.Fprintf(w, "  %v at %s\n", s.Order, text)
		}
	}
}

func siteText(s front.Site) string {
	words := s.Text + s.Place // one of them is empty
	if s.Thread != "" {
		words = s.Thread + ": " + words
	}
	return words
}
