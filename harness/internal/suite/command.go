package suite

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

type suiteCommand struct {
	explore.Settings
	algorithms []catalog.Algorithm
	list       bool
	classes    bool
	jobs       int
	only       string
	csv        string
}

func newSuiteCommand(r *program.Registry) suiteCommand {
	one := flags.NewOne(r)
	s := suiteCommand{Settings: one.Settings, algorithms: []catalog.Algorithm{one.Algorithm}, jobs: runtime.NumCPU()}
	s.Time = time.Minute
	return s
}

func Command(r *program.Registry) *cobra.Command {
	s := newSuiteCommand(r)
	c := &cobra.Command{
		Use:   "suite DIR",
		Short: "Compare counts with published ones and other tools' tests",
		Example: `dporbench suite benchmarks/literature
dporbench suite benchmarks/literature --algo pop,trust --list`,
		Long: `Explore the test programs of another tool, and compare the counts with those it
expects. DIR is a checkout of GenMC (0.10 or 0.11), whose tests for sequential consistency
expect a number of complete executions, or of Nidhugg, whose tests expect a number of
reads-from classes; or a folder with a list of programs, programs.csv, such as
benchmarks/literature; or benchmarks/event-driven of a checkout of Event-DPOR, whose programs
state their numbers of traces for lapor; or of SimGrid, whose programs with threads have
scripts with their numbers of traces. Programs of benchmarks/literature with assumes are explored with awaits as well. The
limit of time is for each test, the limit of memory for all.

The programs of GenMC's tests are explored with --spin, --await-assumes and --like
genmc: the order of arrivals at a barrier, iterations of spin loops, and which of
several symmetric threads does what do not count there. Other differences are
listed by test.

With --classes, the reads-from classes of the complete executions and the preemptions
that each class needs are counted as well. They must agree with the numbers of complete
executions within bounds on preemptions in GenMC's tests (expected.cb.in).

DIR can also be runtime/testdata/testgoroutineleakprofile of the Go source, whose test
lists the goroutines that its programs leak. For these, the table has the leaks that
are expected, those of them that were found, others, and how the program was explored;
below it is the command that shows each leak. The exit status is 1 if a leak is missing
or unexpected.

For each folder of tests the table counts those that agree; those that differ; those
that differ by a known convention of the other tool; those that are not supported; and
those that have not finished. All but the first are listed below the table, with the
reason if it is known.

The exit status is 1 if a count differs and no such convention is known. Interrupted,
the command prints the tests that have ended, and says how many are left.`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("suite takes one folder, got %d arguments", len(args))
			}
			if err := (flags.Conflicts{flags.ClassesUnder(s.Memory, s.classes)}).Check(); err != nil {
				return err
			}
			return s.run(c, args[0])
		},
	}
	c.Flags().Var(flags.Algorithms(r, &s.algorithms), "algo", "algorithms, separated by commas, or all")
	flags.RegisterSettings(&s.Settings, c.Flags())
	c.Flags().Lookup("timeout").Usage = "wall-clock limit of each test"
	c.Flags().Lookup("mem-limit").Usage = "limit of the resident memory of all tests together"
	c.Flags().BoolVar(&s.classes, "classes", false, "count reads-from classes of complete executions, and the fewest preemptions that each class needs")
	c.Flags().BoolVar(&s.list, "list", false, "print a line for each program, with the figures of each algorithm")
	c.Flags().Var(value.Positive(&s.jobs), "jobs", "tests that run at the same time")
	c.Flags().StringVar(&s.only, "only", "", "only tests whose folder and name contain `TEXT`")
	c.Flags().Var(value.Output(&s.csv), "csv", "`FILE` to write a row for each test to")
	return c
}

func (s *suiteCommand) run(c *cobra.Command, folder string) error {
	if HasLeakTests(folder) {
		return s.runLeaks(c, folder)
	}
	tests, err := Read(folder, s.Memory)
	if err != nil {
		return cli.Usage(err)
	}
	chosen := slices.DeleteFunc(tests, func(t Test) bool { return !strings.Contains(t.Folder+"/"+t.Name, s.only) })
	results, stopped := s.runAll(c, chosen)
	if stopped != nil && len(results) == 0 {
		return stopped
	}
	if s.csv != "" {
		if err := writeCSV(s.csv, results); err != nil {
			return err
		}
	}
	draw := drawFolders
	if s.list {
		draw = drawPrograms
	}
	if err := cmp.Or(draw(c.OutOrStdout(), results), stopped); err != nil {
		return err
	}
	if slices.ContainsFunc(results, func(r Result) bool { return r.Verdict == Differ }) {
		return cli.ErrReported
	}
	return nil
}

// runAll runs the tests with each algorithm. After an error, tests that have not ended have no results.
func (s *suiteCommand) runAll(c *cobra.Command, tests []Test) (results []Result, err error) {
	total := len(tests) * len(s.algorithms)
	ctx, stop := process.Limits{MemLimit: s.MemLimit}.Within(c.Context())
	defer stop()
	ended := progress(c.ErrOrStderr(), total)
	for _, a := range s.algorithms {
		plan := Plan{Algorithm: a, Options: s.Options(), Classes: s.classes, Jobs: s.jobs, Time: s.Time}
		more, err := plan.Run(ctx, tests, ended)
		results = append(results, more...)
		if err != nil {
			return results, left(err, total-len(results), total)
		}
	}
	return results, nil
}

// left adds to err, because of which tests have not been run to their end, how many these are.
func left(err error, n, total int) error {
	return fmt.Errorf("%w: %d of %d tests are left, which are not in the table", err, n, total)
}

// runLeaks runs the tests of the profile of leaked goroutines.
func (s *suiteCommand) runLeaks(c *cobra.Command, folder string) error {
	for _, name := range []string{"classes", "list", "jobs", "csv", "memory"} {
		if c.Flags().Changed(name) {
			return cli.Usagef("--%s: does not go with the tests of leaks in %s", name, folder)
		}
	}
	if len(s.algorithms) > 1 {
		return cli.Usagef("--algo: must be one algorithm for the tests of leaks in %s", folder)
	}
	tests, err := ReadLeakTests(folder)
	if err != nil {
		return cli.Usage(err)
	}
	tests = slices.DeleteFunc(tests, func(t LeakTest) bool { return !strings.Contains(t.Group+"/"+t.Name, s.only) })
	plan := LeakPlan{Algorithm: s.algorithms[0], Options: s.Options(), Time: s.Time, MemLimit: s.MemLimit}
	ctx, stop := process.Limits{MemLimit: s.MemLimit}.Within(c.Context())
	defer stop()
	ended := progress(c.ErrOrStderr(), len(tests))
	results, stopped := plan.Run(ctx, tests, func() { ended(Result{}) })
	if stopped != nil {
		stopped = left(stopped, len(tests)-len(results), len(tests))
	}
	if stopped != nil && len(results) == 0 {
		return stopped
	}
	if err := cmp.Or(drawLeaks(c.OutOrStdout(), c.Root().Name(), results), stopped); err != nil {
		return err
	}
	if slices.ContainsFunc(results, func(r LeakResult) bool { return r.Missing()+len(r.Unexpected) > 0 }) {
		return cli.ErrReported
	}
	return nil
}

// progress returns a function to call when a test has ended, which reports the number now and then.
func progress(w io.Writer, total int) func(Result) {
	const every = 5 * time.Second
	ended, last := 0, time.Now()
	return func(Result) {
		ended++
		if time.Since(last) >= every {
			last = time.Now()
			fmt.Fprintf(w, "dporbench: %d of %d tests\n", ended, total)
		}
	}
}

func writeCSV(path string, results []Result) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return cmp.Or(WriteCSV(f, results), f.Close())
}
