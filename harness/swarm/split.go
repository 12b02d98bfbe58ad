package swarm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"dporbench/algos"
	"dporbench/harness/internal/swarm/tasks"
)

// tasksInPart is the number of tasks in a part, from different places of the exploration: some tasks
// are much larger than others, and the sum of several varies less.
const tasksInPart = 8

// Split splits a job into up to n parts, writes them to a folder, and returns their number: fewer if
// the program has few executions. It explores a little to find places to split at.
func Split(ctx context.Context, folder string, x *tasks.Exploration, n int) (int, error) {
	if old, err := parts(folder); err != nil || len(old) > 0 {
		return 0, fmt.Errorf("%s: has parts of an exploration already; remove it, or give another folder", folder)
	}
	all, done, err := cut(ctx, x, n*tasksInPart)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	n = min(n, len(all))
	digits := len(fmt.Sprint(n))
	for i := range n {
		p := Part{Job: x.Job}
		for k := i; k < len(all); k += n {
			p.Tasks = append(p.Tasks, all[k])
		}
		if err := writeSealed(partKind, filepath.Join(folder, partName(i+1, digits)), p); err != nil {
			return 0, err
		}
	}
	return n, writeSealed(splitKind, filepath.Join(folder, splitName), split{x.Job, done})
}

type split struct {
	Job     tasks.Job
	Records []tasks.Record
}

// cut explores one execution of each task, the oldest first, until there are n.
func cut(ctx context.Context, x *tasks.Exploration, n int) (all [][]byte, done []tasks.Record, err error) {
	e, err := tasks.NewExplorer(x)
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	all = [][]byte{algos.Root().Append(nil)}
	for len(all) > 0 && len(all) < n {
		r, rest, err := e.Explore(ctx, all[0], func(*algos.Stats) bool { return false })
		if err != nil {
			return nil, nil, err
		}
		if err := r.Failed(); err != nil {
			return nil, nil, fmt.Errorf("%v: %w", x, err)
		}
		r.Children = tasks.Leave(rest, n)
		all, done = append(all[1:], r.Children...), append(done, r)
	}
	return all, done, nil
}
