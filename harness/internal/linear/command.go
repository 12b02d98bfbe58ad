// Package linear implements the command linear, which explores the clients of an object, and shows a history that is
// not linearizable.
package linear

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks/objects"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/trace"
)

// bound limits the clients that are generated.
type bound struct {
	calls, threads int
	all            bool // continue after the first client that fails
	parallel       bool // each call has a thread of its own
}

func Command(r *program.Registry) *cobra.Command {
	o, b, picture := flags.NewOne(r), bound{calls: 3, threads: 3}, ""
	var programs *arguments.Programs
	c := &cobra.Command{
		Use:   "linear OBJECT | BENCH [PARAM...]",
		Short: "Check whether a concurrent object is linearizable",
		Example: `dporbench linear treiber
dporbench linear treiber --calls 2 --most-parallel`,
		Long: `Generate all clients that call the operations of an object up to --calls times in up
to --threads threads, smaller ones first; of clients that differ only in names and the
order of threads, one. Each is explored, up to the first with an execution that is not
linearizable. That execution is shown with its history: when operations began and ended
in an interleaving that fails.

With --most-parallel each call has a thread of its own. This decides whether an object
is linearizable unless it asks which thread calls it: what happens in any client with
the same calls happens in this one, too.

Other programs mark their operations, and need --linearizable. The objects are

` + described() + `
The exit status is 1 if an execution is not linearizable, and if a limit was exceeded.`,
		RunE: func(c *cobra.Command, args []string) error {
			s := search{registry: r, One: o, programs: programs, bound: b}
			if err := s.validate(c, args); err != nil {
				return err
			}
			err := s.run(c, args)
			w := c.OutOrStdout()
			if failed := s.write(w); failed != nil {
				return failed
			}
			if err != nil || s.failing == nil {
				return err
			}
			if err := s.show(w); err != nil {
				return err
			}
			return cmp.Or(s.draw(picture), cli.ErrReported)
		},
	}
	programs = arguments.Of(c, r)
	o.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&b.calls), "calls", "maximum calls of a client")
	c.Flags().Var(value.Positive(&b.threads), "threads", "maximum threads of a client")
	c.Flags().BoolVar(&b.parallel, "most-parallel", false, "only clients in which each call has a thread of its own")
	c.Flags().BoolVar(&b.all, "all", false, "continue after a client that fails")
	c.Flags().Var(value.Output(&picture), "picture", "also write porcupine's picture of the history to `FILE`, as a page of HTML")
	return c
}

// described lists the objects, one on each line.
func described() string {
	var text strings.Builder
	for _, o := range objects.All() {
		fmt.Fprintf(&text, "  %-18s  %s\n", o.Name, o.Doc)
	}
	return text.String()
}

func (s *search) validate(c *cobra.Command, args []string) error {
	if s.Algorithm.Samples {
		return cli.Usagef("--algo %s: it samples, and may miss what is sought", s.Algorithm.Name)
	}
	if err := flags.NeedOrder(s.registry, []catalog.Algorithm{s.Algorithm}, "when operations may end differs within it"); err != nil {
		return err
	}
	if len(args) == 0 {
		return cli.Usagef("no object given: must be one of %s, or a program with --linearizable", strings.Join(objects.Names(), ", "))
	}
	if _, ok := objects.Lookup(args[0]); ok {
		if len(args) > 1 {
			return cli.Usagef("%s takes no parameters, got %d", args[0], len(args)-1)
		}
		return flags.Apart(c.Flags(), "it gives each call a thread of its own", "most-parallel", "threads").Check()
	}
	for _, name := range []string{"calls", "threads", "most-parallel", "all"} {
		if c.Flags().Changed(name) {
			return cli.Usagef("--%s: goes with an object only: must be one of %s", name, strings.Join(objects.Names(), ", "))
		}
	}
	if _, known := s.registry.Benchmark(args[0]); !known && !strings.ContainsAny(args[0], ":./|=(") {
		return command.Unknown("object or program", args[0], objects.Names())
	}
	if !s.programs.Demands() && !objects.IsClient(args[0]) {
		return cli.Usagef("%s: its operations must be linearizable as those of what? needs --linearizable", args[0])
	}
	return nil
}

// write draws a line for each size of clients, or for the program.
func (s *search) write(w io.Writer) error {
	var g table.Grid
	g.Left("program")
	g.Right("calls", "threads", "clients", "failing", "executions", "not linearizable")
	for _, r := range s.rows {
		size := []string{"", "", ""}
		if r.calls > 0 {
			size = []string{fmt.Sprint(r.calls), fmt.Sprint(r.threads), table.Count(r.clients)}
		}
		g.Row(r.name, size[0], size[1], size[2], table.Count(r.failing), table.Count(r.executions), table.Count(r.nonlinearizable))
	}
	return g.Write(w)
}

// show shows the execution and its history.
func (s *search) show(w io.Writer) error {
	f := s.failing
	fmt.Fprintf(w, "\n%s is not linearizable:\n\n", f.program)
	t, err := trace.Of(f.program.Program, s.Memory, f.history.Events)
	if err != nil {
		return err
	}
	if err := t.Draw(w, trace.Layout{Width: terminal.Width(w)}); err != nil || f.history.Steps == nil {
		return err // without Steps there is no more to show
	}
	fmt.Fprint(w, "\n")
	return f.history.Write(w)
}
