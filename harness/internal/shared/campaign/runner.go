package campaign

import (
	"context"
	"errors"
	"iter"
	"os/exec"
	"runtime"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/process"
	"dporbench/internal/files"
	"dporbench/results"
)

// ErrInterrupted is returned when the user interrupted the measurement.
var ErrInterrupted = errors.New("interrupted")

// Runner measures plans. Command and Watch are required, everything else is optional.
type Runner struct {
	Command func(results.Run) (*exec.Cmd, error) // the child that does a run; it calls [job.Child]
	Build   Build
	Out     *results.File       // rows are appended as they are measured
	Samples *results.SampleFile // likewise, for the samples of first repetitions
	Known   []results.Row       // of an earlier session: the runs they answer are not measured again
	Repeat  Repeat              // which repetitions of the plan are measured; the zero Repeat means all
	Watch   Watcher
	Note    func(format string, args ...any) // prints a line for the user; nil prints none
	Grace   time.Duration                    // see [measure.Limits]
	Source  func(results.Run) string         // a sum of the files that the program of a run is made from, or ""; see [Runner.built]
}

// Watcher observes the measurement. All its methods are called by the goroutine that
// called Measure.
type Watcher interface {
	Begin(run results.Run) // a run begins,
	Progress(job.Progress) // has got this far,
	End(row results.Row)   // and has ended
	Skip(run results.Run)  // a run is left out: its row is known, or it is a repetition too many
}

// Measure measures the plan and returns a row for each of its runs that was measured,
// now or earlier, in the order of the plan. Later repetitions of a run that exceeded a
// limit are left out, as they would only exceed it again, and so are those for which
// Repeat has no time. The first repetition of a short run is measured twice, and the
// first measurement discarded. When ctx is done, the current run is recorded as
// interrupted and Measure returns the rows so far and ErrInterrupted; when a row cannot
// be recorded, the rows so far and that error.
func (r *Runner) Measure(ctx context.Context, plan iter.Seq[results.Run]) ([]results.Row, error) {
	m := newMeasurement(r)
	for run := range plan {
		if ctx.Err() != nil {
			return m.rows, ErrInterrupted
		}
		if err := m.do(ctx, run); err != nil {
			return m.rows, err
		}
	}
	return m.rows, nil
}

type measurement struct {
	*Runner
	known  map[results.Key]results.Row
	wanted map[results.Key]int // repetitions to measure, by first repetition, once that has ended
	rows   []results.Row
}

func newMeasurement(r *Runner) *measurement {
	m := &measurement{Runner: r, known: map[results.Key]results.Row{}, wanted: map[results.Key]int{}}
	for _, row := range r.Known {
		m.known[row.Key(row.Build)] = row
	}
	return m
}

func (m *measurement) do(ctx context.Context, run results.Run) error {
	if n, ok := m.wanted[m.first(run)]; ok && run.Repetition > n {
		m.Watch.Skip(run)
		return nil
	}
	if row, ok := m.known[run.Key(m.built(run))]; ok && row.Satisfies(run) {
		m.Watch.Skip(run)
		m.keep(row)
		return nil
	}
	m.Watch.Begin(run)
	row, samples := m.measure(ctx, run)
	if m.warmUp(row) {
		row, samples = m.measure(ctx, run)
	}
	m.Watch.End(row)
	m.keep(row)
	if err := m.record(ctx, row, samples); err != nil {
		return err
	}
	if row.Status == results.Interrupted {
		return ErrInterrupted
	}
	return nil
}

// The row is written before the samples: a run that has a row is not measured again. One
// curve per run is enough: the others differ only in noise. While the disk is full, the measurement waits.
func (m *measurement) record(ctx context.Context, row results.Row, samples []results.Sample) error {
	if m.Out != nil {
		if err := files.WhenRoom(ctx, m.Note, func() error { return m.Out.Append(row) }); err != nil {
			return err
		}
	}
	if m.Samples != nil && row.Repetition == 1 {
		curve := results.Curve{Run: row.Run, Build: row.Build, Samples: samples}
		return files.WhenRoom(ctx, m.Note, func() error { return m.Samples.Append(curve) })
	}
	return nil
}

func (m *measurement) keep(row results.Row) {
	m.rows = append(m.rows, row)
	switch {
	case row.Status == results.Timeout || row.Status == results.OutOfMemory:
		m.wanted[m.first(row.Run)] = row.Repetition
	case row.Repetition == 1 && m.Repeat.Rounds > 0:
		m.wanted[m.first(row.Run)] = m.Repeat.Wanted(row.Elapsed)
	}
}

func (m *measurement) warmUp(row results.Row) bool {
	return row.Repetition == 1 && row.Status == results.OK && row.Elapsed < m.Repeat.WarmUpBelow()
}

// built identifies all source of a run: the executable, and the files of the program.
func (r *Runner) built(run results.Run) string {
	if r.Source != nil {
		if sum := r.Source(run); sum != "" {
			return r.Build.Hash + "+" + sum
		}
	}
	return r.Build.Hash
}

// first is the key of the run's first repetition, which stands for all of them.
func (m *measurement) first(run results.Run) results.Key {
	run.Repetition = 1
	return run.Key(m.built(run))
}

// Build identifies the executable that measured a row.
type Build struct {
	Hash      string // the beginning of the executable's SHA-256, in hexadecimal
	Commit    string // revision of the source; empty if unknown
	GoVersion string
}

// BuildOf describes the executable at path, which was built from commit.
func BuildOf(path, commit string) (Build, error) {
	hash, err := process.Hash(path)
	return Build{hash, commit, runtime.Version()}, err
}

func (m *measurement) measure(ctx context.Context, run results.Run) (results.Row, []results.Sample) {
	row := results.Row{
		Run:       run,
		GoVersion: m.Build.GoVersion,
		Commit:    m.Build.Commit,
		Build:     m.built(run),
		Start:     time.Now(),
	}
	limits := measure.Limits{Wall: run.Timeout, MemLimit: run.MemLimit, Grace: m.Grace}
	cmd, err := m.Command(run)
	if err != nil {
		row.Status, row.Error = results.Failed, err.Error()
		return row, nil
	}
	result := measure.Run(ctx, cmd, limits, m.Watch.Progress)
	fill(&row, result)
	return row, result.Samples
}

// The figures of a run that did not finish stay zero.
func fill(row *results.Row, r measure.Result) {
	row.Status, row.Error = r.Status, r.Error
	row.Reached, row.Elapsed = r.Reached, r.Elapsed
	row.PeakRSS, row.RSSSource = r.PeakRSS, r.RSSSource
	if r.Status != results.OK {
		return
	}
	row.Wall, row.CPU = r.Report.Earlier.Wall+r.Report.Wall, r.Report.Earlier.CPU+r.Report.CPU
	row.LiveHeap = r.Report.LiveHeap
	row.ToolBlocked, row.ToolReadsFrom = r.Report.ToolBlocked, r.Report.ToolReadsFrom
	row.Counts, row.Stored, row.Work = r.Report.Stats.Counts, r.Report.Stats.Peak, r.Report.Stats.Work
}
