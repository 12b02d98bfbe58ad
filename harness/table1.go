package main

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/runner"
	"dporbench/harness/tables"
	"dporbench/results"
)

// table1 are the flags of the command.
type table1 struct {
	measuring
	quick            bool
	redundantTimeout time.Duration
}

func newTable1() *cobra.Command {
	t := table1{measuring: defaultMeasuring()}
	c := &cobra.Command{
		Use:   "table1",
		Short: "Measure the rows of the paper's Table 1",
		Long: `Measure the rows of Table 1 of the POP paper and compare the numbers of
executions with the paper's.

An algorithm that begins redundant explorations is expected to explode on some
rows. It has a time limit of its own, and a limit that it exceeds is shown but
is no failure. The exit status is 1 if a number of executions is not the
paper's, if a run failed, or if an optimal algorithm did not finish.`,
		Args: noArgs,
	}
	t.register(c)
	c.RunE = func(c *cobra.Command, _ []string) error { return t.run(c) }
	return c
}

func (t *table1) register(c *cobra.Command) {
	t.algorithms, t.timeout, t.redundantTimeout = []string{"sleepset", "pop"}, 10*time.Minute, 30*time.Second
	t.out = "results/table1.csv"
	t.measuring.register(c.Flags())
	c.Flags().BoolVar(&t.quick, "quick", false,
		"only the first row of each benchmark; the limits are 1m and 2s, the file results/table1-quick.csv")
	c.Flags().Var(durationValue(&t.redundantTimeout), "redundant-timeout",
		"wall-clock limit of each run of an algorithm that is not optimal, if below --timeout")
}

// settle sets what --quick changes and the user did not.
func (t *table1) settle(c *cobra.Command) {
	if !t.quick {
		return
	}
	given := c.Flags().Changed
	if !given("timeout") {
		t.timeout = time.Minute
	}
	if !given("redundant-timeout") {
		t.redundantTimeout = 2 * time.Second
	}
	if !given("out") {
		t.out = "results/table1-quick.csv"
	}
}

func (t *table1) run(c *cobra.Command) error {
	t.settle(c)
	rows := paperRows(t.quick)
	s := session{flags: t.measuring, stderr: c.ErrOrStderr()}
	cells, err := s.measure(c.Context(), t.plan(rows))
	if len(cells) > 0 {
		if err := tables.Table1(c.OutOrStdout(), rows, t.algorithms, cells); err != nil {
			return err
		}
	}
	return s.verdict(err, cells, func(c results.Cell) string {
		return cmp.Or(unexpected(c), miscounted(c))
	})
}

func (t *table1) plan(rows []benchmarks.PaperRow) []results.Run {
	var cases []runner.Case
	for _, row := range rows {
		cases = append(cases, runner.Case{Benchmark: row.Benchmark, Params: row.Params})
	}
	plan := runner.Plan(cases, t.algorithms, t.repeat, t.common())
	for i := range plan {
		if !optimal(plan[i].Algorithm) {
			plan[i].Timeout = min(t.timeout, t.redundantTimeout)
		}
	}
	return plan
}

// paperRows are the rows of the table, or the first of each benchmark.
func paperRows(quick bool) []benchmarks.PaperRow {
	all := benchmarks.PaperTable()
	if !quick {
		return all
	}
	var first []benchmarks.PaperRow
	for _, row := range all {
		if len(first) == 0 || first[len(first)-1].Benchmark != row.Benchmark {
			first = append(first, row)
		}
	}
	return first
}

// unexpected says why a cell has no figures, unless that was to be expected: an
// algorithm that is not optimal may exceed a limit.
func unexpected(c results.Cell) string {
	row := c.Median()
	limit := row.Status == results.Timeout || row.Status == results.OutOfMemory
	if limit && !optimal(row.Algorithm) {
		return ""
	}
	return unfinished(c)
}

func optimal(name string) bool {
	a, ok := catalog.Lookup(name)
	return ok && a.Optimal
}
