// Package explain implements the command explain: how an algorithm reached an execution, or why it did not explore one.
package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/internal/tree"
	"dporbench/model/memory"
)

type explainCommand struct {
	flags.One
	execution int
	whyNot    string
	graph     string
	limit     int
}

func Command(r *program.Registry) *cobra.Command {
	e := explainCommand{One: flags.NewOne(r), limit: 100_000}
	var programs *arguments.Programs
	c := &cobra.Command{
		Use:   "explain BENCH [PARAM...]",
		Short: "Explain how an algorithm reached an execution, or why not",
		Example: `dporbench explain fig1 --execution 3
dporbench explain 'p: a=x | q: x=1 | r: x=2' --algo source`,
		Long: `Explain how an algorithm reached an execution, or why it did not explore one.

With --execution N: the race reversals that led from the first exploration to the
N-th execution visited, each with its race and its schedule.

With --why-not SCHEDULE: whether the program has that execution at all; if so, which
execution of the same class was explored, where the explored tree and the schedule
diverge, and which sleep set kept the algorithm from the schedule. A schedule lists
the threads in the order of their events, by name or by number from 1, as in
"p r r s"; @FILE reads it from a file. It may be a prefix of an execution. Under a
memory model of C11, each way in which the events of the schedule may read and be
ordered is listed, with the axiom that forbids it, if one does; with --graph FILE they
are drawn as well, as SVG, each with the cycle that breaks its axiom.

The exit status is 1 if no execution of the class was explored, or if a limit was
exceeded before the answer was known.`,
		RunE: func(c *cobra.Command, args []string) error {
			if (e.execution == 0) == (e.whyNot == "") {
				return cli.Usagef("explain needs either --execution N or --why-not SCHEDULE")
			}
			explain := e.explainExecution
			switch {
			case e.graph != "" && (e.whyNot == "" || !e.Memory.Graphs()):
				return cli.Usagef("--graph draws what --why-not lists where executions are graphs: needs --why-not SCHEDULE and --memory one of %v", memory.Graphs())
			case e.Memory.Graphs() && e.whyNot != "":
				explain = e.explainAxioms
			case e.Memory.Graphs():
				return flags.OnlySC(e.Settings, "executions are graphs under it, and races of sequences are explained")
			case e.whyNot != "":
				if err := flags.OnlySC(e.Settings, "--why-not does not support store buffers"); err != nil {
					return err
				}
				explain = e.explainAbsence
			}
			return programs.Explore(c, args, e.Memory, func(p program.Program) error { return explain(c, p) })
		},
	}
	programs = arguments.Of(c, r)
	e.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&e.execution), "execution", "number of an execution, in the order of visits")
	c.Flags().StringVar(&e.whyNot, "why-not", "", "a `SCHEDULE`, or @FILE")
	c.Flags().Var(value.Output(&e.graph), "graph", "also draw what --why-not lists to `FILE`, as SVG, under a memory model of C11")
	c.Flags().Var(value.Positive(&e.limit), "limit", "explorations that --why-not examines")
	return c
}

func (e explainCommand) explainExecution(c *cobra.Command, p program.Program) error {
	ctx, stop := e.Within(c.Context())
	defer stop()
	k := int64(e.execution)
	t, err := e.record(ctx, p, tree.Keep{Only: k, Stop: true})
	if err != nil {
		return err
	}
	if leaf := t.Find(k); leaf != nil {
		fmt.Fprint(c.OutOrStdout(), t.Explain(leaf))
		return nil
	}
	if !t.Complete {
		return fmt.Errorf("execution %d: %w", k, context.Cause(ctx))
	}
	return fmt.Errorf("%s, %s: there is no execution %d: there are %d", p, t.Algorithm, k, t.Executions())
}

func (e explainCommand) explainAbsence(c *cobra.Command, p program.Program) error {
	schedule, err := e.schedule()
	if err != nil {
		return err
	}
	ctx, stop := e.Within(c.Context())
	defer stop()
	asked, err := tree.Follow(p.Program, schedule)
	if err != nil {
		return cli.Usagef("--why-not: %w", err)
	}
	fmt.Fprint(c.OutOrStdout(), asked)
	if asked.Stuck != "" {
		return nil
	}
	t, err := e.record(ctx, p, tree.Keep{First: e.limit})
	if err != nil {
		return err
	}
	answer := t.WhyNot(p.Program, asked)
	fmt.Fprint(c.OutOrStdout(), answer)
	switch {
	case len(answer.Explored) > 0:
		return nil
	case !t.Complete:
		return fmt.Errorf("%s: %w", t.Algorithm, context.Cause(ctx))
	case t.More > 0:
		return fmt.Errorf("%s: there are %d more executions than are recorded; --limit says how many are", t.Algorithm, t.More)
	}
	return fmt.Errorf("%s misses a class", t.Algorithm)
}

func (e explainCommand) schedule() ([]string, error) {
	text := e.whyNot
	if file, ok := strings.CutPrefix(text, "@"); ok {
		read, err := cli.ReadFile(file)
		if err != nil {
			return nil, cli.Usagef("--why-not: %w", err)
		}
		text = string(read)
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, cli.Usagef("--why-not: no thread is named")
	}
	return words, nil
}

func (e explainCommand) record(ctx context.Context, p program.Program, keep tree.Keep) (*tree.Tree, error) {
	watched, unwatch := terminal.Watch(e.Settings, p.String()+", "+e.Algorithm.Name)
	defer unwatch()
	t, err := tree.Record(ctx, p.Program, e.Algorithm, watched.Options(), keep)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Algorithm.Name, err)
	}
	t.Program = p.String()
	return t, nil
}
