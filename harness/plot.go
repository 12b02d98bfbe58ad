package harness

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"dporbench/plots"
	"dporbench/results"
)

// plotting are the flags of the command.
type plotting struct {
	from    string
	samples string // empty for the file beside from
	out     string
	formats []plots.Format
}

func newPlot() *cobra.Command {
	p := plotting{from: "results/table1.csv", out: "plots", formats: plots.Formats()}
	c := &cobra.Command{
		Use:   "plot",
		Short: "Draw the figures of a results file",
		Long: `Draw every figure that a results file, and the samples taken during its runs,
have the data for:

  memory                 peak memory against the parameter, per benchmark
  time-per-execution     against the number of executions, per benchmark
  time-vs-pop            the time of each other algorithm against that of pop
  memory-in-run-heap     live heap against the executions so far, per program
  memory-in-run-rss      resident memory against the same
  storage-…              what was stored against the parameter, with the law by
                         which it grows; for each benchmark with several programs

A figure of many panels is divided into numbered ones. The names of the files
that were written are printed.`,
		Args: noArgs,
	}
	flags := c.Flags()
	flags.StringVar(&p.from, "from", p.from, "results `FILE` (CSV) to draw")
	flags.StringVar(&p.samples, "samples", "",
		"samples `FILE` (CSV) to draw; without the flag the one beside the results, if there is one")
	flags.StringVar(&p.out, "out", p.out, "`FOLDER` to write the figures to")
	flags.Var(value[[]plots.Format]{&p.formats, "FORMATS", plots.ParseFormats, plots.JoinFormats}, "format",
		"svg, png or pdf, or several separated by commas")
	c.RunE = func(c *cobra.Command, _ []string) error { return p.run(c) }
	return c
}

func (p plotting) run(c *cobra.Command) error {
	data, err := p.data()
	if err != nil {
		return err
	}
	files, err := plots.Draw(p.out, data, p.formats)
	if errors.Is(err, plots.ErrNothing) {
		err = fmt.Errorf("%s: %w", p.from, err)
	}
	for _, file := range files {
		if _, err := fmt.Fprintln(c.OutOrStdout(), file); err != nil {
			return err
		}
	}
	return err
}

func (p plotting) data() (plots.Data, error) {
	contents, err := results.Read(p.from)
	if err != nil {
		return plots.Data{}, err
	}
	curves, err := p.curves()
	return plots.Data{Rows: contents.Rows, Curves: curves}, err
}

func (p plotting) curves() ([]results.Curve, error) {
	if p.samples != "" {
		return results.ReadSamples(p.samples)
	}
	curves, err := results.ReadSamples(results.SamplesPath(p.from))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return curves, err
}
