package harness

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/claims"
	"dporbench/harness/internal/tables"
	"dporbench/results"
)

// table1 are the flags of the command.
type table1 struct {
	comparing
	quick      bool
	paper      bool
	paperGiven bool // by the user
	from       string
	format     tables.Format
}

func newTable1() *cobra.Command {
	t := table1{comparing: comparing{defaultMeasuring(), 30 * time.Second}, format: tables.Text}
	c := &cobra.Command{
		Use:   "table1",
		Short: "Measure the rows of the paper's Table 1",
		Long: `Measure the rows of Table 1 of the POP paper and compare the numbers of
executions with the paper's. Below the table stands how POP compares with the
other algorithms, here and in the paper, and below the whole table what has
become of each of the paper's claims.

Each run is a process of its own. The repetitions of a row are interleaved over
the algorithms, in an order drawn from --seed; what is shown is the repetition
with the median time. A run that is to be repeated and is shorter than 100ms is
done once in vain first.

With --from nothing is measured: the table is that of a results file.

An algorithm that begins redundant explorations is expected to explode on some
rows, and has a time limit of its own. A limit that it exceeds, or one whose
memory is exponential, is shown but is no failure. The exit status is 1 if a
number of executions is not the paper's, if a run failed, or if an optimal
algorithm with polynomial memory did not finish.`,
		Args: noArgs,
	}
	t.register(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		t.settle(c)
		if t.from != "" {
			return t.draw(c)
		}
		return t.measure(c)
	}
	return c
}

func (t *table1) register(c *cobra.Command) {
	t.algorithms, t.repeat, t.out = table1Algorithms(), 0, "results/table1.csv"
	t.timeout, t.memLimit = 3*time.Minute, 8<<30
	t.comparing.register(c.Flags())
	c.Flags().BoolVar(&t.quick, "quick", false,
		"only the first row of each benchmark; the limits are 1m and 2s, the budget 500ms, the file results/table1-quick.csv")
	c.Flags().BoolVar(&t.paper, "paper", false,
		"show the paper's times and memory as well; without the flag they are shown beside one or two algorithms,\n"+
			"and in every format but text")
	c.Flags().StringVar(&t.from, "from", "", "measure nothing: show the rows of this results `FILE` (CSV)")
	c.Flags().Var(formatValue(&t.format), "format", "text, markdown, latex (booktabs) or csv (plain numbers)")
}

// table1Algorithms are the columns of the paper's table, in its order, as far as
// the catalog has them.
func table1Algorithms() []string {
	var names []string
	for _, name := range []string{"trust", "optimal", "pop"} {
		if _, ok := catalog.Lookup(name); ok {
			names = append(names, name)
		}
	}
	return names
}

// settle sets what the user has not and --quick changes.
func (t *table1) settle(c *cobra.Command) {
	given := c.Flags().Changed
	t.paperGiven = given("paper")
	if !t.quick {
		return
	}
	if !given("timeout") {
		t.timeout = time.Minute
	}
	if !given("redundant-timeout") {
		t.redundantTimeout = 2 * time.Second
	}
	if !given("budget") {
		t.budget = 500 * time.Millisecond
	}
	if !given("out") {
		t.out = "results/table1-quick.csv"
	}
}

func (t *table1) measure(c *cobra.Command) error {
	rows := t.rows()
	return t.compare(c, casesOf(rows), func(w io.Writer, cells []results.Cell) error {
		return t.write(w, rows, t.algorithms, cells)
	})
}

func (t *table1) rows() []benchmarks.PaperRow {
	if t.quick {
		return firstRows(benchmarks.PaperTable())
	}
	return benchmarks.PaperTable()
}

// draw shows a results file: the rows of the paper's table it has, and what it has
// of the algorithms, the paper's first.
func (t *table1) draw(c *cobra.Command) error {
	contents, err := results.Read(t.from)
	if err != nil {
		return err
	}
	cells := results.Cells(results.Latest(contents.Rows))
	rows := measuredRows(t.rows(), cells)
	if len(rows) == 0 {
		return fmt.Errorf("%s: no row of Table 1 in it", t.from)
	}
	algorithms := t.algorithms
	if !c.Flags().Changed("algo") {
		algorithms = measuredAlgorithms(cells)
	}
	if err := t.write(c.OutOrStdout(), rows, algorithms, cells); err != nil {
		return err
	}
	return session{stderr: c.ErrOrStderr()}.judge(nil, cells)
}

func (t *table1) write(w io.Writer, rows []benchmarks.PaperRow, algorithms []string, cells []results.Cell) error {
	table := tables.Table1{Rows: rows, Algorithms: algorithms, Cells: cells, Paper: t.paper}
	if !t.paperGiven {
		table.Paper = len(algorithms) <= 2 || t.format != tables.Text // there is room
	}
	if err := table.Write(w, t.format); err != nil {
		return err
	}
	if err := table.Ratios(w, t.format); err != nil {
		return err
	}
	if t.format == tables.CSV || len(rows) < len(benchmarks.PaperTable()) {
		return nil // one table in a file; and a part says little about growth
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return tables.Claims(w, claims.Judge(cells), t.format)
}

// measuredRows are the rows of which there is a cell.
func measuredRows(rows []benchmarks.PaperRow, cells []results.Cell) []benchmarks.PaperRow {
	return slices.DeleteFunc(slices.Clone(rows), func(row benchmarks.PaperRow) bool {
		return !slices.ContainsFunc(cells, func(c results.Cell) bool {
			run := c.Rows[0].Run
			return run.Benchmark == row.Benchmark && slices.Equal(run.Params, row.Params)
		})
	})
}

// measuredAlgorithms are those of which there is a cell: the others of the
// catalog, and then the paper's in its order.
func measuredAlgorithms(cells []results.Cell) []string {
	var names []string
	for _, name := range catalog.Names() {
		if !slices.Contains(table1Algorithms(), name) {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(append(names, table1Algorithms()...), func(name string) bool {
		return !slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Rows[0].Algorithm == name })
	})
}
