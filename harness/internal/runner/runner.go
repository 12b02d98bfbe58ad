// Package runner measures a plan of runs, one after the other, each in a
// process of its own, and records them.
package runner

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"dporbench/harness/internal/measure"
	"dporbench/results"
)

// ErrInterrupted is returned when the user gave up before all was measured.
var ErrInterrupted = errors.New("interrupted")

// Runner measures plans. Command is needed, everything else may be left out.
type Runner struct {
	Command func(results.Run) *exec.Cmd // the child that does a run; it calls [measure.Child]
	Build   Build
	Out     *results.File       // rows are appended as they are measured
	Samples *results.SampleFile // the samples of first repetitions are
	Known   []results.Row       // of an earlier session: what they answer is not measured again
	Repeat  Repeat              // which repetitions of the plan are measured; the zero Repeat is all
	Watch   Watcher
}

// Watcher is told what goes on. All its methods are called by the goroutine
// that called Measure.
type Watcher interface {
	Begin(run results.Run)     // a run begins,
	Progress(measure.Progress) // has come so far,
	End(row results.Row)       // and has ended
	Skip(run results.Run)      // a run is left out: the answer is known
}

// Measure measures the plan and returns a row for each of its runs that was
// measured, now or earlier, in the order of the plan. Later repetitions of a run
// that exceeded a limit are left out, as they would only exceed it again, and so
// are those for which Repeat has no time. The first repetition of a run that is
// short is measured twice, and the first of these figures thrown away.
// When ctx is done the running row is recorded as interrupted and Measure
// returns what it has and ErrInterrupted; when a row cannot be recorded, what
// it has and that error.
func (r *Runner) Measure(ctx context.Context, plan []results.Run) ([]results.Row, error) {
	s := newSession(r)
	for _, run := range plan {
		if ctx.Err() != nil {
			return s.rows, ErrInterrupted
		}
		if err := s.do(ctx, run); err != nil {
			return s.rows, err
		}
	}
	return s.rows, nil
}

// session is one call of Measure.
type session struct {
	*Runner
	known  map[results.Key]results.Row
	wanted map[results.Key]int // repetitions to measure, by first repetition, once that has ended
	rows   []results.Row
}

func newSession(r *Runner) *session {
	s := &session{Runner: r, known: map[results.Key]results.Row{}, wanted: map[results.Key]int{}}
	if s.Watch == nil {
		s.Watch = blind{}
	}
	for _, row := range r.Known {
		s.known[row.Key(row.Build)] = row
	}
	return s
}

func (s *session) do(ctx context.Context, run results.Run) error {
	if n, ok := s.wanted[s.first(run)]; ok && run.Repetition > n {
		s.Watch.Skip(run)
		return nil
	}
	if row, ok := s.known[run.Key(s.Build.Hash)]; ok && row.Answers(run) {
		s.Watch.Skip(run)
		s.keep(row)
		return nil
	}
	s.Watch.Begin(run)
	row, samples := s.measure(ctx, run)
	if s.warmUp(row) {
		row, samples = s.measure(ctx, run)
	}
	s.Watch.End(row)
	s.keep(row)
	if err := s.record(row, samples); err != nil {
		return err
	}
	if row.Status == results.Interrupted {
		return ErrInterrupted
	}
	return nil
}

// record puts the row into the file, and then the samples: who finds the row
// does not measure it again. One curve of a run is enough: the others differ in
// nothing but noise.
func (s *session) record(row results.Row, samples []results.Sample) error {
	if s.Out != nil {
		if err := s.Out.Append(row); err != nil {
			return err
		}
	}
	if s.Samples != nil && row.Repetition == 1 {
		return s.Samples.Append(results.Curve{Run: row.Run, Build: row.Build, Samples: samples})
	}
	return nil
}

func (s *session) keep(row results.Row) {
	s.rows = append(s.rows, row)
	switch {
	case row.Status == results.Timeout || row.Status == results.OutOfMemory:
		s.wanted[s.first(row.Run)] = row.Repetition
	case row.Repetition == 1 && s.Repeat.Rounds > 0:
		s.wanted[s.first(row.Run)] = s.Repeat.Wanted(row.Elapsed)
	}
}

// warmUp reports whether the row is one to throw away.
func (s *session) warmUp(row results.Row) bool {
	return row.Repetition == 1 && row.Status == results.OK && row.Elapsed < s.Repeat.WarmUpBelow()
}

// first is the key of the run's first repetition: it stands for all of them.
func (s *session) first(run results.Run) results.Key {
	run.Repetition = 1
	return run.Key(s.Build.Hash)
}

func (s *session) measure(ctx context.Context, run results.Run) (results.Row, []results.Sample) {
	row := results.Row{
		Run:       run,
		GoVersion: s.Build.GoVersion,
		Commit:    s.Build.Commit,
		Build:     s.Build.Hash,
		Start:     time.Now(),
	}
	limits := measure.Limits{Wall: run.Timeout, Memory: run.MemLimit}
	result := measure.Run(ctx, s.Command(run), limits, s.Watch.Progress)
	fill(&row, result)
	return row, result.Samples
}

// blind is the Watcher that does not look.
type blind struct{}

func (blind) Begin(results.Run)         {}
func (blind) Progress(measure.Progress) {}
func (blind) End(results.Row)           {}
func (blind) Skip(results.Run)          {}
