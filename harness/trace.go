package harness

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8/cwriter"

	"dporbench/algos"
	"dporbench/harness/internal/runner"
	"dporbench/model"
	"dporbench/trace"
)

// traceFlags are the flags of the command.
type traceFlags struct {
	exploring
	number int64 // 0 is any
	first  string
	limit  int64 // 0 is none
	save   string
	replay string

	asJSON  bool
	races   bool
	columns bool
}

func newTrace() *cobra.Command {
	f := traceFlags{exploring: defaultExploring()}
	c := &cobra.Command{
		Use:   "trace BENCH [PARAM...]",
		Short: "Print executions: what each thread does, event by event",
		Long: `Print the executions that an algorithm visits, all of them or some: what each
thread does, event by event, with the values, and how it ends.

There is a column for each thread. What would be wider than the terminal, or
than 160 characters where there is none, is printed as a list of threads and
what they do; --columns and --columns=false choose for themselves.

An execution is saved as a text that can be edited by hand, and replayed without
any algorithm, also on a program that has changed since: the sequence of threads
is what counts, and what the threads do otherwise than recorded is listed. The
program is that of the file, unless one is given.

With --json each execution is an object: the program, its params, the algorithm
and the number of the execution; the names of the threads; steps, each with its
thread, its index in that, its kind, its text and, with --races, the positions
from 1 of the earlier steps it races with; the outcome, the failure, and why the
threads stopped that are not at their end. maximal is false of a replay that ends
before the program does.

The exit status is 1 if there is no such execution, or if what was recorded
cannot be replayed to its end.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.validate(c); err != nil {
				return err
			}
			if f.replay != "" {
				return f.again(c, args)
			}
			return f.explore(c, args)
		},
	}
	f.register(c)
	return c
}

func (f *traceFlags) register(c *cobra.Command) {
	flags := c.Flags()
	f.exploring.register(flags)
	flags.Lookup("algo").Usage = "algorithm that explores"
	flags.Lookup("seed").Usage = "seed of the random scheduling order"
	flags.Var(countValue(&f.number), "execution", "only this execution, in the order of the visits")
	flags.Var(outcomeValue(&f.first), "first", "only the first execution that is complete, failed, assume-blocked or deadlocked")
	flags.Var(countValue(&f.limit), "limit", "at most that many executions, the first ones")
	flags.StringVar(&f.save, "save", "", "write the execution to `FILE` as well, to be replayed; there must be only one")
	flags.StringVar(&f.replay, "replay", "", "explore nothing: replay the execution in `FILE`")
	flags.BoolVar(&f.columns, "columns", false, "a column for each thread, however wide; with =false a list, however narrow")
	flags.BoolVar(&f.races, "races", false, "show beside each event those before it that it races with")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object for each execution, on a line of its own")
}

// validate rejects flags that make no sense together.
func (f *traceFlags) validate(c *cobra.Command) error {
	given := c.Flags().Changed
	if len(f.algorithms) > 1 {
		return badUsage("--algo: must be one algorithm, got %d", len(f.algorithms))
	}
	for _, pair := range [][2]string{
		{"execution", "first"}, {"execution", "limit"}, {"first", "limit"}, {"json", "columns"},
		{"replay", "execution"}, {"replay", "first"}, {"replay", "limit"}, {"replay", "algo"}, {"replay", "order"}, {"replay", "seed"},
	} {
		if given(pair[0]) && given(pair[1]) {
			return badUsage("--%s and --%s: must be one or the other", pair[0], pair[1])
		}
	}
	if f.save != "" && f.limit != 1 && !given("execution") && !given("first") && !given("replay") {
		return badUsage("--save: one execution is saved: needs --execution N, --first OUTCOME, --limit 1 or --replay FILE")
	}
	return nil
}

// explore prints what an algorithm visits.
func (f *traceFlags) explore(c *cobra.Command, args []string) error {
	named, program, err := parseProgram(args)
	if err != nil {
		return err
	}
	p := f.printer(c, named, program)
	s := selection{exploring: f.exploring, number: f.number, first: f.first, limit: f.limit}
	return s.explore(c.Context(), named, program, func(number int64, e *model.Execution) error {
		t, err := trace.Of(program, e.Events())
		if err != nil {
			return fmt.Errorf("execution %d of %s by %s is none: %w", number, named, s.algorithms[0], err)
		}
		if err := p.print(shown{Trace: t, number: number}); err != nil {
			return err
		}
		return f.saveTo(named, t, s.origin(number))
	})
}

// again prints what a file has recorded.
func (f *traceFlags) again(c *cobra.Command, args []string) error {
	recording, err := readRecording(f.replay)
	if err != nil {
		return err
	}
	named, program, err := recordedProgram(f.replay, recording, args)
	if err != nil {
		return err
	}
	t, differences, misfit := recording.Replay(program)
	s := shown{Trace: t, file: f.replay, differences: differences}
	if misfit == nil {
		s.recorded = recording.Ending
	}
	if err := f.printer(c, named, program).print(s); err != nil {
		return err
	}
	if misfit != nil {
		return fmt.Errorf("%s: %w", f.replay, misfit)
	}
	return f.saveTo(named, t, recording.Origin)
}

func (f *traceFlags) saveTo(named runner.Case, t trace.Trace, origin string) error {
	if f.save == "" {
		return nil
	}
	file, err := os.Create(f.save)
	if err != nil {
		return err
	}
	r := t.Record()
	r.Program, r.Params, r.Origin = named.Benchmark, named.Params, origin
	if err := r.Write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

func (f *traceFlags) printer(c *cobra.Command, named runner.Case, program *model.Program) *printer {
	w := c.OutOrStdout()
	p := &printer{w: w, named: named, program: program, races: f.races, asJSON: f.asJSON}
	if f.replay == "" {
		p.algorithm = f.algorithms[0]
	}
	switch {
	case !c.Flags().Changed("columns"):
		p.layout.Width = widthOf(w)
	case !f.columns:
		p.layout.List = true
	}
	return p
}

// widthOf is that of the terminal, or 160 where there is none.
func widthOf(w io.Writer) int {
	if onTerminal(w) {
		if width, _, err := cwriter.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 160
}

// readRecording reads the file of an execution.
func readRecording(path string) (trace.Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return trace.Recording{}, err
	}
	defer file.Close()
	r, err := trace.Read(file)
	if err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// recordedProgram is the program given, or that of the file.
func recordedProgram(path string, r trace.Recording, args []string) (runner.Case, *model.Program, error) {
	if len(args) > 0 {
		return parseProgram(args)
	}
	if r.Program == "" {
		return runner.Case{}, nil, fmt.Errorf("%s: no program in it: give one before --replay", path)
	}
	named, program, err := parseProgram(append([]string{r.Program}, words(r.Params)...))
	if err != nil {
		return named, nil, fmt.Errorf("%s: %v", path, err)
	}
	return named, program, nil
}

// outcomes are the names of all outcomes.
func outcomes() []string {
	var names []string
	for _, o := range []model.Outcome{model.Complete, model.Failed, model.AssumeBlocked, model.Deadlocked} {
		names = append(names, o.String())
	}
	return names
}

// origin says who found an execution.
func (s selection) origin(number int64) string {
	text := fmt.Sprintf("%s, execution %d", s.algorithms[0], number)
	if s.order != algos.FirstThread {
		text += fmt.Sprintf(", order %v", s.order)
	}
	if s.order == algos.RandomThread {
		text += fmt.Sprintf(", seed %d", s.seed)
	}
	return text
}
