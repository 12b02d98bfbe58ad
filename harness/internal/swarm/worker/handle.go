// Package worker has both ends of a queue: workers, which explore its tasks, and the coordinator,
// which adds up their records and announces how many tasks are wanted.
package worker

import (
	"context"
	"fmt"

	"dporbench/harness/internal/swarm/tasks"
)

// Store is the part of a queue that workers and the coordinator need. Data that it accepts without an error are durable,
// unless the store is damaged later. A task has a record for each copy, counted from 0; a further copy is written only
// if those before it are damaged.
type Store interface {
	// Record returns a record of a task, or nil.
	Record(ctx context.Context, id string, copy int) ([]byte, error)
	// AddRecord stores a record of a task. It returns false if there is one already.
	AddRecord(ctx context.Context, id string, copy int, data []byte) (bool, error)
	// AddTask puts a task into the queue unless it is there.
	AddTask(ctx context.Context, id string, task []byte, attempt int) error
}

// mostCopies bounds the copies of a record. If so many are damaged, the store is of no use.
const mostCopies = 10

// intact returns the first copy of a task's record, from a number on, that is intact. If there is none, it returns the
// number of the first copy that does not exist, and false.
func intact(ctx context.Context, s Store, job, id string, from int) (r tasks.Record, copy int, ok bool, err error) {
	for copy = from; copy < mostCopies; copy++ {
		data, err := s.Record(ctx, id, copy)
		if err != nil || data == nil {
			return tasks.Record{}, copy, false, err
		}
		if r, err := tasks.ParseRecord(job, id, data); err == nil {
			return r, copy, true, nil
		}
	}
	return r, copy, false, fmt.Errorf("the store has %d damaged records of task %s", mostCopies, id)
}

// Handle makes sure that a task has a record, and that the tasks left by the record are in the
// queue. Only then may the task be removed from the queue. A worker may crash safely at any point:
// the task comes again, to this worker or another.
//
//  1. If there is an intact record, the task has been explored before: continue with that record's children.
//  2. Otherwise explore it, for a while.
//  3. Keep the record, unless there is one by now. Then that one counts, and this exploration is
//     forgotten: the two may have cut the task at different places.
//  4. Put the tasks that the record leaves into the queue.
func Handle(ctx context.Context, s Store, job string, task []byte, explore func(context.Context, []byte) (tasks.Record, error)) (tasks.Record, error) {
	id := tasks.ID(job, task)
	r, copy, ok, err := intact(ctx, s, job, id, 0)
	if err == nil && !ok {
		if r, err = explore(ctx, task); err == nil {
			r, err = keep(ctx, s, id, copy, r)
		}
	}
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

// keep stores a record as the first copy, from a number on, that does not exist, and returns it; or the intact copy that exists by now.
func keep(ctx context.Context, s Store, id string, copy int, r tasks.Record) (tasks.Record, error) {
	for {
		if first, err := s.AddRecord(ctx, id, copy, r.Encode()); first || err != nil {
			return r, err
		}
		other, next, ok, err := intact(ctx, s, r.Job, id, copy)
		if ok || err != nil {
			return other, err
		}
		copy = max(next, copy+1) // copy exists, but is damaged or cannot be read
	}
}
