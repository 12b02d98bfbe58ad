package batch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"dporbench/algos"
	"dporbench/harness/internal/swarm/explorer"
	"dporbench/harness/internal/swarm/job"
	"dporbench/harness/internal/swarm/record"
)

// tasksInPart is how many tasks a part has, from different places of the exploration: some tasks are
// much larger than others, and several together vary less.
const tasksInPart = 8

// Split splits a job into so many parts, which it writes to a folder, and says how many there are: fewer
// if the program has few executions. It explores a little to find places to split at.
func Split(ctx context.Context, folder string, x *job.Exploration, n int) (int, error) {
	if old, err := parts(folder); err != nil || len(old) > 0 {
		return 0, fmt.Errorf("%s: has parts of an exploration already; remove it, or give another folder", folder)
	}
	tasks, done, err := cut(ctx, x, n*tasksInPart)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	n = min(n, len(tasks))
	digits := len(fmt.Sprint(n))
	for i := range n {
		p := Part{Job: x.Job}
		for k := i; k < len(tasks); k += n {
			p.Tasks = append(p.Tasks, tasks[k])
		}
		if err := writeJSON(filepath.Join(folder, partName(i+1, digits)), p); err != nil {
			return 0, err
		}
	}
	return n, writeJSON(filepath.Join(folder, splitName), split{x.Job, done})
}

type split struct {
	Job     job.Job
	Records []record.Record
}

// cut explores one execution of each task, the oldest first, until there are n.
func cut(ctx context.Context, x *job.Exploration, n int) (tasks [][]byte, done []record.Record, err error) {
	e, err := explorer.New(x)
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	tasks = [][]byte{algos.Root().Append(nil)}
	for len(tasks) > 0 && len(tasks) < n {
		r, rest, err := e.Explore(ctx, tasks[0], func(*algos.Stats) bool { return false })
		if err != nil {
			return nil, nil, err
		}
		if r.Error != "" {
			return nil, nil, fmt.Errorf("%v: %s", x, r.Error)
		}
		r.Children = explorer.Leave(rest, n)
		tasks, done = append(tasks[1:], r.Children...), append(done, r)
	}
	return tasks, done, nil
}
