// Package run implements the command run: the cost of algorithms on a program.
package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/campaign"
	"dporbench/harness/internal/shared/checkpoint"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/tool"
	"dporbench/harness/internal/shared/value"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/results"
)

type runCommand struct {
	campaign.Flags
	programs    *arguments.Programs
	tools       []tool.Tool
	asJSON      bool
	certify     string
	checkpoint  string
	every       time.Duration
	failOn      flags.FailOn
	stopAtFirst bool
	classes     bool
	within      *preemptions // nil without a bound
	companion   process.Companion
}

func Command(r *program.Registry) *cobra.Command {
	m := runCommand{Flags: campaign.NewFlags(r), every: time.Minute, failOn: flags.FailOnUnexpected()}
	c := &cobra.Command{
		Use:   "run BENCH [PARAM...]",
		Short: "Measure algorithms on a program",
		Example: `dporbench run lastzero 8 --algo pop,optimal,trust
dporbench run lastzero 8 --repeat 5 --out out/lastzero.csv
dporbench run 'p: x=1; a=y | q: y=1; b=x' --memory tso --json
dporbench run benchmarks/literature/litmus/iriw.c --data-races off`,
		Long: `Measure algorithms on a program.

The exit status is 1 if an assertion fails, threads get stuck, or an execution ends in
another outcome of --fail-on. Benchmarks known to have such executions are exempt, and
--fail-on none accepts all. It is also 1 if a run did not finish, or if the number of
executions is not the published one or, where there is none, if the algorithms disagree.
It is 2 if the only problem is that a program is refused, also where something that is not
supported is met only during the exploration.

Data races are looked for in C files that have atomic accesses, and in all C files with
--data-races on or where --fail-on names raced; otherwise plain accesses are explored as
if they were atomic, and a line says so. An execution with a race that neither failed nor
got stuck is counted as raced.

Each run is a process of its own. A parameter may be a range, as in run lastzero 3-8,
for several programs. Outcomes that no execution has are left out of the table; its
ratio is the time divided by that of the first algorithm, with ~ if the difference is
not significant. With --repeat, a run shorter than 100ms is first done once to warm up,
and that time is discarded.

For a litmus test, a .litmus file, the final states are listed as by herd: with the number
of executions that end in each, and * before those that satisfy the condition. An
execution stands for its class: one choice of what is read, and of the order of writes.

If executions failed, for example at an assertion, raced or got stuck, one of them is
shown below the table: the one with the fewest preemptions and then the fewest events in
some order of its class, and the command to see all of it. It is found by exploring
again, up to 200,000 executions beyond the first. Under a memory model with store buffers
it is the one with the fewest events; if it takes several jobs to reach the first one, that
one is shown. With --json it is in the field failure, race, deadlock, starvation, livelock,
leak or history; the field races lists the races by the places of their accesses.

With --stop-at-first a run ends at the first execution that failed or got stuck.

Progress is shown meanwhile. If the number of executions is not published, it is
estimated for a few seconds, on another core, once a run has taken ten seconds.

With --checkpoint, a run can be continued after its process has ended, by the same
executable, with the same program and settings. The counts so far are taken from the file
as they are: it is not protected against changes by others.

With --certify, the program is explored again after the measurement, within the same
limits, to write a certificate of its classes, which the command verify checks.

With --classes, each program is explored again, with POP, to count its classes by each
coarser equivalence (docs/equivalences.md explains them), and how many classes need at
least 0, 1, ... preemptions, which are switches from a thread that could have continued.

With --preemptions K, only classes that have an execution with at most K preemptions are
explored. With --preemptions 0.., the bound is raised from 0 until --timeout has passed or
nothing is beyond it; the last line says what has been covered. Algorithms that list calls
bounded cut off early what is beyond.

With --tool, other tools are measured as well, each run in a process of its own within
the same limits; their figures include their compiler. They get the program as the
command export writes it, or the C file itself. GenMC counts complete executions, and
blocked explorations separately; Nidhugg with --rf counts reads-from classes: these
have columns of their own. Their complete executions are compared with those of the
algorithms. The version of each tool is printed, and recorded in the manifest.`,
		RunE: func(c *cobra.Command, args []string) error {
			specs, err := m.programs.ParseAll(args, m.Memory)
			if err != nil {
				return err
			}
			if err := cmp.Or(m.CheckJobs(r), m.needTarget(), m.needOrder(specs), m.conflicts(specs).Check(), m.checkBounded()); err != nil {
				return err
			}
			if m.within != nil {
				return m.runBounded(c, specs)
			}
			if m.tools, err = tool.Find(m.Tools); err != nil {
				return err
			}
			return m.run(c, specs)
		},
	}
	m.programs = arguments.Of(c, r)
	m.programs.ReportsOutcomes(c, func() string { return m.failOn.AsksForRaces() })
	m.programs.FollowsOrders("preemptions", "classes", "tool")
	m.Register(r, c.Flags())
	m.RegisterTools(c.Flags())
	m.registerOwn(c.Flags())
	return c
}

func (m *runCommand) registerOwn(set *pflag.FlagSet) {
	command.Group(set, command.Exploring, func(set *pflag.FlagSet) {
		m.failOn.Register(set)
		set.BoolVar(&m.stopAtFirst, "stop-at-first", false, "stop each run at the first execution that failed or got stuck, or that --fail-on names")
		set.Var(value.Parsed(&m.within, "K", parsePreemptions, (*preemptions).String), "preemptions",
			"only classes that have an execution with at most K preemptions; 0.. raises the bound until the time is up")
		set.BoolVar(&m.classes, "classes", false, "count coarser classes, and the fewest preemptions of each class")
	})
	command.Group(set, command.Output, func(set *pflag.FlagSet) {
		set.BoolVar(&m.asJSON, "json", false, "print one JSON object for each algorithm, on a line of its own")
		set.Var(value.Output(&m.checkpoint), "checkpoint", "`FILE` to save the exploration to, regularly and when it is interrupted; --resume continues it")
		set.Var(value.Duration(&m.every), "checkpoint-every", "how often to save it")
		set.Var(value.Output(&m.certify), "certify", "`FILE` to write a certificate to, compressed if it ends in .gz; needs a single algorithm")
	})
}

// needOrder refuses questions that the executions of coarser equivalences do not answer.
func (m *runCommand) needOrder(specs []program.Spec) error {
	if m.certify != "" {
		if err := flags.NeedOrder(m.Registry, m.Algorithms, "a certificate needs one of each class of happens-before"); err != nil {
			return err
		}
	}
	isLitmus := func(s program.Spec) bool { _, ok := s.Kind.(program.Litmus); return ok }
	if !slices.ContainsFunc(specs, isLitmus) {
		return nil
	}
	return flags.NeedOrder(m.Registry, m.Algorithms, "a litmus test asks for final states, which may differ within it")
}

func (m *runCommand) run(c *cobra.Command, specs []program.Spec) error {
	cells, measured := m.measure(c, specs)
	if err := m.print(c, cells, specs); err != nil {
		return err
	}
	if m.classes && measured == nil {
		if err := m.countClasses(c, specs); err != nil {
			return err
		}
	}
	problems := table.Expect(m.Registry, cells).Evaluate(cells, func(c results.Cell) string { return m.problem(c, specs) })
	err := campaign.Report(c.ErrOrStderr(), problems, measured)
	if measured == nil && len(problems) > 0 && len(problems) == numRefused(cells) {
		return cli.Usage(err)
	}
	return err
}

// numRefused returns the number of cells without an answer, each of which is a problem: the command should be another one.
func numRefused(cells []results.Cell) (n int) {
	for _, c := range cells {
		if c.Median().Status == results.Refused {
			n++
		}
	}
	return n
}

// measure returns the cells even if there is an error.
func (m *runCommand) measure(c *cobra.Command, specs []program.Spec) ([]results.Cell, error) {
	plan := m.Campaign(specs, c.ErrOrStderr())
	plan.Tools = m.tools
	if m.checkpoint != "" {
		return m.saved(c, plan, specs[0])
	}
	if m.stopAtFirst {
		plan.StopAt = m.stopping()
	}
	if m.certify == "" {
		return plan.Measure(c.Context())
	}
	target, err := certificate.NewTarget(m.certify)
	if err != nil {
		return nil, err
	}
	defer target.Abandon()
	cells, err := plan.Measure(c.Context())
	if err != nil || cells[0].Median().Status != results.OK {
		return cells, err
	}
	if err := plan.Certify(c.Context(), target.Partial); err != nil {
		return cells, err
	}
	return cells, target.Keep()
}

func (m *runCommand) saved(c *cobra.Command, plan campaign.Campaign, one program.Spec) ([]results.Cell, error) {
	p, err := m.Registry.Load(one)
	if err != nil {
		return nil, err
	}
	if err := checkpoint.Startable(m.checkpoint, m.Resume, p, m.Algorithms[0], m.Settings); err != nil {
		return nil, err
	}
	plan.Save = &job.Save{Path: m.checkpoint, Every: m.every, Resume: m.Resume}
	plan.Resume = m.Resume && m.Out != ""
	cells, measured := plan.Measure(c.Context())
	if saved, err := checkpoint.Read(m.checkpoint); err == nil && saved != nil && !saved.IsDone() {
		fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s has %d executions; the same command with --resume continues\n", m.checkpoint, saved.Stats.Executions)
	}
	return cells, measured
}

func (m *runCommand) stopping() []model.Outcome {
	if len(m.failOn.Outcomes) > 0 {
		return m.failOn.Outcomes
	}
	return flags.Failures()
}

func (m *runCommand) problem(c results.Cell, specs []program.Spec) string {
	row := c.Median()
	documented := func(o model.Outcome) bool {
		return m.Registry.Documented(program.Find(specs, row.Benchmark, row.Params), o)
	}
	return cmp.Or(table.Unfinished(c), m.failOn.Problem(documented, row.Counts))
}

func (m *runCommand) print(c *cobra.Command, cells []results.Cell, specs []program.Spec) error {
	if len(cells) == 0 {
		return nil
	}
	w, command := c.OutOrStdout(), c.Root().Name()
	if m.asJSON {
		lines := json.NewEncoder(w)
		for _, cell := range cells {
			races, err := m.races(c, cell, specs)
			if err != nil {
				return err
			}
			if err := lines.Encode(find.Cell{Cell: cell, Program: command, Failing: m.failing(c, cell, specs, flags.Failures()), Races: races.Found}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := table.DrawRuns(w, cells, table.Expect(m.Registry, cells)); err != nil {
		return err
	}
	m.warnOfNothing(c, cells, specs)
	if err := m.states(c, cells, specs); err != nil {
		return err
	}
	for _, outcome := range flags.Failures() {
		for _, cell := range cells {
			if found := m.failing(c, cell, specs, []model.Outcome{outcome}); len(found) > 0 {
				if err := find.Failing(w, command, found[0]); err != nil {
					return err
				}
				break
			}
		}
	}
	return m.drawRaces(c, cells, specs)
}

// drawRaces lists the data races of each program that has some, as found by the first algorithm.
func (m *runCommand) drawRaces(c *cobra.Command, cells []results.Cell, specs []program.Spec) error {
	drawn := map[string]bool{}
	for _, cell := range cells {
		found, err := m.races(c, cell, specs)
		if err != nil {
			return err
		}
		if name := cell.Median().Name(); len(found.Found) > 0 && !drawn[name] {
			drawn[name] = true
			if err := found.Draw(c.OutOrStdout()); err != nil {
				return err
			}
		}
	}
	return nil
}

// races are the data races of a run's executions, if some raced.
func (m *runCommand) races(c *cobra.Command, cell results.Cell, specs []program.Spec) (found find.Races, err error) {
	row := cell.Median()
	a, ours := m.Registry.Algorithm(row.Algorithm)
	if row.Raced == 0 || !ours || m.stopAtFirst || c.Context().Err() != nil {
		return find.Races{}, nil
	}
	err = m.again(c, program.Find(specs, row.Benchmark, row.Params), func(p program.Program) (err error) {
		if (*front.Program)(p.Program).Verdict() == nil {
			found, err = find.RacesOf(c.Context(), p, a, m.Settings)
		}
		return err
	})
	return found, err
}

// again explores a program that has been measured.
func (m *runCommand) again(c *cobra.Command, s program.Spec, explore func(program.Program) error) error {
	p, err := m.Registry.Load(s)
	if err != nil {
		return err
	}
	return p.Explore(arguments.Notes(c), explore)
}

// warnOfNothing says of which C files no thread has had an event: nothing has been explored, whatever the outcome.
func (m *runCommand) warnOfNothing(c *cobra.Command, cells []results.Cell, specs []program.Spec) {
	warned := map[string]bool{}
	for _, cell := range cells {
		row := cell.Median()
		_, isC := program.Find(specs, row.Benchmark, row.Params).Kind.(program.CFile)
		if isC && row.Status == results.OK && row.Events == 0 && !warned[row.Name()] {
			warned[row.Name()] = true
			fmt.Fprintf(c.ErrOrStderr(), "%s: %s: warning: no thread has accessed anything that others can reach, so there was nothing to explore\n", c.Root().Name(), row.Benchmark)
		}
	}
}

// states shows the final states of the litmus tests that were run, as found by the first
// algorithm that finished.
func (m *runCommand) states(c *cobra.Command, cells []results.Cell, specs []program.Spec) error {
	shown := map[string]bool{}
	for _, cell := range cells {
		row := cell.Median()
		test, ok := program.Find(specs, row.Benchmark, row.Params).Kind.(program.Litmus)
		if !ok || row.Status != results.OK || shown[row.Name()] {
			continue
		}
		a, _ := m.Registry.Algorithm(row.Algorithm)
		found, err := finalStates(c.Context(), test.Path, a, m.Settings)
		if err != nil {
			return err
		}
		shown[row.Name()] = true
		drawHistogram(c.OutOrStdout(), found)
	}
	return nil
}

// failing explores again up to each failing execution: the measurement keeps no execution, so
// that nothing disturbs it.
func (m *runCommand) failing(c *cobra.Command, cell results.Cell, specs []program.Spec, outcomes []model.Outcome) []*find.Found {
	row := cell.Median()
	a, ours := m.Registry.Algorithm(row.Algorithm)
	var all []*find.Found
	for _, o := range outcomes {
		has := flags.Count(row.Counts, o) > 0
		if m.stopAtFirst {
			has = row.Status == results.Failed && strings.Contains(row.Error, job.Stopped(o))
		}
		if !has || !ours || c.Context().Err() != nil {
			continue
		}
		found, err := m.find(c, program.Find(specs, row.Benchmark, row.Params), a, o, flags.Count(row.Counts, o))
		if err != nil {
			fmt.Fprintf(c.ErrOrStderr(), "dporbench: the execution that %v: %v\n", o, err)
			continue
		}
		all = append(all, found)
	}
	return all
}

func (m *runCommand) find(c *cobra.Command, s program.Spec, a catalog.Algorithm, o model.Outcome, total int64) (found *find.Found, err error) {
	err = m.again(c, s, func(p program.Program) (err error) {
		if m.stopAtFirst {
			found, err = find.First(c.Context(), p, a, m.Settings, o)
		} else {
			found, err = find.Easiest(c.Context(), p, a, m.Settings, o, total)
		}
		return err
	})
	return found, err
}

// countClasses counts and prints the classes after the measurement, of which it is not a part.
func (m *runCommand) countClasses(c *cobra.Command, specs []program.Spec) error {
	var all []find.Classes
	lines := json.NewEncoder(c.OutOrStdout())
	for _, one := range specs {
		var counted find.Classes
		err := m.again(c, one, func(p program.Program) (err error) {
			counted, err = find.CountClasses(c.Context(), p, flags.NewOne(m.Registry).Algorithm, m.Settings)
			return err
		})
		if err != nil {
			return err
		}
		if m.asJSON {
			if err := lines.Encode(counted); err != nil {
				return err
			}
		}
		all = append(all, counted)
	}
	if m.asJSON {
		return nil
	}
	return table.DrawClasses(c.OutOrStdout(), all)
}
