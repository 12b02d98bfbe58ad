package harness

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dporbench/benchmarks"
	"dporbench/harness/internal/runner"
	"dporbench/harness/internal/tables"
	"dporbench/results"
)

// ablation are the flags of the command.
type ablation struct {
	comparing
	bench  string
	params []string
	from   string // measure nothing
}

func newAblation() *cobra.Command {
	a := ablation{comparing: comparing{defaultMeasuring(), 30 * time.Second}}
	c := &cobra.Command{
		Use:   "ablation",
		Short: "Measure what each of POP's ideas buys",
		Long: `Measure what POP stores without one of its ideas: pop-naive stores the schedules
of its sleep sets instead of characterising them, pop-lazy collects schedules
instead of exploring them at once.

The programs are those of the first row of each benchmark of the paper's Table 1.
With --bench they are one benchmark with a series of parameters, and below the
table stands by which factor the store of each algorithm grows in each step:

  dporbench ablation --bench exp-mem3 --params 3,4,5,6,7
  dporbench ablation --bench length-param --params '2 16,2 64,2 256'

A limit that is exceeded is shown, and is a failure only of an algorithm that is
optimal with polynomial memory. The exit status is 1 also if a run failed, or if
a number of executions is not the published one or, where none is, not that of
the first algorithm to finish.

With --from nothing is measured: the table is that of a results file.`,
		Args: noArgs,
	}
	a.register(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if a.from != "" {
			return a.show(c)
		}
		return a.run(c)
	}
	return c
}

func (a *ablation) register(c *cobra.Command) {
	a.algorithms, a.out = []string{"pop-naive", "pop-lazy", "pop"}, "results/ablation.csv"
	a.comparing.register(c.Flags())
	c.Flags().StringVar(&a.bench, "bench", "", "the `BENCHMARK` of a series of programs")
	c.Flags().Var(seriesValue(&a.params), "params",
		"its parameters, program by program, separated by commas; those of one program by spaces;\n"+
			"without the flag those it has in Table 1")
	c.Flags().StringVar(&a.from, "from", "", "measure nothing: show the rows of this results `FILE` (CSV)")
}

func (a *ablation) run(c *cobra.Command) error {
	cases, err := a.cases()
	if err != nil {
		return err
	}
	return a.compare(c, cases, func(w io.Writer, cells []results.Cell) error {
		return draw(w, tables.Ablation{
			Programs:   programsOf(cases),
			Algorithms: a.algorithms,
			Cells:      cells,
			Expected:   expectations(cells),
		})
	})
}

// show draws a results file: all programs in it, and what it has of the
// algorithms.
func (a *ablation) show(c *cobra.Command) error {
	if a.bench != "" || len(a.params) > 0 {
		return badUsage("--from: shows all programs in the file, and goes without --bench and --params")
	}
	contents, err := results.Read(a.from)
	if err != nil {
		return err
	}
	cells := results.Cells(results.Latest(contents.Rows))
	if len(cells) == 0 {
		return fmt.Errorf("%s: no rows in it", a.from)
	}
	algorithms := a.algorithms
	if !c.Flags().Changed("algo") {
		algorithms = measuredAlgorithms(cells)
	}
	return draw(c.OutOrStdout(), tables.Ablation{
		Programs:   measuredPrograms(cells),
		Algorithms: algorithms,
		Cells:      cells,
		Expected:   expectations(cells),
	})
}

// measuredPrograms are the programs of the cells: benchmark by benchmark, in the
// order of Table 1, and then as they grow.
func measuredPrograms(cells []results.Cell) []results.Run {
	var programs []results.Run
	for _, c := range cells {
		programs = append(programs, results.Run{Benchmark: c.Rows[0].Benchmark, Params: c.Rows[0].Params})
	}
	place := func(r results.Run) int { return slices.Index(benchmarks.Names(), r.Benchmark) }
	slices.SortFunc(programs, func(a, b results.Run) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), slices.Compare(a.Params, b.Params))
	})
	return slices.CompactFunc(programs, func(a, b results.Run) bool { return a.Name() == b.Name() })
}

func draw(w io.Writer, t tables.Ablation) error {
	if err := t.Write(w); err != nil {
		return err
	}
	if !isSeries(t.Programs) {
		return nil // there are no steps
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return t.WriteGrowth(w)
}

// isSeries reports whether the programs are of one benchmark, and more than one.
func isSeries(programs []results.Run) bool {
	return len(programs) > 1 && programs[0].Benchmark == programs[len(programs)-1].Benchmark
}

// cases are the programs to measure. They can all be built.
func (a *ablation) cases() ([]runner.Case, error) {
	switch {
	case a.bench == "" && len(a.params) > 0:
		return nil, badUsage("--params: needs --bench BENCHMARK")
	case a.bench == "":
		return casesOf(firstRows(benchmarks.PaperTable())), nil
	case len(a.params) > 0:
		return parseSeries(a.bench, a.params)
	}
	if _, err := parseBenchmark(a.bench); err != nil {
		return nil, err
	}
	rows := rowsOf(a.bench, benchmarks.PaperTable())
	if len(rows) == 0 {
		return nil, badUsage("--bench %s: is not in Table 1, and needs --params LIST", a.bench)
	}
	return casesOf(rows), nil
}
