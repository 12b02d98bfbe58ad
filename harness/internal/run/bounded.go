package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
	"dporbench/results"
)

// preemptions is the value of --preemptions: a bound, or the first of a rising series.
type preemptions struct {
	from  int
	rises bool
}

func parsePreemptions(text string) (p *preemptions, err error) {
	if text == "any" {
		return nil, nil
	}
	first, rises := strings.CutSuffix(text, "..")
	from, err := value.ParseFrom(0, math.MaxInt16, first)
	if err != nil {
		return nil, errors.New("must be a number, 0 or more, or one followed by .. for rising ones")
	}
	return &preemptions{from, rises}, nil
}

func (p *preemptions) String() string {
	if p == nil {
		return "any"
	}
	if p.rises {
		return fmt.Sprintf("%d..", p.from)
	}
	return fmt.Sprint(p.from)
}

// bounded is an exploration within a bound.
type bounded struct {
	program   program.Spec
	algorithm string
	most      int
	result    measure.Result
}

// ended reports whether all classes within the bound have been visited.
func (b bounded) ended() bool { return b.result.Status == results.OK }

// rises reports whether b is the exploration after another with a smaller bound.
func (b bounded) rises(other bounded) bool {
	return b.program.String() == other.program.String() && b.algorithm == other.algorithm && b.most > other.most
}

// isAll reports whether there are no classes beyond the bound.
func (b bounded) isAll() bool { return b.ended() && b.result.Report.Stats.Beyond == 0 }

// checkBounded refuses a bound where preemptions cannot be bounded.
func (m *runCommand) checkBounded() error {
	if m.within == nil {
		return nil
	}
	if err := flags.NeedOrder(m.Registry, m.Algorithms, "the number of preemptions differs within it"); err != nil {
		return err
	}
	return flags.CheckPreemptions(algos.AtMost(m.within.from), m.Memory)
}

// runBounded explores each program with each algorithm within the bound or, if it rises, within one bound after the other
// until the time is up or nothing is beyond.
func (m *runCommand) runBounded(c *cobra.Command, specs []program.Spec) error {
	var err error
	if m.companion, err = measure.Executable(specs...); err != nil {
		return err
	}
	var all []bounded
	for _, s := range specs {
		for _, a := range m.Algorithms {
			all = append(all, m.raise(c.Context(), s, a)...)
		}
	}
	if err := drawBounded(c.OutOrStdout(), all); err != nil {
		return err
	}
	return m.reportBounded(c, all)
}

func (m *runCommand) raise(ctx context.Context, s program.Spec, a catalog.Algorithm) (all []bounded) {
	until := time.Now().Add(m.Time)
	for most := m.within.from; ctx.Err() == nil; most++ {
		b := bounded{s, a.Name, most, m.exploreWithin(ctx, s, a, most, time.Until(until))}
		all = append(all, b)
		if !m.within.rises || !b.ended() || b.isAll() {
			break
		}
	}
	return all
}

// toLoad is how long a process may take before and after the exploration.
const toLoad = 10 * time.Second

func (m *runCommand) exploreWithin(ctx context.Context, s program.Spec, a catalog.Algorithm, most int, left time.Duration) measure.Result {
	settings := m.Settings
	settings.Preemptions = algos.AtMost(most)
	j := job.Job{Program: s, Algorithm: a.Name, Settings: settings, GOGC: m.GOGC, Within: max(left, time.Millisecond)}
	cmd, err := measure.Command(j, m.Registry, m.companion.Path, os.Args[0])
	if err != nil {
		return measure.Result{Status: results.Failed, Error: err.Error()}
	}
	r := measure.Run(ctx, cmd, measure.Limits{Wall: j.Within + toLoad, MemLimit: m.MemLimit, Grace: process.Grace}, nil)
	if r.Report.Late {
		r.Status = results.Timeout
	}
	return r
}

func drawBounded(w io.Writer, all []bounded) error {
	var g table.Grid
	g.Left("program", "algorithm")
	g.Right("preemptions")
	g.Left("status")
	g.Right("executions", "failed", "deadlocked", "left out", "time/s", "memory/MB")
	for _, b := range all {
		stats := b.result.Report.Stats
		g.Row(b.program.String(), b.algorithm, fmt.Sprintf("≤ %d", b.most), string(b.result.Status), table.Choose(b.ended(), "", "≥ ")+table.Count(max(stats.Executions, b.result.Reached)),
			table.Count(stats.Failed), table.Count(stats.Deadlocked), table.Count(stats.Beyond), table.Seconds(b.result.Report.Wall), table.Megabytes(b.result.PeakRSS))
	}
	if err := g.Write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for i, b := range all {
		if i+1 < len(all) && all[i+1].rises(b) {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s, %s: %s\n", b.program, b.algorithm, covered(all[:i+1])); err != nil {
			return err
		}
	}
	return nil
}

// covered says what explorations of one program and algorithm, up to the last, have covered.
func covered(all []bounded) string {
	last := all[len(all)-1]
	switch {
	case last.isAll():
		return fmt.Sprintf("all classes are covered; none takes more than %s", count(last.most))
	case last.ended():
		return fmt.Sprintf("all classes that take at most %s are covered", count(last.most))
	case len(all) > 1 && last.rises(all[len(all)-2]):
		return fmt.Sprintf("all classes that take at most %s are covered, but not all that take more", count(last.most-1))
	}
	return fmt.Sprintf("not all classes that take at most %s are covered", count(last.most))
}

func count(preemptions int) string {
	if preemptions == 1 {
		return "1 preemption"
	}
	return fmt.Sprintf("%d preemptions", preemptions)
}

// reportBounded reports, one line each, executions with outcomes of bugs, failed explorations and, if the bound does not
// rise, unfinished ones.
func (m *runCommand) reportBounded(c *cobra.Command, all []bounded) (verdict error) {
	for _, b := range all {
		documented := func(o model.Outcome) bool { return m.Registry.Documented(b.program, o) }
		problem := m.failOn.Problem(documented, b.result.Report.Stats.Counts)
		if !b.ended() && (!m.within.rises || b.result.Status != results.Timeout) {
			problem = fmt.Sprintf("%s: %s", b.result.Status, b.result.Error)
		}
		if problem != "" {
			fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s, %s, at most %s: %s\n", b.program, b.algorithm, count(b.most), problem)
			verdict = cli.ErrReported
		}
	}
	return verdict
}
