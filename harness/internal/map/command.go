// Package mapping implements the command map, which compares all algorithms on many programs: the number of executions
// that each algorithm visits, its steps and time, and the size of its storage.
package mapping

import (
	"cmp"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/campaign"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
	"dporbench/results"
)

type mapCommand struct {
	campaign.Table
	once   catalog.Algorithm // counts the classes
	graphs catalog.Algorithm // counts executions where all accesses are relaxed
	figure string
}

// Command returns the command map.
func Command(r *program.Registry) *cobra.Command {
	m := mapCommand{Table: campaign.NewTable(r, "out/map.csv"), figure: figures[0].name}
	m.once = flags.NewOne(r).Algorithm
	m.graphs, _ = r.Algorithm("trust")
	m.Time, m.RedundantTimeout = 10*time.Second, 10*time.Second
	for _, a := range r.Algorithms() {
		if !a.Samples && (a.ExactlyOnce || !a.Bounded) { // not algorithms that repeat classes unless preemptions are bounded
			m.Algorithms = append(m.Algorithms, a)
		}
	}
	c := &cobra.Command{
		Use:   "map LIST",
		Short: "Measure all algorithms on many programs",
		Example: `dporbench map benchmarks/map.txt --out out/map.csv
dporbench map --from reference/map.csv`,
		Long: `Measure algorithms on the programs in the file LIST: one on each line, written as on
the command line, with its quotes, though nothing is expanded; lines that begin with #
are comments. The classes of each program are counted by every equivalence.

The table has a line for each program: its classes, and for each algorithm one of these
figures (--figure):

  explored   explorations, those cut short included, for each class of the algorithm's own equivalence; 1 is the minimum
  steps      steps that the algorithm counts, relative to the fewest on the program
  time       wall-clock time, relative to the shortest
  stored     the largest number of things stored at one time; see columns
  states     instead of algorithms: the exact number of classes that decide counts, the states it stores, its time

An algorithm that refuses a program does not fail. --resume continues a results file,
even with the programs of another list. --from measures nothing. The command plot draws
the map of a results file.

The exit status is 1 if a run failed, or if algorithms of one equivalence that visit
each class once disagree.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if m.From != "" {
				return m.show(c, args)
			}
			return m.measure(c, args)
		},
	}
	m.Register(r, c)
	c.Flags().Lookup("algo").DefValue = "all that visit classes"
	names := []string{byStates}
	for _, f := range figures {
		names = append(names, f.name)
	}
	c.Flags().Var(value.OneOf(&m.figure, "FIGURE", names), "figure", "what the table shows: explored, steps, time, stored or states")
	return c
}

func (m *mapCommand) measure(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usagef("map takes one file with a list of programs, or --from FILE")
	}
	if m.Memory != memory.SC {
		return cli.Usagef("--memory %v: values are compared under sc only: must be sc", m.Memory)
	}
	programs, err := readPrograms(m.Registry, args[0])
	if err != nil {
		return err
	}
	var known []results.Classes
	if m.Resume {
		if known, err = readIfThere(results.ClassesPath(m.Out), results.ReadClasses); err != nil {
			return err
		}
	}
	classes, err := m.countClasses(c.Context(), programs, known, c.ErrOrStderr())
	if err != nil {
		return err
	}
	var decided []results.Decided
	if m.Resume {
		if decided, err = readIfThere(results.DecidedPath(m.Out), results.ReadDecided); err != nil {
			return err
		}
	}
	if decided, err = m.decideAll(c.Context(), programs, decided); err != nil {
		return err
	}
	cells, measured := m.Measure(c, programs)
	written := cmp.Or(results.WriteClasses(results.ClassesPath(m.Out), classes), results.WriteDecided(results.DecidedPath(m.Out), decided))
	l := landscape{m.Registry, program.Names(m.Algorithms), cells, classes, decided}
	return cmp.Or(written, m.report(c, l, measured))
}

func (m *mapCommand) show(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return cli.Usagef("--from: shows all programs in the file, and goes without %s", args[0])
	}
	cells, err := table.Cells(m.From)
	if err != nil {
		return err
	}
	classes, err := readIfThere(results.ClassesPath(m.From), results.ReadClasses)
	if err != nil {
		return err
	}
	decided, err := readIfThere(results.DecidedPath(m.From), results.ReadDecided)
	if err != nil {
		return err
	}
	return m.report(c, landscape{m.Registry, m.inOrder(cells), cells, classes, decided}, nil)
}

// inOrder returns, in the order of the catalogue, the algorithms that the user named or else all that have cells.
func (m *mapCommand) inOrder(cells []results.Cell) []string {
	shown := m.Shown(cells)
	return slices.DeleteFunc(m.Registry.AlgorithmNames(), func(name string) bool { return !slices.Contains(shown, name) })
}

// report draws the table, and lists the problems below it. Runs that ended at a limit or were refused by the
// algorithm are not wrong: they are part of the map.
func (m *mapCommand) report(c *cobra.Command, l landscape, measured error) error {
	if len(l.cells) == 0 {
		return measured
	}
	if m.figure == byStates {
		return drawStates(c.OutOrStdout(), l)
	}
	if err := draw(c.OutOrStdout(), m.figure, l); err != nil {
		return err
	}
	failed := func(c results.Cell) string {
		if c.Median().Status != results.Failed {
			return l.miscounted(c.Median())
		}
		return table.Unfinished(c)
	}
	return campaign.Report(c.ErrOrStderr(), table.Expect(m.Registry, l.cells).Evaluate(l.cells, failed), measured)
}
