package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/tables"
	"dporbench/results"
)

// table1 are the flags of the command.
type table1 struct {
	comparing
	quick bool
	paper bool
}

func newTable1() *cobra.Command {
	t := table1{comparing: comparing{defaultMeasuring(), 30 * time.Second}}
	c := &cobra.Command{
		Use:   "table1",
		Short: "Measure the rows of the paper's Table 1",
		Long: `Measure the rows of Table 1 of the POP paper and compare the numbers of
executions with the paper's.

An algorithm that begins redundant explorations is expected to explode on some
rows, and has a time limit of its own. A limit that it exceeds, or one whose
memory is exponential, is shown but is no failure. The exit status is 1 if a
number of executions is not the paper's, if a run failed, or if an optimal
algorithm with polynomial memory did not finish.`,
		Args: noArgs,
	}
	t.register(c)
	c.RunE = func(c *cobra.Command, _ []string) error { return t.run(c) }
	return c
}

func (t *table1) register(c *cobra.Command) {
	t.algorithms, t.timeout, t.out = table1Algorithms(), 10*time.Minute, "results/table1.csv"
	t.comparing.register(c.Flags())
	c.Flags().BoolVar(&t.quick, "quick", false,
		"only the first row of each benchmark; the limits are 1m and 2s, the file results/table1-quick.csv")
	c.Flags().BoolVar(&t.paper, "paper", false,
		"show the paper's times and memory as well; without the flag they are shown beside one or two algorithms")
}

// table1Algorithms are sleep sets and the columns of the paper's table, in its
// order, as far as the catalog has them.
func table1Algorithms() []string {
	var names []string
	for _, name := range []string{"sleepset", "trust", "optimal", "pop"} {
		if _, ok := catalog.Lookup(name); ok {
			names = append(names, name)
		}
	}
	return names
}

// settle sets what the user has not: what --quick changes, and whether there is
// room for the paper's figures.
func (t *table1) settle(c *cobra.Command) {
	given := c.Flags().Changed
	if !given("paper") {
		t.paper = len(t.algorithms) <= 2
	}
	if !t.quick {
		return
	}
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
	rows := benchmarks.PaperTable()
	if t.quick {
		rows = firstRows(rows)
	}
	return t.compare(c, casesOf(rows), func(w io.Writer, cells []results.Cell) error {
		return tables.Table1(w, rows, t.algorithms, cells, t.paper)
	})
}
