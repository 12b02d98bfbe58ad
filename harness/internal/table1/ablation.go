package table1

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/campaign"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

type ablationCommand struct {
	campaign.Table
	bench  string
	params []string
	work   bool
}

func Ablation(r *program.Registry) *cobra.Command {
	a := ablationCommand{Table: campaign.NewTable(r, table.AblationFile, "pop-naive", "pop-lazy", "pop-expressions", "pop")}
	c := &cobra.Command{
		Use:   "ablation",
		Short: "Measure what each of POP's ideas buys",
		Example: `dporbench ablation --bench exp-mem3 --params 3,4,5 --algo optimal,pop
dporbench ablation --from reference/ablation.csv`,
		Long: `Measure what POP stores without one of its ideas: pop-naive stores the schedules
of its sleep sets, pop-lazy collects schedules instead of exploring them at once,
and pop-expressions has the sleep set expressions of the paper's Algorithm 2, which
pop replaces by walks along the tails that it keeps anyway. pop-expressions copies
expressions as the paper does: compare what it stores, not its time.

The programs are the first row of each benchmark in the paper's Table 1, or with
--bench, one benchmark with a series of parameters. For a series of programs that
differ in one parameter, the factor by which each algorithm's store grows from one
to the next is shown below the table:

  dporbench ablation --bench exp-mem3 --params 3,4,5,6,7
  dporbench ablation --bench length-param --params '2 16,2 64,2 256'

Exceeding a limit is shown, and is a failure only for an optimal algorithm with
polynomial memory. The exit status is also 1 if a run failed, if a number of
executions is not the published one or, where there is none, if algorithms that
visit each class exactly once disagree.

With --work the table shows the steps that each algorithm takes for an execution: the
work of the algorithm itself, whatever the quality of its implementation.

With --from nothing is measured: the table shows a results file.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.From != "" {
				return a.show(c)
			}
			programs, err := a.programs()
			if err != nil {
				return err
			}
			var runs []results.Run
			for _, p := range programs {
				name, params := p.Recorded()
				runs = append(runs, results.Run{Benchmark: name, Params: params})
			}
			return a.Run(c, programs, a.drawing(runs))
		},
	}
	a.Register(r, c)
	c.Flags().StringVar(&a.bench, "bench", "", "the `BENCHMARK` of a series of programs")
	c.Flags().Var(value.Series(&a.params), "params",
		"its parameters, program by program, separated by commas; those of one program by spaces;\n"+
			"by default those it has in Table 1")
	c.Flags().BoolVar(&a.work, "work", false, "show the work for each execution instead of what is stored")
	return c
}

// show sorts the programs by benchmark, in the order of the registry.
func (a *ablationCommand) show(c *cobra.Command) error {
	if a.bench != "" || len(a.params) > 0 {
		return cli.Usagef("--from: shows all programs in the file, and goes without --bench and --params")
	}
	cells, err := table.Cells(a.From)
	if err != nil {
		return err
	}
	if len(cells) == 0 {
		return fmt.Errorf("%s: no rows in it", a.From)
	}
	var runs []results.Run
	for _, cell := range cells {
		runs = append(runs, results.Run{Benchmark: cell.Rows[0].Benchmark, Params: cell.Rows[0].Params})
	}
	place := func(r results.Run) int { return slices.Index(a.Registry.BenchmarkNames(), r.Benchmark) }
	slices.SortFunc(runs, func(a, b results.Run) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), slices.Compare(a.Params, b.Params))
	})
	runs = slices.CompactFunc(runs, func(a, b results.Run) bool { return a.Name() == b.Name() })
	return a.Show(c, cells, a.drawing(runs))
}

func (a *ablationCommand) drawing(programs []results.Run) campaign.Draw {
	return func(w io.Writer, algorithms []string, cells []results.Cell) error {
		t := AblationTable{Programs: programs, Algorithms: algorithms, Cells: cells, Expected: table.Expect(a.Registry, cells)}
		if a.work {
			return t.WriteWork(w)
		}
		if err := t.Write(w); err != nil {
			return err
		}
		all := seriesOf(programs)
		for _, series := range all {
			heading := "\n"
			if len(all) > 1 {
				heading = "\n " + series[0].Benchmark + "\n"
			}
			fmt.Fprint(w, heading)
			t.Programs = series
			if err := t.WriteGrowth(w); err != nil {
				return err
			}
		}
		return nil
	}
}

// seriesOf returns the series in programs: two or more successive ones of a benchmark in which one parameter changes.
func seriesOf(programs []results.Run) [][]results.Run {
	var all [][]results.Run
	for i, first := 1, 0; i <= len(programs); i++ {
		if i < len(programs) && changed(programs[i-1], programs[i]) >= 0 && changed(programs[i-1], programs[i]) == changed(programs[first], programs[first+1]) {
			continue
		}
		if i-first > 1 {
			all = append(all, programs[first:i])
		}
		first = i
	}
	return all
}

// changed is the index of the only parameter that differs, or -1.
func changed(a, b results.Run) int {
	place := -1
	for i := range min(len(a.Params), len(b.Params)) {
		switch {
		case a.Params[i] == b.Params[i]:
		case place >= 0:
			return -1
		default:
			place = i
		}
	}
	if a.Benchmark != b.Benchmark || len(a.Params) != len(b.Params) {
		return -1
	}
	return place
}

// programs returns the programs to measure, all of which can be built.
func (a *ablationCommand) programs() ([]program.Spec, error) {
	switch {
	case a.bench == "" && len(a.params) > 0:
		return nil, cli.Usagef("--params: needs --bench BENCHMARK")
	case a.bench == "":
		return program.Rows(program.FirstRows()), nil
	case len(a.params) > 0:
		return a.series()
	}
	if _, known := a.Registry.Benchmark(a.bench); !known {
		return nil, command.Unknown("benchmark", a.bench, a.Registry.BenchmarkNames())
	}
	rows := slices.DeleteFunc(benchmarks.PaperTable(), func(row benchmarks.PaperRow) bool { return row.Benchmark != a.bench })
	if len(rows) == 0 {
		return nil, cli.Usagef("--bench %s: is not in Table 1, and needs --params LIST", a.bench)
	}
	return program.Rows(rows), nil
}

// series builds the programs of the benchmark for parameters such as "2 16".
func (a *ablationCommand) series() (all []program.Spec, err error) {
	for _, params := range a.params {
		p, err := arguments.Parse(a.Registry, append([]string{a.bench}, strings.Fields(params)...))
		if err != nil {
			return nil, err
		}
		all = append(all, p.Spec)
	}
	return all, nil
}
