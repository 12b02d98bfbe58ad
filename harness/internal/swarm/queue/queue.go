package queue

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dporbench/harness/internal/swarm/tasks"
)

// Queue holds the tasks and the records of one job.
//
// Tasks are a work queue: a worker that takes one has a lease on it, and if the worker neither
// acknowledges nor extends that in time, another gets the task. Records stay, and there is at most
// one per task.
type Queue struct {
	*Connection
	Job   tasks.Job
	Begun time.Time // when the job was created
	Lease time.Duration
	// Unknown is why the job cannot be read, for a queue of another version or a damaged one: it has no Job.
	Unknown error

	id       string
	opened   time.Time // by this process
	records  jetstream.Stream
	consumer jetstream.Consumer // of tasks
}

const (
	prefix      = "dporswarm"
	jobKey      = "job" // of the metadata of the stream of records
	workers     = "workers"
	mostUnacked = 100_000
)

// ErrDone means that the job has no queue any more: everything has been explored.
var ErrDone = errors.New("everything has been explored")

func tasksName(id string) string   { return prefix + "-tasks-" + id }
func recordsName(id string) string { return prefix + "-records-" + id }

// Create creates the queue of a job, or opens the existing one.
func (c *Connection) Create(ctx context.Context, j tasks.Job, lease time.Duration, replicas int) (*Queue, error) {
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	q := &Queue{Connection: c, Job: j, Lease: lease, id: j.ID(), opened: time.Now()}
	// Workers find the job by its records, and consider it done if there is no queue of tasks. So the
	// records come last.
	err = c.again(ctx, func(ctx context.Context) (err error) {
		if _, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: tasksName(q.id), Subjects: []string{q.subject("t", ">")}, Replicas: replicas,
			Storage: jetstream.FileStorage, Retention: jetstream.WorkQueuePolicy,
		}); err != nil {
			return err
		}
		q.consumer, err = c.js.CreateOrUpdateConsumer(ctx, tasksName(q.id), jetstream.ConsumerConfig{
			Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: mostUnacked,
		})
		if err != nil {
			return err
		}
		q.records, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: recordsName(q.id), Subjects: []string{q.subject("r", ">")}, Replicas: replicas,
			Storage: jetstream.FileStorage, Metadata: map[string]string{jobKey: string(text)},
			DenyDelete: true, DenyPurge: true,
		})
		if err == nil {
			q.Begun = q.records.CachedInfo().Created
		}
		return err
	})
	return q, err
}

// Jobs returns the jobs of the server that have a queue, oldest first. Those that cannot be read are Unknown.
func (c *Connection) Jobs(ctx context.Context) (all []*Queue, err error) {
	err = c.again(ctx, func(ctx context.Context) error {
		all = nil
		streams := c.js.ListStreams(ctx, jetstream.WithStreamListSubject(prefix+".*.r.>"))
		for info := range streams.Info() {
			q := &Queue{Connection: c, Begun: info.Created, opened: time.Now(), id: strings.TrimPrefix(info.Config.Name, recordsName(""))}
			q.Job, q.Unknown = tasks.ParseJob(q.id, []byte(info.Config.Metadata[jobKey]))
			all = append(all, q)
		}
		return streams.Err()
	})
	return all, err
}

// ID is the ID of the job, which an Unknown one has too.
func (q *Queue) ID() string { return q.id }

// Elapsed is the time since the job was created, by the clock of the server. If that is ahead of the clock here, it is
// the time since this process has opened the queue.
func (q *Queue) Elapsed() time.Duration { return max(time.Since(q.Begun), time.Since(q.opened)) }

// Open prepares a queue found by Jobs for work. The error is ErrDone if nothing is left.
func (q *Queue) Open(ctx context.Context) error {
	return q.again(ctx, func(ctx context.Context) (err error) {
		if q.records, err = q.js.Stream(ctx, recordsName(q.id)); err != nil {
			return gone(err)
		}
		if q.consumer, err = q.js.Consumer(ctx, tasksName(q.id), workers); err != nil {
			return gone(err)
		}
		q.Lease = q.consumer.CachedInfo().Config.AckWait
		return nil
	})
}

// Finish deletes the tasks: all have a record.
func (q *Queue) Finish(ctx context.Context) error { return q.remove(ctx, tasksName(q.id)) }

// Forget deletes the records too.
func (q *Queue) Forget(ctx context.Context) error { return q.remove(ctx, recordsName(q.id)) }

func (q *Queue) remove(ctx context.Context, stream string) error {
	return q.again(ctx, func(ctx context.Context) error {
		if err := q.js.DeleteStream(ctx, stream); !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		return nil
	})
}

// gone turns the error that there is no such stream or consumer into ErrDone.
func gone(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) {
		return final{ErrDone}
	}
	return err
}

func (q *Queue) subject(words ...string) string {
	return prefix + "." + q.id + "." + strings.Join(words, ".")
}
