// Package test implements the command test, which explores all executions of the tests of Go packages, and is used like go test.
package test

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
)

// tester is the command with its flags.
type tester struct {
	flags.One
	registry  *program.Registry
	name      string         // of the executable
	only      *regexp.Regexp // nil for all tests
	verbose   bool
	options   goprog.Options
	demand    program.Demand // "" for none
	samples   int64          // of a test that is not explored completely
	timers    string         // when they fire: one of whenTimers
	clock     string         // how it moves: one of clocks
	maps      string         // in which orders they are ranged over: one of ordersOfMaps
	atATime   int
	annotate  bool     // for GitHub
	sources   []string // the files of the packages that are tested
	versions  string   // of these when they were read
	bounded   bool     // some test passes only up to a bound on the iterations of loops
	open      bool     // some test neither passes nor fails
	out       *stream
	companion process.Companion
}

// Command returns the command test.
func Command(r *program.Registry) *cobra.Command {
	t := &tester{One: flags.NewOne(r), registry: r, timers: told, clock: told, maps: told, atATime: runtime.GOMAXPROCS(0)}
	asJSON, watching := false, false
	c := &cobra.Command{
		Use:   "test [PACKAGES]",
		Short: "Run the tests of Go packages in all their executions",
		Example: `dporbench test ./...
dporbench test ./queue --run TestClose -v`,
		Long: `Run each TestX(t *testing.T) of Go packages, and each ExploreX() and
ExploreX(t *testing.T), in all its executions: every order of what goroutines do that
makes a difference. Packages are named as for go test, including ./... and the like, and
flags may have one dash or two.

A test fails if an execution panics, fails, has a data race, deadlocks, or leaves a
goroutine that waits forever. The first such execution is shown, in the order with the
fewest preemptions, followed by a command that repeats exactly this one; if the code has
changed since, that command says so.

A test is open if it is not fully explored within -timeout and --mem-limit, which apply to each
test: the report says how many executions were explored, and estimates how many there are. So
is one that uses an unsupported feature. -json, which has no word for this, says that it fails, and
"Open":true.

The time is for all that is done for one test: trial runs, exploration, states, early timers,
other orders of maps, samples, and the report. Packages are read before, once for all of their tests.

A loop that only waits for others is recognised by its iterations, which leave everything
as it was. Any other loop that may go round forever, or very often, is cut off after two iterations,
or N with --unroll N. A test in which this happens, and nothing fails, is complete up to that
many iterations, and says so.

Time passes only when a timer fires, and timers fire in the order of their deadlines. Tests
are explored first with timers that fire late, only where nothing else can move, as in
package testing/synctest: this decides. A test with timers is then explored with timers that
may fire at any moment, as if the program were slow. What fails only then is told, with the
time that passes; it fails the test with --timers any. A test that fails, and reads the
clock, is explored once more with a clock that each reading moves by a nanosecond. What fails
only if no time passes between two readings is told; it fails the test with --clock timers.

A range over a map takes keys in the order in which they were set. If the test passes, and
there is another order, it is explored once more with any; then it fails if the order matters.

A test that is not explored fully in two seconds may have few states: half of the time that is
left is for them. If they decide, the line says so. docs/states.md explains which tests they can decide.

Tests too large to explore fully can be explored in part. With --preemptions K, a test
passes if its executions with at most K preemptions do, and the report says whether there
are others; the algorithm is then sleepset, unless another one is named.
With --samples N, N executions of a test that is not fully explored are drawn at random
(POS): if one fails, it is shown; otherwise the report says how rare failures are.

What a test prints is shown with the execution that fails and, with -v, for the first
execution of a test that passes. A test that skips in all executions is skipped.

Each test is explored in its own process. Examples and benchmarks are left out. Fuzz
tests are called for their seeds. A TestMain is part of each execution.

With -json, the events are those of go test -json. The last one of a test also has its
Outcome, its Executions, and its Replay, the command.

With --watch, the tests are run again whenever a file of the packages, or of others that they
import and that have no version, changes.

The exit status is 0 if all tests pass, 1 if some fail, 2 if the command line makes no
sense, 3 if none fails, but some are complete only up to a number of iterations, and 4 if
none fails, but some are open.`,
		DisableFlagParsing: true, // twoDashes comes first
		RunE: func(c *cobra.Command, args []string) error {
			if err := c.Flags().Parse(twoDashes(c.Flags(), args)); err != nil {
				return c.FlagErrorFunc()(c, err)
			}
			if help, _ := c.Flags().GetBool("help"); help {
				return c.Help()
			}
			t.name, t.out = c.Root().Name(), &stream{w: c.OutOrStdout(), asJSON: asJSON}
			t.options.ClockFree, t.options.ClockReads = t.clock == program.FreeClock, t.clock == program.ReadClock
			t.options.AnyOrder = t.maps == program.AnyOrder
			if watching {
				return t.watch(c)
			}
			return t.begin(c)
		},
	}
	f := c.Flags()
	t.Register(r, f)
	f.Lookup("timeout").Usage = "wall-clock limit of the exploration of each test"
	f.Var(value.Parsed(&t.only, "REGEXP", readRegexp, func(r *regexp.Regexp) string {
		if r == nil {
			return ""
		}
		return r.String()
	}), "run", "only tests whose names match")
	f.BoolVarP(&t.verbose, "verbose", "v", false, "also say which test begins and what it prints, and show whole executions")
	f.BoolVar(&t.options.Short, "short", false, "testing.Short is true")
	f.Var(value.Positive(&t.options.Unroll), "unroll", "maximum iterations of a loop that changes something each time; a test with an execution that this cuts off is complete up to them")
	f.Var(value.Positive(&t.options.Settle), "settle", "random executions to find what is shared and written before a test is explored")
	flags.RegisterPreemptions(&t.Preemptions, f)
	f.Var(value.Optional(&t.samples), "samples", "executions to draw at random from a test that is not fully explored")
	arguments.RegisterLinearizable(f, &t.demand)
	f.Var(value.OneOf(&t.timers, "WHEN", whenTimers), "timers", whenTimersUsage)
	f.Var(value.OneOf(&t.clock, "HOW", clocks), "clock", clockUsage)
	f.Var(value.OneOf(&t.maps, "ORDER", ordersOfMaps), "maps", ordersUsage)
	f.BoolVar(&t.options.Signals, "signals", false, arguments.SignalsUsage)
	f.BoolVar(&t.options.Std, "std", false, arguments.StdUsage)
	f.Bool("race", true, "accepted because go test has it: data races are always looked for")
	f.Var(value.From(new(int), 1, 1), "count", "accepted because go test has it: all executions are explored once")
	f.BoolVar(&asJSON, "json", false, "print events as go test -json does")
	f.BoolVar(&t.annotate, "github", false, "also print an annotation for each test that fails, as GitHub's workflows take them")
	f.BoolVar(&watching, "watch", false, "run the tests again when a file of the packages changes, until interrupted")
	f.VarP(value.Positive(&t.atATime), "parallel", "p", "tests that are explored at the same time")
	return c
}

func readRegexp(text string) (*regexp.Regexp, error) {
	if strings.Contains(text, "/") {
		return nil, errors.New("subtests are explored with their test: must be without /")
	}
	return regexp.Compile(text)
}

// bounded is the algorithm for a bound of preemptions, unless the user names one: it leaves out most executions beyond the
// bound and, alone among such algorithms, supports goroutines that wait for a value, as for a lock or a channel.
const bounded = "sleepset"

func (t *tester) begin(c *cobra.Command) error {
	_, within := t.Preemptions.Limit()
	if within && !c.Flags().Changed("algo") {
		t.Algorithm, _ = t.registry.Algorithm(bounded)
	}
	switch {
	case t.Memory != memory.SC:
		return flags.OnlySC(t.Settings, "the memory model is that of Go")
	case !flags.ReachesAll(t.Algorithm) && !(within && t.Algorithm.Bounded):
		return cli.Usagef("--algo %s: may miss executions: must be one of %s", t.Algorithm.Name, strings.Join(t.registry.NamesOf(flags.ReachesAll), ", "))
	}
	if err := t.demand.Of(program.Spec{Kind: program.GoFunction{}}, t.Memory).CheckMemory(t.Memory); err != nil {
		return err
	}
	named, err := patterns(c.Flags().Args())
	if err != nil {
		return err
	}
	if t.companion, err = measure.Executable(program.Spec{Kind: program.GoFunction{}}); err != nil {
		return err
	}
	packages, err := t.find(c.Context(), named)
	if err != nil {
		return err
	}
	t.sources = nil
	for _, p := range packages {
		t.sources = append(t.sources, p.Sources...)
	}
	t.versions = versions(t.sources)
	return t.run(c.Context(), packages)
}

// find finds the tests of packages. Packages are read and checked within the limits, but time is for one test, and at least
// toLoad is given.
func (t *tester) find(ctx context.Context, patterns []string) (found []goprog.Tests, err error) {
	l := process.Limits{Time: max(t.Time, toLoad), MemLimit: t.MemLimit}
	l.Guard(ctx, "while "+strings.Join(patterns, " ")+" was read", func() { found, err = goprog.FindTests("", patterns...) })
	return found, err
}
