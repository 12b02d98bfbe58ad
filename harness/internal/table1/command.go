// Package table1 implements the commands table1 and ablation, which measure algorithms on the
// programs of the POP paper's Table 1.
package table1

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/benchmarks"
	"dporbench/harness/internal/claims"
	"dporbench/harness/internal/shared/campaign"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
	"dporbench/results"
)

type table1Command struct {
	campaign.Table
	quick   bool
	paper   bool
	spread  bool
	against memory.Model           // another memory model, if that flag is set
	set     func(flag string) bool // whether the user set a flag
	format  table.Format
}

func Command(r *program.Registry) *cobra.Command {
	t := table1Command{Table: campaign.NewTable(r, table.Table1File, campaign.PaperAlgorithms()...), format: table.Text}
	t.Repeat, t.Time, t.MemLimit = 0, 3*time.Minute, 8<<30
	c := &cobra.Command{
		Use:   "table1",
		Short: "Measure the rows of the paper's Table 1",
		Example: `dporbench table1 --quick
dporbench table1 --out out/table1.csv --resume`,
		Long: `Measure the rows of Table 1 of the POP paper and compare the numbers of
executions with the paper's. Below the table, POP is compared with the other
algorithms, here and in the paper; if the table has all rows, the verdicts on the
paper's claims follow.

Each run is a separate process. The repetitions of a row are interleaved across
the algorithms, in an order drawn from --seed; the repetition with the median time
is shown. A repeated run shorter than 100ms has a first run whose time is
discarded.

For memory models other than sc (--memory) the paper has no numbers: the table has
only ours, and the file is named after the model. With --against, each run is done
under both models, in turn, and the table shows what the first costs compared with
the other: in executions, and in time for each.

With --tool, other tools are measured in the same run, on the programs as C files; their
time includes their compiler.

With --from nothing is measured: the table shows a results file.

An algorithm with redundant explorations is expected to explode on some rows, and
has a time limit of its own. If it exceeds a limit, or if one with exponential
memory does, that is shown but is not a failure. The exit status is 1 if a
number of executions is not the paper's, if a run failed, or if an optimal
algorithm with polynomial memory did not finish.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := t.settle(c); err != nil {
				return err
			}
			if t.From != "" {
				return t.show(c)
			}
			rows := t.rows()
			return t.Run(c, program.Rows(rows), t.drawing(rows))
		},
	}
	t.Register(r, c)
	t.RegisterTools(c.Flags())
	c.Flags().BoolVar(&t.quick, "quick", false,
		"only the first row of each benchmark; the limits are 1m and 2s, the budget 500ms, the file "+table.QuickFile)
	c.Flags().BoolVar(&t.paper, "paper", false,
		"show the paper's times and memory as well; by default they are shown in markdown and csv, and in text\n"+
			"with one or two algorithms")
	c.Flags().Var(value.OneOf(&t.against, "MODEL", memory.Sequences()), "against", "the memory model that --memory is compared with")
	c.Flags().BoolVar(&t.spread, "spread", true, "show the spread of the samples; by default not in latex with three algorithms or more")
	c.Flags().Var(value.OneOf(&t.format, "FORMAT", table.Formats()), "format", "text, markdown, latex or csv (plain numbers)")
	return c
}

func (t *table1Command) settle(c *cobra.Command) error {
	changed := c.Flags().Changed
	t.set = changed
	if t.quick {
		t.settleQuick()
	}
	if t.Memory != memory.SC && !changed("out") {
		t.Out = strings.TrimSuffix(t.Out, ".csv") + "-" + t.Memory.String() + ".csv"
	}
	if t.Memory != memory.SC && t.paper {
		return cli.Usagef("--paper: the paper has no figures under %v", t.Memory)
	}
	if changed("against") {
		if t.against == t.Memory {
			return cli.Usagef("--against: must be another memory model than %v", t.Memory)
		}
		t.Memories = []memory.Model{t.against, t.Memory}
	}
	return nil
}

func (t *table1Command) settleQuick() {
	changed := t.set
	if !changed("timeout") {
		t.Time = time.Minute
	}
	if !changed("redundant-timeout") {
		t.RedundantTimeout = 2 * time.Second
	}
	if !changed("budget") {
		t.Budget = 500 * time.Millisecond
	}
	if !changed("out") {
		t.Out = table.QuickFile
	}
}

func (t *table1Command) rows() []benchmarks.PaperRow {
	if t.quick {
		return program.FirstRows()
	}
	return benchmarks.PaperTable()
}

func (t *table1Command) show(c *cobra.Command) error {
	cells, err := table.Cells(t.From)
	if err != nil {
		return err
	}
	rows := slices.DeleteFunc(t.rows(), func(row benchmarks.PaperRow) bool {
		return !slices.ContainsFunc(cells, func(c results.Cell) bool {
			run := c.Rows[0].Run
			return run.Benchmark == row.Benchmark && slices.Equal(run.Params, row.Params) && cmp.Or(run.Memory, memory.SC.String()) == t.Memory.String()
		})
	})
	if len(rows) == 0 {
		return fmt.Errorf("%s: no row of Table 1 in it%s", t.From, t.under())
	}
	return t.Show(c, cells, t.drawing(rows))
}

func (t *table1Command) under() string {
	if t.Memory == memory.SC {
		return ""
	}
	return " under " + t.Memory.String()
}

func (t *table1Command) drawing(rows []benchmarks.PaperRow) campaign.Draw {
	return func(w io.Writer, algorithms []string, cells []results.Cell) error {
		drawn := Table{Rows: rows, Algorithms: algorithms, Cells: cells, Paper: t.paper, NoSpread: !t.spread, Memory: t.Memory,
			Promise: table.Expect(t.Registry, cells).Promise}
		if t.set("against") {
			return drawn.Price(w, t.format, t.against)
		}
		if !t.set("spread") {
			drawn.NoSpread = t.format == table.LaTeX && len(algorithms) > 2
		}
		if !t.set("paper") && t.Memory == memory.SC {
			drawn.Paper = t.format != table.LaTeX && (len(algorithms) <= 2 || t.format != table.Text) // there is room
		}
		if err := cmp.Or(drawn.Write(w, t.format), drawn.Ratios(w, t.format)); err != nil {
			return err
		}
		if t.format == table.CSV || t.Memory != memory.SC || len(rows) < len(benchmarks.PaperTable()) {
			return nil // a CSV file has one table, and a part of the rows says little about growth
		}
		fmt.Fprintln(w)
		return claims.Draw(w, claims.Evaluate(cells), t.format)
	}
}
