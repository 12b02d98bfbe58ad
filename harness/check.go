package harness

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/check"
	"dporbench/harness/internal/runner"
	"dporbench/harness/internal/tables"
	"dporbench/model"
	"dporbench/trace"
)

// oracle is the algorithm that the others are checked against.
const oracle = "exhaustive"

func newCheck() *cobra.Command {
	e := defaultExploring()
	c := &cobra.Command{
		Use:   "check BENCH [PARAM...]",
		Short: "Compare the classes an algorithm visits with those of the oracle",
		Long: `Compare the classes of executions an algorithm visits with those of the oracle,
which visits every configuration of the program and so is for small programs.

If executions failed, as by a false assertion, the first of them is shown, with
the command that shows all of it.

The exit status is 1 if a class is missing, visited twice or unknown to the
oracle, and also if a limit was exceeded before the answer was known.`,
	}
	e.register(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) error {
		named, program, err := parseProgram(args)
		if err != nil {
			return err
		}
		checks, err := checkAll(c.Context(), e, named, program)
		if err != nil {
			return err
		}
		if err := tables.Checks(c.OutOrStdout(), checks); err != nil {
			return err
		}
		if err := showFailedCheck(c.OutOrStdout(), e, named, checks, program); err != nil {
			return err
		}
		return reportChecks(c.OutOrStdout(), c.ErrOrStderr(), checks, program)
	}
	return c
}

func checkAll(ctx context.Context, e exploring, named runner.Case, program *model.Program) ([]tables.Check, error) {
	var checks []tables.Check
	for _, name := range e.algorithms {
		result, err := checkOne(ctx, e, name, program)
		if err != nil {
			return nil, err
		}
		checks = append(checks, tables.Check{Program: named.String(), Algorithm: name, Result: result})
	}
	return checks, nil
}

func checkOne(ctx context.Context, e exploring, name string, program *model.Program) (check.Result, error) {
	options := algos.Options{Order: e.order, Seed: e.seed}
	algorithm, err := catalog.New(name, options)
	if err != nil {
		return check.Result{}, err
	}
	reference, err := catalog.New(oracle, options)
	if err != nil {
		return check.Result{}, err
	}
	ctx, stop := e.limited(ctx)
	defer stop()
	return check.Compare(ctx, program, algorithm, reference), nil
}

// showFailedCheck shows the failed execution of the first algorithm that has one.
// If it is none of the program, the verdict says what is wrong.
func showFailedCheck(w io.Writer, e exploring, named runner.Case, checks []tables.Check, program *model.Program) error {
	for _, c := range checks {
		if c.Result.Failed == nil {
			continue
		}
		if t, err := trace.Of(program, c.Result.Failed.Events()); err == nil {
			e.algorithms = []string{c.Algorithm}
			return (&failure{e, named, c.Result.FailedNumber, t}).write(w)
		}
	}
	return nil
}

// reportChecks says what is wrong, with examples, and returns errReported if
// anything is.
func reportChecks(stdout, stderr io.Writer, checks []tables.Check, program *model.Program) (verdict error) {
	for _, c := range checks {
		r := c.Result
		if r.Verdict == check.OK {
			continue
		}
		verdict = errReported
		fmt.Fprintf(stderr, "dporbench: %s, %s: %s: %s\n", c.Program, c.Algorithm, r.Verdict, r.Reason)
		err := errors.Join(
			printExample(stdout, program, "a class that "+c.Algorithm+" misses", r.Missing.Example),
			printExample(stdout, program, "a class that "+c.Algorithm+" visits again", r.Duplicated.Example),
			printExample(stdout, program, "a class that only "+c.Algorithm+" visits", r.Unknown.Example),
		)
		if err != nil {
			return err
		}
	}
	return verdict
}

func printExample(w io.Writer, program *model.Program, title string, example *model.Execution) error {
	if example == nil {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n%s:\n\n", title); err != nil {
		return err
	}
	return check.Describe(w, program, example, trace.Layout{Width: widthOf(w)})
}
