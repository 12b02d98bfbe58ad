package swarm

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"dporbench/algos"
	"dporbench/harness/internal/shared/campaign"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/swarm/tasks"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/results"
	"dporbench/trace"
)

// row is an exploration as a row of a results file, without its cost.
func row(x *tasks.Exploration, stats algos.Stats) (results.Row, error) {
	row := results.Row{Run: x.Run(), Status: results.OK, Counts: stats.Counts, Work: stats.Work, Stored: stats.Peak, Reached: stats.Executions}
	path, err := process.Executable()
	if err != nil {
		return row, err
	}
	build, err := campaign.BuildOf(path, process.Commit())
	row.Build, row.Commit, row.GoVersion = build.Hash, build.Commit, build.GoVersion
	return row, err
}

// failing returns, for each outcome that is a failure, the easiest execution, with its number in a single worker's exploration; or the first, if a single worker takes long to get there.
func failing(ctx context.Context, x *tasks.Exploration, l *tasks.Ledger) (all []*find.Found, err error) {
	for _, o := range flags.Failures() {
		place, ok := l.First(o)
		if !ok {
			continue
		}
		found, err := again(ctx, x, place, o, flags.Count(l.Stats.Counts, o))
		if err != nil {
			return nil, fmt.Errorf("the execution that %v: %w", o.Verb(1), err)
		}
		all = append(all, found)
	}
	return all, nil
}

func again(ctx context.Context, x *tasks.Exploration, p tasks.Place, o model.Outcome, total int64) (*find.Found, error) {
	if p.Number <= find.EasiestVisits && x.Settings.Order != algos.RandomThread {
		return find.Easiest(ctx, x.Program, x.Entry, x.Settings, o, total)
	}
	e, err := tasks.NewExplorer(x)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	events, err := e.Find(ctx, p.Task, p.In)
	if err != nil {
		return nil, err
	}
	f := &find.Found{Selection: find.Selection{Settings: x.Settings, Algorithm: x.Entry, Number: p.Number, First: o.String()}, Program: x.Program.Spec}
	if f.Trace, err = trace.Of(x.Program.Program, x.Settings.Memory, events); err != nil {
		return nil, err
	}
	return f, f.Reorder(x.Program.Program, events)
}

// writeTasks writes and keeps the certificate of a job, made from the certificates of its tasks.
func writeTasks(target *certificate.Target, x *tasks.Exploration, tasks iter.Seq2[tasks.Record, error]) error {
	file, err := certificate.Create(target.Partial, x.Header(), x.Program.Program)
	if err != nil {
		return err
	}
	for r, err := range tasks {
		if err == nil {
			err = file.AddAll(bytes.NewReader(r.Certificate))
		}
		if err != nil {
			file.Close()
			return err
		}
	}
	if err := file.Close(); err != nil {
		return err
	}
	return target.Keep()
}
