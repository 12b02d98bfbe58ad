// Package runner measures a plan of runs, one after the other, each in a
// process of its own, and records them.
package runner

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"dporbench/harness/measure"
	"dporbench/results"
)

// ErrInterrupted is returned when the user gave up before all was measured.
var ErrInterrupted = errors.New("interrupted")

// Runner measures plans. Command is needed, everything else may be left out.
type Runner struct {
	Command func(results.Run) *exec.Cmd // the child that does a run; it calls [measure.Child]
	Build   Build
	Out     *results.File // rows are appended as they are measured
	Known   []results.Row // of an earlier session: what they answer is not measured again
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
// measured, now or earlier, in the order of the plan. After a run that exceeded
// a limit its later repetitions are left out: they would only exceed it again.
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
	known    map[results.Key]results.Row
	exceeded map[results.Key]bool // first repetitions of runs that exceeded a limit
	rows     []results.Row
}

func newSession(r *Runner) *session {
	s := &session{Runner: r, known: map[results.Key]results.Row{}, exceeded: map[results.Key]bool{}}
	if s.Watch == nil {
		s.Watch = blind{}
	}
	for _, row := range r.Known {
		s.known[row.Key(row.Build)] = row
	}
	return s
}

func (s *session) do(ctx context.Context, run results.Run) error {
	if s.exceeded[s.first(run)] {
		s.Watch.Skip(run)
		return nil
	}
	if row, ok := s.known[run.Key(s.Build.Hash)]; ok && row.Answers(run) {
		s.Watch.Skip(run)
		s.keep(row)
		return nil
	}
	s.Watch.Begin(run)
	row := s.measure(ctx, run)
	s.Watch.End(row)
	s.keep(row)
	if s.Out != nil {
		if err := s.Out.Append(row); err != nil {
			return err
		}
	}
	if row.Status == results.Interrupted {
		return ErrInterrupted
	}
	return nil
}

func (s *session) keep(row results.Row) {
	s.rows = append(s.rows, row)
	if row.Status == results.Timeout || row.Status == results.OutOfMemory {
		s.exceeded[s.first(row.Run)] = true
	}
}

// first is the key of the run's first repetition: it stands for all of them.
func (s *session) first(run results.Run) results.Key {
	run.Repetition = 1
	return run.Key(s.Build.Hash)
}

func (s *session) measure(ctx context.Context, run results.Run) results.Row {
	row := results.Row{
		Run:       run,
		GoVersion: s.Build.GoVersion,
		Commit:    s.Build.Commit,
		Build:     s.Build.Hash,
		Start:     time.Now(),
	}
	limits := measure.Limits{Wall: run.Timeout, Memory: run.MemLimit}
	fill(&row, measure.Run(ctx, s.Command(run), limits, s.Watch.Progress))
	return row
}

// blind is the Watcher that does not look.
type blind struct{}

func (blind) Begin(results.Run)         {}
func (blind) Progress(measure.Progress) {}
func (blind) End(results.Row)           {}
func (blind) Skip(results.Run)          {}
