// Package decide implements the command decide: how the executions of a program end, and how many classes of them there are, found by its states.
package decide

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos/states"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
	"dporbench/model/memory"
)

// Command returns the command.
func Command(r *program.Registry) *cobra.Command {
	var programs *arguments.Programs
	s, graph := explore.Defaults(), ""
	c := &cobra.Command{
		Use:   "decide BENCH [PARAM...]",
		Short: "Decide how a program ends by its states, and count its classes",
		Example: `dporbench decide fib-bench 3
dporbench decide ./pool:TestFanIn`,
		Long: `Visit the states of a program instead of its executions: each state once, however
many executions lead to it. That decides programs with far more executions than can be
explored, above all tests of Go packages, and counts their classes of executions
exactly.

Found are failures and panics, deadlocks, starvation and leaks, and livelocks: states
from which the program cannot end any more, and executions that never end although
each thread that can move does. Each is shown by an execution. Where
memory or time ends first, the answer is "unknown" unless something was found.

Data races are decided, too, and one of them is shown. The execution that is shown has
the fewest events, if that is found soon, in the order with the fewest preemptions.

Under tso and pso, the stores in buffers are part of a state; classes are not counted
there, nor data races decided. Refused are other memory models, timers that fire last,
and linearizability by what threads can observe.
docs/states.md explains what is decided.

The exit status is 1 if something was found, or if the answer is unknown.`,
		RunE: func(c *cobra.Command, args []string) error {
			return programs.Explore(c, args, s.Memory, func(p program.Program) error {
				counter := terminal.NewCounter(c.ErrOrStderr(), p.String(), "states")
				a, err := find(c.Context(), p, s, watch(counter))
				counter.Close()
				if err != nil {
					return err
				}
				return a.show(c.OutOrStdout(), p, s.Memory, graph)
			})
		},
	}
	programs = arguments.Of(c, r)
	programs.ReportsOutcomes(c, func() string { return "" })
	flags.RegisterSettings(&s, c.Flags())
	command.Group(c.Flags(), command.Exploring, func(f *pflag.FlagSet) { f.Var(value.Positive(&s.Jobs), "jobs", "workers that share the states") })
	c.Flags().Var(value.Output(&graph), "graph", "also draw all states to `FILE`, as SVG, if they are few")
	return c
}

// answer holds the findings about a program.
type answer struct {
	states.Result
	states.Counted
	decided  time.Duration // the time that took
	counted  time.Duration
	outcomes map[model.Outcome]*ending
}

// ending is an outcome.
type ending struct {
	finals   int64 // states
	first    states.Ended
	shortest bool // first has the fewest events
}

// share is the part of the memory limit that the heap may have, since the process needs more than that.
const share = 0.7

// watch shows how far a search has got.
func watch(c *terminal.Counter) func(states.Progress) {
	if c == nil {
		return nil
	}
	return func(p states.Progress) {
		c.Set(p.States, p.Likely)
		note := fmt.Sprintf("depth %d", p.Depth)
		if p.Likely > 0 {
			note += ", estimates within a factor of ten"
		}
		c.Note(note)
	}
}

// find decides p, and counts its classes.
func find(ctx context.Context, p program.Program, s explore.Settings, progress func(states.Progress)) (a answer, err error) {
	bounded, stop := context.WithTimeout(ctx, s.Time)
	defer stop()
	o := states.Options{Memory: s.Memory, MaxSteps: s.MaxSteps, MaxBytes: max(1, int64(float64(s.MemLimit)*share)), FinalVerdicts: p.Spec.IsGo(), Workers: s.Jobs, Progress: progress}
	a.outcomes = map[model.Outcome]*ending{}
	begin := time.Now()
	if a.Result, err = states.Decide(bounded, p.Program, o, a.see); err != nil {
		return a, refused(err)
	}
	a.decided = time.Since(begin)
	if a.Counted.Unknown = a.Result.Unknown; a.Result.Unknown == "" {
		if a.Counted, err = states.Count(bounded, p.Program, o); err != nil {
			if _, not := errors.AsType[*states.Refused](err); !not {
				return a, err
			}
			a.Counted.Unknown = err.Error()
		}
		a.counted = time.Since(begin) - a.decided
	}
	if err := a.shorten(ctx, p, o); err != nil {
		return a, err
	}
	return a, context.Cause(ctx)
}

// show prints the answer, and draws the states to a file if one is named.
func (a *answer) show(w io.Writer, p program.Program, m memory.Model, graph string) error {
	if err := a.write(w, p, m); err != nil {
		return err
	}
	if graph != "" {
		if err := drawStates(p, m, graph); err != nil {
			return err
		}
	}
	if a.Result.Unknown != "" || a.failing() {
		return cli.ErrReported
	}
	return nil
}

// shortening bounds how long shorter executions are looked for.
const shortening = 5 * time.Second

// shorten replaces the executions that fail by shortest ones, as far as these are found soon.
func (a *answer) shorten(ctx context.Context, p program.Program, o states.Options) error {
	var wanted []model.Outcome
	for _, outcome := range flags.Failures() {
		if a.outcomes[outcome] != nil {
			wanted = append(wanted, outcome)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	bounded, stop := context.WithTimeout(ctx, shortening)
	defer stop()
	found, err := states.Shortest(bounded, p.Program, o, wanted)
	for _, e := range found {
		known := a.outcomes[e.Outcome]
		known.first, known.shortest = e, true
	}
	return err
}

// refused makes an error of usage of one that says that states cannot decide the program.
func refused(err error) error {
	if _, not := errors.AsType[*states.Refused](err); not {
		return cli.Usage(err)
	}
	return err
}

// see keeps an execution for each outcome: a maximal one if there is one, and the shortest of those.
func (a *answer) see(e states.Ended) error {
	known := a.outcomes[e.Outcome]
	if known == nil {
		known = &ending{}
		a.outcomes[e.Outcome] = known
	}
	if e.Final {
		known.finals++
	}
	first := &known.first
	if first.Events == nil || e.Final && !first.Final || e.Final == first.Final && len(e.Events) < len(first.Events) {
		e.Events = slices.Clone(e.Events)
		*first = e
	}
	return nil
}

// failing reports whether an outcome is one of those on which commands fail.
func (a *answer) failing() bool {
	for _, o := range flags.Failures() {
		if a.outcomes[o] != nil {
			return true
		}
	}
	return false
}
