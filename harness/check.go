package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/check"
	"dporbench/harness/measure"
	"dporbench/harness/runner"
	"dporbench/harness/size"
	"dporbench/harness/tables"
	"dporbench/model"
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
	ctx, cancel := context.WithTimeoutCause(ctx, e.timeout, fmt.Errorf("exceeded the time limit of %s", formatDuration(e.timeout)))
	defer cancel()
	ctx, stop := measure.WithMemoryLimit(ctx, e.memLimit, fmt.Errorf("exceeded the memory limit of %s", size.Format(e.memLimit)))
	defer stop()
	return check.Compare(ctx, program, algorithm, reference), nil
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
	_, err := fmt.Fprintf(w, "\n%s:\n%s", title, check.Describe(program, example))
	return err
}
