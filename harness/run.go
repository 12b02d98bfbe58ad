package main

import (
	"cmp"
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"dporbench/harness/runner"
	"dporbench/harness/tables"
	"dporbench/results"
)

func newRun() *cobra.Command {
	m, asJSON := defaultMeasuring(), false
	c := &cobra.Command{
		Use:   "run BENCH [PARAM...]",
		Short: "Measure algorithms on one program",
		Long: `Measure algorithms on one program, each run in a process of its own.

If executions failed, as by a false assertion, the first of them is shown below
the table, with the command that shows all of it; it is found by exploring once
more. With --json it is the field failure.

The exit status is 1 if a run did not finish, or if the number of executions is
not the published one where there is one.`,
	}
	m.register(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each algorithm, on a line of its own")
	c.RunE = func(c *cobra.Command, args []string) error {
		named, program, err := parseProgram(args)
		if err != nil {
			return err
		}
		if m.resume && m.out == "" {
			return badUsage("--resume: needs --out FILE")
		}
		s := session{flags: m, stderr: c.ErrOrStderr()}
		plan := m.plan([]runner.Case{named})
		cells, err := s.measure(c.Context(), plan)
		failureOf := func(cell results.Cell) *failure { return s.failureOf(c.Context(), cell, named, program) }
		if err := printRuns(c.OutOrStdout(), cells, failureOf, asJSON); err != nil {
			return err
		}
		return s.verdict(err, cells, func(c results.Cell) string {
			return cmp.Or(unfinished(c), miscounted(c, published(c.Median().Run)))
		})
	}
	return c
}

func printRuns(w io.Writer, cells []results.Cell, failureOf func(results.Cell) *failure, asJSON bool) error {
	if len(cells) == 0 {
		return nil
	}
	if !asJSON {
		if err := tables.Runs(w, cells, published); err != nil {
			return err
		}
		return showFailure(w, cells, failureOf)
	}
	lines := json.NewEncoder(w)
	for _, c := range cells {
		if err := lines.Encode(cellWithFailure{c, failureOf(c)}); err != nil {
			return err
		}
	}
	return nil
}
