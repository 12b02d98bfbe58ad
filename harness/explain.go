package harness

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/internal/tree"
	"dporbench/model"
)

// explaining are the flags of explain.
type explaining struct {
	exploring
	execution int
	whyNot    string
	limit     int
}

func newExplain() *cobra.Command {
	e := explaining{exploring: defaultExploring(), limit: 100_000}
	c := &cobra.Command{
		Use:   "explain BENCH [PARAM...]",
		Short: "Tell how an algorithm came to an execution, or why it did not explore one",
		Long: `Tell how an algorithm came to an execution, or why it did not explore one.

With --execution N: the race reversals that led from the first exploration to the
N-th execution visited, each with its race and its schedule.

With --why-not SCHEDULE: whether the program can do that at all; if so, which
execution of the same class was explored, where the explored tree and the schedule
part, and which sleep set kept the algorithm from the schedule. A schedule is the
threads in the order of their events, by their names or numbers, as in "p r r s";
@FILE reads it from a file. It may be the beginning of an execution.

The exit status is 1 if no execution of the class was explored, or if a limit was
exceeded before the answer was known.`,
	}
	e.register(c.Flags())
	c.Flags().Var(positiveValue(&e.execution), "execution", "the number of an execution, in the order of visits")
	c.Flags().StringVar(&e.whyNot, "why-not", "", "a `SCHEDULE`, or @FILE")
	c.Flags().Var(positiveValue(&e.limit), "limit", "how many ends of explorations --why-not looks at")
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(e.algorithms) != 1 {
			return badUsage("--algo: must be one algorithm")
		}
		if (e.execution == 0) == (e.whyNot == "") {
			return badUsage("explain needs either --execution N or --why-not SCHEDULE")
		}
		_, program, err := parseProgram(args)
		if err != nil {
			return err
		}
		if e.whyNot != "" {
			return e.explainAbsence(c, program)
		}
		return e.explainExecution(c, program)
	}
	return c
}

func (e explaining) explainExecution(c *cobra.Command, p *model.Program) error {
	ctx, cancel := e.limited(c.Context())
	defer cancel()
	k := int64(e.execution)
	t, err := e.record(ctx, p, tree.Keep{Only: k, Stop: true})
	if err != nil {
		return err
	}
	if leaf := t.Find(k); leaf != nil {
		return t.Explain(c.OutOrStdout(), leaf)
	}
	if !t.Complete {
		return fmt.Errorf("execution %d: %w", k, context.Cause(ctx))
	}
	return badUsage("--execution %d: %s explores %d executions", k, t.Algorithm, t.Executions())
}

func (e explaining) explainAbsence(c *cobra.Command, p *model.Program) error {
	schedule, err := e.schedule()
	if err != nil {
		return err
	}
	asked, err := tree.Follow(p, schedule)
	if err != nil {
		return usageError{fmt.Errorf("--why-not: %w", err)}
	}
	if err := asked.Write(c.OutOrStdout()); err != nil || asked.Stuck != "" {
		return err
	}
	ctx, cancel := e.limited(c.Context())
	defer cancel()
	t, err := e.record(ctx, p, tree.Keep{First: e.limit})
	if err != nil {
		return err
	}
	answer := t.WhyNot(p, asked)
	if err := answer.Write(c.OutOrStdout()); err != nil {
		return err
	}
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

// schedule is the list of threads that --why-not names.
func (e explaining) schedule() ([]string, error) {
	text := e.whyNot
	if file, ok := strings.CutPrefix(text, "@"); ok {
		read, err := os.ReadFile(file)
		if err != nil {
			return nil, usageError{fmt.Errorf("--why-not: %w", err)}
		}
		text = string(read)
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, badUsage("--why-not: no thread is named")
	}
	return words, nil
}

func (e explaining) record(ctx context.Context, p *model.Program, keep tree.Keep) (*tree.Tree, error) {
	a, _ := catalog.Lookup(e.algorithms[0])
	t, err := tree.Record(ctx, p, a, algos.Options{Order: e.order, Seed: e.seed}, keep)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	return t, nil
}
