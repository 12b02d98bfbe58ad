// Package worker has both ends of a queue: workers, which explore its tasks, and the coordinator,
// which adds up their records and announces how many tasks are wanted.
package worker

import (
	"context"
	"fmt"

	"dporbench/harness/internal/swarm/tasks"
)

// Store is the part of a queue that a worker needs. Data that it accepts without an error are durable.
type Store interface {
	// Record returns the record of a task, or nil.
	Record(ctx context.Context, id string) ([]byte, error)
	// AddRecord stores the record of a task. It returns false if there is one already.
	AddRecord(ctx context.Context, id string, data []byte) (bool, error)
	// AddTask puts a task into the queue unless it is there.
	AddTask(ctx context.Context, id string, task []byte, attempt int) error
}

// Handle makes sure that a task has a record, and that the tasks left by the record are in the
// queue. Only then may the task be removed from the queue. A worker may crash safely at any point:
// the task comes again, to this worker or another.
//
//  1. If there is a record, the task has been explored before: continue with that record's children.
//  2. Otherwise explore it, for a while.
//  3. Keep the record, unless there is one by now. Then that one counts, and this exploration is
//     forgotten: the two may have cut the task at different places.
//  4. Put the tasks that the record leaves into the queue.
func Handle(ctx context.Context, s Store, job string, task []byte, explore func(context.Context, []byte) (tasks.Record, error)) (tasks.Record, error) {
	id := tasks.ID(job, task)
	kept, err := s.Record(ctx, id)
	if err != nil {
		return tasks.Record{}, err
	}
	if kept == nil {
		r, err := explore(ctx, task)
		if err != nil {
			return r, err
		}
		kept = r.Encode()
		first, err := s.AddRecord(ctx, id, kept)
		if err != nil {
			return r, err
		}
		if !first {
			if kept, err = s.Record(ctx, id); err != nil {
				return r, err
			}
			if kept == nil {
				return r, fmt.Errorf("record %s exists but cannot be read", id)
			}
		}
	}
	r, err := tasks.ParseRecord(kept)
	if err != nil {
		return r, err
	}
	for _, child := range r.Children {
		if err := s.AddTask(ctx, tasks.ID(job, child), child, 0); err != nil {
			return r, err
		}
	}
	return r, nil
}
