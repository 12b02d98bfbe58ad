package sample

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"dporbench/algos/samplers/coverage"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/trace"
)

func writeTable(w io.Writer, all []*drawing) error {
	var g table.Grid
	g.Left("program", "sampler")
	g.Right("runs", "runs/s", "classes", "unseen", "failed", "probability", "enough")
	for _, d := range all {
		unseen, probability, enough := d.figures()
		g.Row(d.program.String(), d.method.Name, table.Count(d.counts.Executions), perSecond(d), table.Count(int64(d.record.Classes())),
			unseen, d.failed(), probability, enough)
	}
	return g.Write(w)
}

func perSecond(d *drawing) string {
	return table.Count(int64(math.Round(float64(d.counts.Executions) / max(d.time.Seconds(), 1e-9))))
}

func (d *drawing) failed() string {
	if d.first == nil {
		return table.Count(d.failures())
	}
	return fmt.Sprintf("%s (%s)", table.Count(d.failures()), table.Count(d.first.run))
}

// figures returns the figures that require independent runs whose number was fixed beforehand.
func (d *drawing) figures() (unseen, probability, enough string) {
	if !d.bounded() {
		return table.None, table.None, table.None
	}
	estimate, bound := d.record.Unseen()
	low, high := coverage.Interval(d.failures(), d.counts.Executions)
	return fmt.Sprintf("%s, ≤ %s", percent(estimate), percent(bound)),
		fmt.Sprintf("%s to %s", percent(low), percent(high)),
		fmt.Sprintf("%s to %s", number(coverage.RunsFor(high)), number(coverage.RunsFor(low)))
}

// bounded reports whether there are such figures.
func (d *drawing) bounded() bool { return !d.adaptive && d.counts.Executions == d.settings.runs }

// percent has two significant digits.
func percent(p float64) string {
	if p >= 0.1 {
		return fmt.Sprintf("%.0f %%", 100*p)
	}
	return fmt.Sprintf("%.2g %%", 100*p)
}

// number is a number of runs, with three digits if it is large.
func number(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "∞"
	case x >= 1e6:
		return fmt.Sprintf("%.2e", x)
	}
	return table.Count(int64(math.Round(x)))
}

// writeFirst shows the first failing run of the first sampler that found one.
func writeFirst(w io.Writer, command string, all []*drawing) error {
	for _, d := range all {
		if d.first == nil {
			continue
		}
		const lines = 30
		fmt.Fprintf(w, "\nrun %d of %s is the first that %s:\n\n", d.first.run, d.method.Name, d.first.outcome.Verb(1))
		if err := d.first.trace.Draw(w, trace.Layout{Width: terminal.Width(w), Last: lines}); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "\nit is repeated by\n  %s\n", d.replay(command))
		return err
	}
	return nil
}

// object is a drawing as JSON. Unknown values are null.
type object struct {
	Program string           `json:"program"`
	Params  []int            `json:"params"`
	Sampler string           `json:"sampler"`
	Memory  string           `json:"memory"`
	Seed    uint64           `json:"seed"`
	Runs    int64            `json:"runs"`
	Wall    float64          `json:"wall_s"`
	Classes int              `json:"classes"`
	Unseen  *float64         `json:"unseen"`
	AtMost  *float64         `json:"unseen_at_most"`
	Counts  map[string]int64 `json:"outcomes"` // that are failures
	Failing *[2]float64      `json:"failure_probability"`
	First   *firstObject     `json:"first_failure"`
	Enough  *[2]*float64     `json:"enough_runs"`
}

type firstObject struct {
	Run      int64  `json:"run"`
	Outcome  string `json:"outcome"`
	Message  string `json:"message"`
	Schedule string `json:"schedule"`
	Command  string `json:"command"`
}

func writeJSON(w io.Writer, command string, all []*drawing) error {
	lines := json.NewEncoder(w)
	for _, d := range all {
		if err := lines.Encode(d.object(command)); err != nil {
			return err
		}
	}
	return nil
}

func (d *drawing) object(command string) object {
	name, params := d.program.Recorded()
	o := object{
		Program: name, Params: append([]int{}, params...), Sampler: d.method.Name, Memory: d.settings.Memory.String(), Seed: d.settings.Seed,
		Runs: d.counts.Executions, Wall: d.time.Seconds(), Classes: d.record.Classes(), Counts: map[string]int64{},
	}
	for _, outcome := range flags.Failures() {
		o.Counts[outcome.String()] = flags.Count(d.counts, outcome)
	}
	if d.bounded() {
		estimate, bound := d.record.Unseen()
		low, high := coverage.Interval(d.failures(), d.counts.Executions)
		o.Unseen, o.AtMost, o.Failing = &estimate, &bound, &[2]float64{low, high}
		o.Enough = &[2]*float64{finite(coverage.RunsFor(high)), finite(coverage.RunsFor(low))}
	}
	if f := d.first; f != nil {
		o.First = &firstObject{f.run, f.outcome.String(), cmp.Or(f.trace.Failure, f.trace.Report), f.schedule, d.replay(command)}
	}
	return o
}

// finite is x, or nil for infinity, which JSON does not have.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}
