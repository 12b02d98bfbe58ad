// Package plot implements the command plot, which draws the figures of a results file.
package plot

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/plots"
	"dporbench/results"
)

type plotCommand struct {
	from    table.From
	samples string // empty for the file next to from
	out     string
	formats []plots.Format
}

func Command() *cobra.Command {
	p := plotCommand{out: table.PlotsFolder, formats: plots.Formats()}
	c := &cobra.Command{
		Use:     "plot",
		Short:   "Draw the figures of a results file",
		Example: `dporbench plot --from reference/table1.csv --out out/plots`,
		Long: `Draw every figure for which a results file, and the samples taken during its runs,
have the data:

  memory                 peak memory against the parameter, per benchmark
  time-per-execution     the same for the time of one execution
  time-vs-pop            the time of each other algorithm against that of pop, with
                         letters for the benchmarks
  quantiles              the times of each algorithm in increasing order, of ten
                         programs or more
  memory-in-run-heap     live heap against the executions so far, per program
  memory-in-run-rss      resident memory against the same
  storage-…              objects stored against the parameter, with the law of growth; for each benchmark with several programs

For a file of the command map:

  map                    the visits, time and storage of each algorithm on each program
  quantiles              as above

For a file that sample or audit has written with --out:

  coverage               the classes that each sampler has seen against the number of runs, per program

For reference/speed-up.csv:

  speed-up               simulated speed-ups over the number of workers

A figure with many panels is divided into several, which are numbered. The names of
the files written are printed.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return p.run(c) },
	}
	p.from.Register(c)
	c.Flags().StringVar(&p.samples, "samples", "",
		"samples `FILE` (CSV) to draw (default: the one next to the results, if any)")
	c.Flags().StringVar(&p.out, "out", p.out, "`FOLDER` to write the figures to")
	c.Flags().Var(value.Parsed(&p.formats, "FORMATS", plots.ParseFormats, plots.JoinFormats), "format",
		"svg, png or pdf, or several separated by commas")
	return c
}

func (p plotCommand) run(c *cobra.Command) error {
	if path := p.from.Path(); results.IsCoverage(path) {
		return p.coverage(c, path)
	}
	if rows, ok, err := results.ReadSpeedUps(p.from.Path()); ok {
		if err != nil {
			return err
		}
		files, err := plots.DrawSpeedUps(p.out, rows, p.formats)
		return list(c, files, err)
	}
	path, contents, err := p.from.Read(c, c.ErrOrStderr())
	if err != nil {
		return err
	}
	if classes, err := results.ReadClasses(results.ClassesPath(path)); err == nil {
		files, err := plots.DrawMap(p.out, results.Latest(contents.Rows), classes, p.formats)
		return list(c, files, err)
	}
	curves, err := p.curves(path)
	if err != nil {
		return err
	}
	files, err := plots.Draw(p.out, plots.Data{Rows: contents.Rows, Curves: curves}, p.formats)
	if errors.Is(err, plots.ErrNothing) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return list(c, files, err)
}

// list prints the names of the files that were written.
func list(c *cobra.Command, files []string, err error) error {
	for _, file := range files {
		fmt.Fprintln(c.OutOrStdout(), file)
	}
	return err
}

func (p plotCommand) coverage(c *cobra.Command, path string) error {
	rows, err := results.ReadCoverage(path)
	if err != nil {
		return err
	}
	files, err := plots.DrawCoverage(p.out, rows, p.formats)
	return list(c, files, err)
}

func (p plotCommand) curves(path string) ([]results.Curve, error) {
	if p.samples != "" {
		return results.ReadSamples(p.samples)
	}
	curves, err := results.ReadSamples(results.SamplesPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return curves, err
}
