package harness

import (
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/runner"
	"dporbench/harness/internal/tables"
	"dporbench/results"
)

func newRun() *cobra.Command {
	m, asJSON, certify := defaultMeasuring(), false, ""
	c := &cobra.Command{
		Use:   "run BENCH [PARAM...]",
		Short: "Measure algorithms on one program",
		Long: `Measure algorithms on one program, each run in a process of its own.

If executions failed, as by a false assertion, the first of them is shown below
the table, with the command that shows all of it; it is found by exploring once
more. With --json it is the field failure.

The exit status is 1 if a run did not finish, or if the number of executions is
not the published one where there is one.

With --certify the run is done once more when all have been measured, within the
same limits, to write a certificate of its classes, which the command verify
checks. It is no part of the figures.`,
	}
	m.register(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each algorithm, on a line of its own")
	c.Flags().StringVar(&certify, "certify", certify, "`FILE` to write a certificate to, compressed if it ends in .gz; needs a single algorithm")
	c.RunE = func(c *cobra.Command, args []string) error {
		named, program, err := parseProgram(args)
		if err != nil {
			return err
		}
		if m.resume && m.out == "" {
			return badUsage("--resume: needs --out FILE")
		}
		if certify != "" && len(m.algorithms) > 1 {
			return badUsage("--certify: needs a single algorithm, got %s", strings.Join(m.algorithms, ","))
		}
		s := session{flags: m, stderr: c.ErrOrStderr()}
		cells, err := s.measureAndCertify(c.Context(), m.plan([]runner.Case{named}), certify)
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
