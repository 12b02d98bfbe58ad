package check

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
)

func Command(r *program.Registry) *cobra.Command {
	e, failOn, classes := flags.NewExplore(r), flags.FailOnNone(), false
	var programs *arguments.Programs
	c := &cobra.Command{
		Use:   "check BENCH [PARAM...]",
		Short: "Compare an algorithm's classes with those of the oracle",
		Example: `dporbench check fig1
dporbench check lastzero 4 --algo all
dporbench check 'p: a=x | q: x=1'`,
		Long: `Compare the classes of executions an algorithm visits with those of the oracle,
which visits every configuration of the program and so suits small programs only.

If executions failed, for example at an assertion, or deadlocked, the first of them is
shown, with the command that shows all of it.

The classes are those of the algorithm's equivalence (list says which): of the oracle's
executions, by happens-before or by a coarser one.

With --preemptions K, only classes that have an execution with at most K preemptions
count; what the algorithm explores beyond is redundant.

With --classes, the classes by each coarser equivalence are counted as well
(docs/equivalences.md explains them), and how many classes need at least 0, 1, ...
preemptions, which are switches from a thread that could have continued.

The exit status is 1 if a class is missing, visited twice or unknown to the
oracle, unless the algorithm promises no better (list says what it does); if a
limit was exceeded before the answer was known; and if the program cannot be
checked because a thread never ends or threads share Go state, for example. With
--fail-on it is also 1 if executions have such an outcome.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(e.CheckJobs(r), flags.Conflicts{flags.ClassesUnder(e.Memory, classes)}.Check(), flags.CheckPreemptions(e.Preemptions, e.Memory)); err != nil {
				return err
			}
			return programs.Explore(c, args, e.Memory, func(p program.Program) error {
				checks, err := All(c.Context(), r, p, e.Algorithms, e.Settings)
				if err != nil {
					return err
				}
				w := c.OutOrStdout()
				if err := cmp.Or(draw(w, checks), drawFailed(w, c.Root().Name(), checks)); err != nil {
					return err
				}
				if classes {
					counted, err := find.CountClasses(c.Context(), p, flags.NewOne(r).Algorithm, e.Settings)
					if err != nil {
						return err
					}
					if err := table.DrawClasses(w, []find.Classes{counted}); err != nil {
						return err
					}
				}
				return report(c, checks, failOn)
			})
		},
	}
	programs = arguments.Of(c, r)
	programs.ReportsOutcomes(c, func() string { return failOn.AsksForRaces() })
	programs.FollowsOrders("preemptions", "classes")
	e.Register(r, c.Flags())
	flags.RegisterPreemptions(&e.Preemptions, c.Flags())
	failOn.Register(c.Flags())
	c.Flags().BoolVar(&classes, "classes", false, "count coarser classes, and the fewest preemptions of each class")
	return c
}

func report(c *cobra.Command, checks []Check, failOn flags.FailOn) (verdict error) {
	for _, checked := range checks {
		problem := failOn.Problem(nil, checked.Stats.Counts)
		if checked.Verdict != OK {
			problem = fmt.Sprintf("%s: %s", checked.Verdict, checked.Reason)
		}
		if problem != "" {
			fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s, %s: %s\n", checked.Program, checked.Algorithm.Name, problem)
			verdict = cli.ErrReported
		}
	}
	return verdict
}
