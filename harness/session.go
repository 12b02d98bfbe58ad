package harness

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/vbauerster/mpb/v8/cwriter"

	"dporbench/harness/internal/progress"
	"dporbench/harness/internal/runner"
	"dporbench/results"
)

// session measures a plan as the flags say and records it.
type session struct {
	flags            measuring
	redundantTimeout time.Duration // 0 if algorithms that are not optimal have no limit of their own
	stderr           io.Writer
}

// measure returns the cells of what was measured, also together with an error.
func (s session) measure(ctx context.Context, plan []results.Run) ([]results.Cell, error) {
	r, err := s.runner()
	if err != nil {
		return nil, err
	}
	if r.Out != nil {
		defer r.Out.Close()
	}
	record, err := s.beginRecord(r)
	if err != nil {
		return nil, err
	}
	rows, err := s.watched(ctx, r, plan)
	cells := s.inOrder(results.Cells(rows))
	if record != nil {
		err = record.end(cells, err)
	}
	return cells, err
}

// watched measures the plan, and shows on a terminal how far it has come.
func (s session) watched(ctx context.Context, r *runner.Runner, plan []results.Run) ([]results.Row, error) {
	if onTerminal(s.stderr) {
		display := progress.New(s.stderr, plan, published, r.Repeat)
		defer display.Close()
		r.Watch = display
	}
	return r.Measure(ctx, plan)
}

// inOrder puts the cells of each program, which have been measured in a random
// order, in the order in which the algorithms were asked for.
func (s session) inOrder(cells []results.Cell) []results.Cell {
	programs := map[string]int{}
	for i, c := range cells {
		if _, ok := programs[c.Rows[0].Name()]; !ok {
			programs[c.Rows[0].Name()] = i
		}
	}
	place := func(c results.Cell) (program, algorithm int) {
		row := c.Rows[0]
		return programs[row.Name()], slices.Index(s.flags.algorithms, row.Algorithm)
	}
	slices.SortStableFunc(cells, func(a, b results.Cell) int {
		p, i := place(a)
		q, j := place(b)
		return cmp.Or(p-q, i-j)
	})
	return cells
}

func (s session) runner() (r *runner.Runner, err error) {
	r = &runner.Runner{Repeat: s.flags.repetitions()}
	if r.Build, err = runner.ThisBuild(commit()); err != nil {
		return nil, err
	}
	if r.Command, err = childCommand(); err != nil {
		return nil, err
	}
	if s.flags.out == "" {
		return r, nil
	}
	if s.flags.resume {
		r.Out, r.Known, err = s.resume(r.Build)
	} else {
		r.Out, err = s.create()
	}
	return r, err
}

func (s session) create() (*results.File, error) {
	file, movedTo, err := results.Create(s.flags.out)
	if movedTo != "" {
		s.note("%s was there already and is now %s", s.flags.out, movedTo)
	}
	return file, err
}

func (s session) resume(build runner.Build) (*results.File, []results.Row, error) {
	file, contents, err := results.Resume(s.flags.out)
	if err != nil {
		return nil, nil, err
	}
	if contents.Torn > 0 {
		s.note("%s was cut off in the middle of a row: its last %d bytes are dropped", s.flags.out, contents.Torn)
	}
	others := 0
	for _, row := range contents.Rows {
		if row.Build != build.Hash {
			others++
		}
	}
	if others > 0 {
		s.note("%s has %d rows of other builds: they stay, and their runs are measured again", s.flags.out, others)
	}
	return file, contents.Rows, nil
}

// verdict says on stderr what is bad about each cell, as judged by bad, and
// returns errReported if that is anything. What went wrong with measuring comes
// first.
func (s session) verdict(measured error, cells []results.Cell, bad func(results.Cell) string) error {
	verdict := measured
	for _, c := range cells {
		row := c.Median()
		if problem := bad(c); problem != "" {
			s.note("%s, %s: %s", row.Name(), row.Algorithm, problem)
			verdict = cmp.Or(verdict, errReported)
		}
	}
	return verdict
}

func (s session) note(format string, args ...any) {
	fmt.Fprintf(s.stderr, "dporbench: "+format+"\n", args...)
}

func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}
