package swarm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"dporbench/algos"
	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/sealed"
	"dporbench/harness/internal/swarm/tasks"
)

// Part is a file with some tasks of a job.
type Part struct {
	Job   tasks.Job
	Tasks [][]byte

	path string
}

type result struct {
	Job     string // its ID
	Records []tasks.Record
	Left    [][]byte // tasks
}

const (
	partPattern  = "part-*.json"
	resultSuffix = ".result.json"
	splitName    = "split.json" // the result of splitting
	// saveInterval is how much work may be lost.
	saveInterval = time.Minute
)

func partName(number, digits int) string { return fmt.Sprintf("part-%0*d.json", digits, number) }

func resultPath(part string) string { return strings.TrimSuffix(part, ".json") + resultSuffix }

// The kinds of files.
var (
	partKind   = sealed.Kind{Name: "dporswarm part", Version: 2}
	resultKind = sealed.Kind{Name: "dporswarm result", Version: 2}
	splitKind  = sealed.Kind{Name: "dporswarm split", Version: 2}
)

// ReadPart reads a part.
func ReadPart(path string) (*Part, error) {
	p := &Part{path: path}
	err := readSealed(partKind, path, p)
	if err == nil && (p.Job.Program.IsNone() || len(p.Tasks) == 0) {
		err = fmt.Errorf("%s: names no program, or no tasks", path)
	}
	return p, err
}

// ErrSuspended means that a part has been suspended, because ctx is done, and can be continued.
var ErrSuspended = errors.New("suspended; the same command continues")

// Explore explores the part, or continues to, and saves the results every minute.
func (p *Part) Explore(ctx context.Context, x *tasks.Exploration) error {
	r := result{Job: x.ID(), Left: p.Tasks}
	err := readResult(p.path, &r)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case r.Job != x.ID():
		return fmt.Errorf("%s: of another exploration; remove it to begin again", resultPath(p.path))
	}
	if facts := factsIn(r.Records); len(facts) > 0 {
		return splitAgain(p.Job, facts)
	}
	e, err := tasks.NewExplorer(x)
	if err != nil {
		return err
	}
	defer e.Close()
	saved := time.Now()
	for len(r.Left) > 0 && ctx.Err() == nil {
		done, err := next(ctx, e, r.Left[0], saved.Add(saveInterval))
		if err != nil {
			return err
		}
		r.Records, r.Left = append(r.Records, done), append(done.Children, r.Left[1:]...)
		switch err := done.Failed(); {
		case program.IsCoarse(err):
			return cmp.Or(writeSealed(resultKind, resultPath(p.path), r), splitAgain(p.Job, factsIn(r.Records)))
		case err != nil:
			return fmt.Errorf("%v: %w", x, err)
		}
		if time.Since(saved) >= saveInterval || len(r.Left) == 0 || ctx.Err() != nil {
			if err := writeSealed(resultKind, resultPath(p.path), r); err != nil {
				return err
			}
			saved = time.Now()
		}
	}
	if len(r.Left) > 0 {
		return fmt.Errorf("%s: %w", p.path, ErrSuspended)
	}
	return nil
}

// factsIn returns the facts for which the program was too coarse when tasks were explored.
func factsIn(records []tasks.Record) (facts []translation.Fact) {
	for _, r := range records {
		if program.IsCoarse(r.Failed()) {
			facts = append(facts, r.Fact)
		}
	}
	return facts
}

// splitAgain returns an error that says to split a job again, since its program is too coarse: the other parts are explored elsewhere.
func splitAgain(job tasks.Job, facts []translation.Fact) error {
	finer, _ := job.Program.With(facts...)
	return fmt.Errorf("more has been found out about the program than its first executions showed, so all parts must be made again: "+
		"split %s, with the same flags, into another folder", finer.Quoted())
}

// next explores a task until a given time, or until ctx is done.
func next(ctx context.Context, e *tasks.Explorer, task []byte, until time.Time) (tasks.Record, error) {
	var stop atomic.Bool
	defer time.AfterFunc(time.Until(until), func() { stop.Store(true) }).Stop()
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	r, rest, err := e.Explore(context.WithoutCancel(ctx), task, func(*algos.Stats) bool { return !stop.Load() })
	r.Children = tasks.Leave(rest, 1)
	return r, err
}

func readSealed(k sealed.Kind, path string, v any) error {
	data, err := cli.ReadFile(path)
	if err != nil {
		return err
	}
	if err := k.Open(data, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readResult reads the result of a part. There may be none.
func readResult(part string, r *result) error {
	err := readSealed(resultKind, resultPath(part), r)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: remove it, and repeat dporswarm work %s", err, part)
	}
	return err
}

func writeSealed(k sealed.Kind, path string, v any) error {
	data, err := k.Seal(v)
	if err != nil {
		return err
	}
	return cli.WriteFile(path, append(data, '\n'))
}

func parts(folder string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, partPattern))
	return slices.DeleteFunc(paths, func(path string) bool { return strings.HasSuffix(path, resultSuffix) }), err
}
