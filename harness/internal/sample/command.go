// Package sample has the commands sample and audit: what random schedulers find, and how much of everything that is.
package sample

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

type sampleCommand struct {
	settings
	registry *program.Registry
	programs *arguments.Programs
	failOn   flags.FailOn
	stop     bool
}

// Sample returns the command sample.
func Sample(r *program.Registry) *cobra.Command {
	s := sampleCommand{settings: newSettings(1000), registry: r, failOn: flags.FailOnUnexpected()}
	c := &cobra.Command{
		Use:   "sample BENCH [PARAM...]",
		Short: "Run a program many times under random schedulers",
		Example: `dporbench sample lastzero 8 --algo pos,pct --runs 1000
dporbench sample lost-update --stop-at-first`,
		Long: `Run a program many times under random schedulers, as a tester would: a random walk,
PCT, POS, URW, SURW, or RFF. The table has, for each of them,

  runs/s        the number of runs per second
  classes       how many classes of executions have been seen
  unseen        the probability that another run is of a class that has not been seen: an estimate, and a bound that holds in 95 of 100 cases
  failed        how many runs have one of the outcomes of --fail-on any, and in brackets the first of them
  probability   the probability of such a run, as an interval that holds in 95 of 100 cases
  enough        how many runs it takes to see one with a probability of 95 %, at both ends of that interval

RFF learns from its runs, so nothing follows from them for other runs: it has no such
figures. docs/samplers.md explains the samplers and the figures.

The first run that failed is shown below the table, with the command that repeats it.

A sampler that is weighted by numbers of events gets them from executions drawn evenly
from the classes, as by the command estimate.

The exit status is 1 if runs have an outcome that --fail-on names, or if a limit was
exceeded before all runs were made. With --stop-at-first a sampler stops at its first
run that failed.`,
		RunE: func(c *cobra.Command, args []string) error {
			return s.programs.Explore(c, args, s.Memory, func(p program.Program) error { return s.run(c, p) })
		},
	}
	s.programs = arguments.Of(c, r)
	s.programs.ReportsOutcomes(c, func() string { return s.failOn.AsksForRaces() })
	s.register(c.Flags(), "runs of each sampler")
	s.failOn.Register(c.Flags())
	c.Flags().BoolVar(&s.stop, "stop-at-first", false, "stop each sampler at its first run with an outcome of --fail-on any")
	return c
}

func (s *sampleCommand) run(c *cobra.Command, p program.Program) error {
	all, failed := s.all(c.Context(), p)
	if program.IsCoarse(failed) {
		return failed
	}
	if err := cmp.Or(s.write(c, all), writeCurves(s.out, curvesOf(all))); err != nil {
		return err
	}
	return cmp.Or(failed, s.verdict(c.ErrOrStderr(), all))
}

// all returns the drawings of all samplers, up to the first with an error.
func (s *sampleCommand) all(ctx context.Context, p program.Program) (all []*drawing, err error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	profile, err := s.profile(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, m := range s.methods {
		d, err := s.drawn(ctx, p, m, profile, s.stop)
		all = append(all, d)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

func (s *sampleCommand) write(c *cobra.Command, all []*drawing) error {
	w, command := c.OutOrStdout(), c.Root().Name()
	if s.asJSON {
		return writeJSON(w, command, all)
	}
	if len(all) == 0 {
		return nil
	}
	if err := writeTable(w, all); err != nil {
		return err
	}
	return writeFirst(w, command, all)
}

// verdict returns an error if runs have outcomes on which the command fails.
func (s *sampleCommand) verdict(stderr io.Writer, all []*drawing) (verdict error) {
	for _, d := range all {
		documented := func(o model.Outcome) bool { return s.registry.Documented(d.program.Spec, o) }
		if problem := s.failOn.Problem(documented, d.counts); problem != "" {
			fmt.Fprintf(stderr, "dporbench: %s, %s: %s\n", d.program, d.method.Name, problem)
			verdict = cli.ErrReported
		}
	}
	return verdict
}
