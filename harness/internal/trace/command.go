// Package trace implements the command trace, which prints executions: explored, replayed from a file, or by a schedule.
package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
	"dporbench/trace"
)

type traceCommand struct {
	flags.One
	registry *program.Registry
	programs *arguments.Programs
	number   int64  // 0 is any
	first    string // an outcome; "" is any
	limit    int64  // 0 is none
	sample   int64  // 0 is none
	save     string
	graph    string
	replay   string
	schedule string

	asJSON  bool
	fewest  bool
	races   bool
	places  bool
	columns bool
}

func Command(r *program.Registry) *cobra.Command {
	t := traceCommand{One: flags.NewOne(r), registry: r}
	c := &cobra.Command{
		Use:   "trace BENCH [PARAM...]",
		Short: "Print executions: what each thread does, event by event",
		Example: `dporbench trace fig1 --limit 3
dporbench trace lost-update --first failed --lines
dporbench trace 'p: a=x | q: x=1' --races`,
		Long: `Print the executions that an algorithm visits, all of them or some: what each
thread does, event by event, with the values, and how it ends.

There is a column for each thread, unless that is wider than the terminal, or than
160 characters without one: then the threads and what they do are listed.
--columns and --columns=false override this.

An execution is saved as text that can be edited by hand, and replayed without an
algorithm. The program is the one named in the file, made from the same source files. One
that is given instead may differ: only the sequence of threads counts, and events that
differ from the recorded ones are listed.

With --json each execution is an object: the program, its params, the algorithm
and the number of the execution; the names of the threads; steps, each with its
thread, its index in that thread, its kind, its text and, with --races, the
positions from 1 of the earlier steps it races with and, with --lines, its place in
the source; the outcome, the failure, and why threads stopped before their end.
maximal is false for a replay that ends before the program does.

The exit status is 1 if there is no such execution, or if what was recorded
cannot be replayed to its end.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := t.validate(c); err != nil {
				return err
			}
			if t.replay != "" {
				return t.again(c, args)
			}
			if t.schedule != "" {
				return t.scheduled(c, args)
			}
			return t.explore(c, args)
		},
	}
	t.register(c)
	return c
}

func (t *traceCommand) register(c *cobra.Command) {
	f := c.Flags()
	t.programs = arguments.Of(c, t.registry)
	t.programs.ReportsOutcomes(c, t.asksForRaces)
	t.programs.FollowsOrders("replay", "schedule", "sample", "fewest-preemptions", "races")
	t.Register(t.registry, f)
	outcomes := []string{model.Complete.String(), model.Failed.String(), model.AssumeBlocked.String(), model.Deadlocked.String(), model.Starved.String(), model.Livelocked.String(), model.Leaked.String(), model.Raced.String(), model.NotLinearizable.String()}
	f.Var(value.Optional(&t.number), "execution", "only this execution, in the order of the visits")
	f.Var(value.OneOf(&t.first, "OUTCOME", outcomes), "first", "only the first execution that is complete, failed, assume-blocked, deadlocked, starved, livelocked, leaked, raced or nonlinearizable")
	f.Var(value.Positive(&t.Jobs), "jobs", "workers that look for the execution of --first in parallel")
	f.Var(value.Optional(&t.limit), "limit", "only the first N executions")
	f.Var(value.Optional(&t.sample), "sample", "N executions, drawn nearly uniformly from all with --seed")
	f.Var(value.Output(&t.save), "save", "also write the execution to `FILE`, for --replay; there must be only one")
	f.Var(value.Output(&t.graph), "graph", "also draw the execution to `FILE`, as SVG, under a memory model of C11; there must be only one")
	f.StringVar(&t.replay, "replay", "", "explore nothing: replay the execution in `FILE`")
	f.StringVar(&t.schedule, "schedule", "", "explore nothing: follow the `SCHEDULE` that the command test has printed for the program")
	f.BoolVar(&t.columns, "columns", false, "a column for each thread, however wide; with =false always a list")
	f.BoolVar(&t.fewest, "fewest-preemptions", false, "show the execution of each class with the fewest preemptions")
	f.BoolVar(&t.races, "races", false, "show, for each event, the earlier ones it races with")
	f.BoolVar(&t.places, "lines", false, "show the source line of each event")
	f.BoolVar(&t.asJSON, "json", false, "print one JSON object for each execution, on a line of its own")
}

// asksForRaces returns the flag --first if it names raced, and "" otherwise.
func (t *traceCommand) asksForRaces() string {
	if t.first == model.Raced.String() {
		return "--first raced"
	}
	return ""
}

// conflicts lists the flags that cannot be combined.
func conflicts(set *pflag.FlagSet) flags.Conflicts {
	return slices.Concat(
		flags.Apart(set, "each chooses the executions to show", "execution", "first", "limit"),
		flags.Apart(set, "each chooses the executions to show", "first", "limit"),
		flags.Apart(set, "each is a form of output", "json", "columns"),
		flags.Apart(set, "a sample is one random execution", "sample", "execution", "first", "limit", "replay", "save", "graph"),
		flags.Apart(set, "a recording is of one execution, with its settings", "replay", "execution", "first", "limit", "algo", "memory", "order", "seed"),
		flags.Apart(set, "a schedule is of one execution, with its settings", "schedule", "replay", "sample", "execution", "first", "limit", "algo", "memory", "order", "seed"),
	)
}

func (t *traceCommand) validate(c *cobra.Command) error {
	if err := conflicts(c.Flags()).Check(); err != nil {
		return err
	}
	if t.fewest {
		if err := flags.OnlySC(t.Settings, "--fewest-preemptions counts in sequences without store buffers"); err != nil {
			return err
		}
	}
	if t.sample > 0 && !flags.Estimable(t.Algorithm) {
		return cli.Usagef("--sample: %s cannot be sampled: must be --algo one of %s", t.Algorithm.Name, strings.Join(t.registry.NamesOf(flags.Estimable), ", "))
	}
	chosen := func(flag string) bool { return c.Flags().Changed(flag) }
	if one := t.limit == 1 || slices.ContainsFunc([]string{"execution", "first", "replay", "schedule"}, chosen); !one {
		const needs = "needs --execution N, --first OUTCOME, --limit 1, --replay FILE or --schedule SCHEDULE"
		switch {
		case t.save != "":
			return cli.Usagef("--save: one execution is saved: %s", needs)
		case t.graph != "":
			return cli.Usagef("--graph: one execution is drawn: %s", needs)
		}
	}
	return nil
}

func (t *traceCommand) explore(c *cobra.Command, args []string) error {
	return t.programs.Explore(c, args, t.Memory, func(p program.Program) error { return t.print(c, p) })
}

// print prints the executions of p that are wanted.
func (t *traceCommand) print(c *cobra.Command, p program.Program) error {
	printer := t.printer(c, p)
	printer.Algorithm = t.Algorithm.Name
	if t.sample > 0 {
		return t.drawn(c, p, printer)
	}
	s := find.Selection{Settings: t.Settings, Algorithm: t.Algorithm, Number: t.number, First: t.first, Limit: t.limit}
	return s.Each(c.Context(), p, func(number int64, e *model.Execution) error {
		visited, err := t.visited(p, e)
		if err != nil {
			return fmt.Errorf("execution %d of %s by %s is invalid: %w", number, p, printer.Algorithm, err)
		}
		if err := printer.Print(Execution{Trace: visited, Number: number}); err != nil {
			return err
		}
		return t.write(p, visited, s.Origin(number))
	})
}

func (t *traceCommand) drawn(c *cobra.Command, p program.Program, printer *Printer) error {
	ctx, stop := t.Within(c.Context())
	defer stop()
	return sampling.Sample(ctx, t.Options(), p.Program, int(t.sample), t.Seed, func(e *model.Execution) error {
		drawn, err := t.visited(p, e)
		if err != nil {
			return err
		}
		return printer.Print(Execution{Trace: drawn})
	})
}

// visited is e or, with --fewest-preemptions, the execution of its class with the fewest preemptions.
func (t *traceCommand) visited(p program.Program, e *model.Execution) (trace.Trace, error) {
	if !t.fewest {
		return trace.Of(p.Program, t.Memory, e.Events())
	}
	order, _, ok, err := trace.FewestPreemptions(p.Program, e.Events())
	if err != nil || !ok {
		return trace.Trace{}, cmp.Or(err, errors.New("its class is too large to look for the fewest preemptions"))
	}
	return trace.Of(p.Program, t.Memory, order)
}

func (t *traceCommand) again(c *cobra.Command, args []string) error {
	recording, err := readRecording(t.replay)
	if err != nil {
		return err
	}
	var p program.Program
	if len(args) > 0 {
		if p, err = t.programs.Parse(args, recording.Memory); err == nil {
			err = noteChange(c, t.replay, recording, p)
		}
	} else {
		p, err = recordedProgram(c, t.registry, t.replay, recording)
	}
	if err != nil {
		return err
	}
	return p.Explore(arguments.Notes(c), func(p program.Program) error { return t.replayed(c, p, recording) })
}

// noteChange says that p, which the user has named, is another program than the recorded one.
func noteChange(c *cobra.Command, path string, r trace.Recording, p program.Program) error {
	file, err := changed(path, r, p)
	if file != "" {
		arguments.Notes(c)(fmt.Sprintf("%s differs from the file with which %s was recorded: events that differ are listed", file, path))
	}
	return err
}

// replayed prints the execution of p that a recording has.
func (t *traceCommand) replayed(c *cobra.Command, p program.Program, recording trace.Recording) error {
	_, stop := t.Within(c.Context())
	replayed, differences, misfit := recording.Replay(p.Program)
	stop()
	e := Execution{Trace: replayed, File: t.replay, Differences: differences}
	if misfit == nil {
		e.Recorded = recording.Ending
	}
	if err := t.printer(c, p).Print(e); err != nil {
		return err
	}
	if misfit != nil {
		return fmt.Errorf("%s: %w", t.replay, misfit)
	}
	return t.write(p, replayed, recording.Origin)
}

// write writes the files of an execution that are asked for.
func (t *traceCommand) write(p program.Program, e trace.Trace, origin string) error {
	if t.save != "" {
		if err := saveRecording(t.save, p.Spec, e, origin); err != nil {
			return err
		}
	}
	if t.graph == "" {
		return nil
	}
	return drawGraph(t.graph, p, e, origin)
}

func (t *traceCommand) printer(c *cobra.Command, p program.Program) *Printer {
	w := c.OutOrStdout()
	printer := &Printer{W: w, Program: p, Races: t.races, JSON: t.asJSON}
	printer.Layout.Places = t.places
	switch {
	case !c.Flags().Changed("columns"):
		printer.Layout.Width = terminal.Width(w)
	case !t.columns:
		printer.Layout.List = true
	}
	return printer
}
