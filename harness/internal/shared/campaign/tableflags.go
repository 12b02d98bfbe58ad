package campaign

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/tool"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
	"dporbench/results"
)

// Table holds the flags of the commands that measure several algorithms on many
// programs, or show a results file of such a measurement.
type Table struct {
	Flags
	RedundantTimeout time.Duration
	From             string         // measure nothing
	Memories         []memory.Model // to do each run under; just --memory if empty

	chosen func() bool // whether the user has named algorithms
}

// NewTable returns the default flags for the named algorithms.
func NewTable(r *program.Registry, out string, algorithms ...string) Table {
	t := Table{Flags: NewFlags(r), RedundantTimeout: 30 * time.Second}
	t.Out, t.Algorithms = out, nil
	for _, name := range algorithms {
		if a, ok := r.Algorithm(name); ok {
			t.Algorithms = append(t.Algorithms, a)
		}
	}
	return t
}

func (t *Table) Register(r *program.Registry, c *cobra.Command) {
	t.chosen = func() bool { return c.Flags().Changed("algo") }
	t.Flags.Register(r, c.Flags())
	c.Flags().Var(value.Duration(&t.RedundantTimeout), "redundant-timeout",
		"wall-clock limit of each run of an algorithm that is not optimal, if below --timeout")
	c.Flags().StringVar(&t.From, "from", "", "measure nothing: show the rows of this results `FILE` (CSV)")
}

// Draw draws the cells of the given algorithms as a table.
type Draw func(w io.Writer, algorithms []string, cells []results.Cell) error

// Run measures all algorithms on all programs, draws the results and reports problems
// with them.
func (t *Table) Run(c *cobra.Command, programs []program.Spec, draw Draw) error {
	cells, measured := t.Measure(c, programs)
	if len(cells) > 0 {
		if err := draw(c.OutOrStdout(), append(program.Names(t.Algorithms), t.Tools...), cells); err != nil {
			return err
		}
	}
	return t.report(c, cells, measured)
}

// Measure measures all algorithms on all programs. It returns the measured cells even if there is an error.
func (t *Table) Measure(c *cobra.Command, programs []program.Spec) ([]results.Cell, error) {
	if err := t.CheckJobs(t.Registry); err != nil {
		return nil, err
	}
	campaign := t.Campaign(programs, c.ErrOrStderr())
	var err error
	if campaign.Tools, err = tool.Find(t.Tools); err != nil {
		return nil, err
	}
	campaign.Redundant, campaign.Memories = t.RedundantTimeout, t.Memories
	campaign.Timeout = func(algorithm string) time.Duration {
		if a, ours := t.Registry.Algorithm(algorithm); a.Optimal || !ours {
			return t.Time
		}
		return min(t.Time, t.RedundantTimeout)
	}
	return campaign.Measure(c.Context())
}

// Show draws the cells of a results file and reports problems with them.
func (t *Table) Show(c *cobra.Command, cells []results.Cell, draw Draw) error {
	if err := draw(c.OutOrStdout(), t.Shown(cells), cells); err != nil {
		return err
	}
	return t.report(c, cells, nil)
}

// Shown returns the algorithms that the user named or, if none, all that have cells.
func (t *Table) Shown(cells []results.Cell) []string {
	if t.chosen() {
		return program.Names(t.Algorithms)
	}
	return t.measured(cells)
}

func (t *Table) report(c *cobra.Command, cells []results.Cell, measured error) error {
	e := table.Expect(t.Registry, cells)
	return Report(c.ErrOrStderr(), e.Evaluate(cells, e.Unexpected), measured)
}

// PaperAlgorithms returns the algorithms of the paper's Table 1, in its order.
func PaperAlgorithms() []string { return []string{"trust", "optimal", "pop"} }

// measured returns the algorithms of the cells, the paper's last, and then other tools.
func (t *Table) measured(cells []results.Cell) []string {
	paper := PaperAlgorithms()
	others := slices.DeleteFunc(t.Registry.AlgorithmNames(), func(name string) bool { return slices.Contains(paper, name) })
	return slices.DeleteFunc(slices.Concat(others, paper, tool.Names()), func(name string) bool {
		return !slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Rows[0].Algorithm == name })
	})
}

// Report writes the problems with the results, one per line. It returns the error of
// the measurement or, if that is nil, [cli.ErrReported] if there are problems.
func Report(stderr io.Writer, problems []string, measured error) error {
	for _, problem := range problems {
		fmt.Fprintf(stderr, "dporbench: %s\n", problem)
	}
	if measured == nil && len(problems) > 0 {
		return cli.ErrReported
	}
	return measured
}
