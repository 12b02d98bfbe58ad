package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"dporbench/benchmarks"
	"dporbench/harness/runner"
	"dporbench/harness/tables"
	"dporbench/results"
)

// ablation are the flags of the command.
type ablation struct {
	comparing
	bench  string
	params []string
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
the first algorithm to finish.`,
		Args: noArgs,
	}
	a.register(c)
	c.RunE = func(c *cobra.Command, _ []string) error { return a.run(c) }
	return c
}

func (a *ablation) register(c *cobra.Command) {
	a.algorithms, a.out = []string{"pop-naive", "pop-lazy", "pop"}, "results/ablation.csv"
	a.comparing.register(c.Flags())
	c.Flags().StringVar(&a.bench, "bench", "", "the `BENCHMARK` of a series of programs")
	c.Flags().Var(seriesValue(&a.params), "params",
		"its parameters, program by program, separated by commas; those of one program by spaces;\n"+
			"without the flag those it has in Table 1")
}

func (a *ablation) run(c *cobra.Command) error {
	cases, err := a.cases()
	if err != nil {
		return err
	}
	return a.compare(c, cases, func(w io.Writer, cells []results.Cell) error {
		return a.draw(w, tables.Ablation{
			Programs:   programsOf(cases),
			Algorithms: a.algorithms,
			Cells:      cells,
			Expected:   expectations(cells),
		})
	})
}

func (a *ablation) draw(w io.Writer, t tables.Ablation) error {
	if err := t.Write(w); err != nil {
		return err
	}
	if a.bench == "" || len(t.Programs) < 2 {
		return nil // there are no steps
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return t.WriteGrowth(w)
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
