package queue

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Task is a task that has been taken, with a lease on it.
type Task struct {
	Data []byte
	ID   string // of the task that was put into the queue, whether or not Data are intact
	// Audit asks to explore the task again, as far as its record goes.
	Audit bool
	m     jetstream.Msg
}

// Done reports to the queue that the task has a record, and its children are in the queue.
func (t *Task) Done() { t.m.Ack() } // if this is lost, the task comes again

// Extend restarts the lease.
func (t *Task) Extend() { t.m.InProgress() }

// GiveBack offers the task to other workers at once.
func (t *Task) GiveBack() { t.m.Nak() }

// Pass offers the task to other workers, and to this one again in a while.
func (t *Task) Pass() { t.m.NakWithDelay(passTime) }

const passTime = 100 * time.Millisecond

// Next waits for a task. The error is ErrDone if there will be none.
func (q *Queue) Next(ctx context.Context) (*Task, error) {
	for {
		var t *Task
		err := q.again(ctx, func(ctx context.Context) error {
			batch, err := q.consumer.Fetch(1, jetstream.FetchContext(ctx))
			if err != nil {
				return gone(err)
			}
			for m := range batch.Messages() {
				t = &Task{Data: m.Data(), ID: q.taskOf(m.Subject()), Audit: strings.HasSuffix(m.Subject(), "."+auditWord), m: m}
			}
			if err := batch.Error(); err != nil && t == nil && !isIdle(err) {
				return gone(err)
			}
			return nil
		})
		if t != nil || err != nil {
			return t, err
		}
		// A request for a task from a queue that no longer exists gets no answer.
		if _, err := q.info(ctx); err != nil {
			return nil, err
		}
	}
}

// isIdle reports that no task has come, which is not an error.
func isIdle(err error) bool {
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
}

// AddTask puts a task into the queue unless it is there. attempt distinguishes the times that a lost
// task is put there again; it is 0 at first.
func (q *Queue) AddTask(ctx context.Context, id string, task []byte, attempt int) error {
	_, err := q.create(ctx, q.numbered("t", id, attempt), task)
	return err
}

const auditWord = "audit"

// AddAudit puts a task into the queue for an audit unless it is there.
func (q *Queue) AddAudit(ctx context.Context, id string, task []byte) error {
	_, err := q.create(ctx, q.subject("t", id, auditWord), task)
	return err
}

// AddAuditRecord stores the record of an audit unless there is one.
func (q *Queue) AddAuditRecord(ctx context.Context, id string, data []byte) error {
	_, err := q.create(ctx, q.subject("r", id, auditWord), data)
	return err
}

// Record returns a copy of the record of a task, if there is one.
func (q *Queue) Record(ctx context.Context, id string, copy int) (data []byte, err error) {
	err = q.again(ctx, func(ctx context.Context) error {
		m, err := q.records.GetLastMsgForSubject(ctx, q.numbered("r", id, copy))
		switch {
		case err == nil:
			data = m.Data
		case !errors.Is(err, jetstream.ErrMsgNotFound):
			return gone(err)
		}
		return nil
	})
	return data, err
}

// AddRecord stores a copy of the record of a task. It returns false if there is one already.
func (q *Queue) AddRecord(ctx context.Context, id string, copy int, data []byte) (bool, error) {
	return q.create(ctx, q.numbered("r", id, copy), data)
}

// numbered is the subject of a task or record; the first has no number.
func (q *Queue) numbered(kind, id string, number int) string {
	if number == 0 {
		return q.subject(kind, id)
	}
	return q.subject(kind, id, strconv.Itoa(number))
}

// The code of the same error from servers with replicas.
const wrongLastSequenceWithReplicas = 10164

// create publishes a message, which must be the only one on its subject. It returns false if there is one,
// which may be this one if an earlier answer was lost.
func (q *Queue) create(ctx context.Context, subject string, data []byte) (created bool, err error) {
	err = q.again(ctx, func(ctx context.Context) error {
		_, err := q.js.Publish(ctx, subject, data, jetstream.WithExpectLastSequencePerSubject(0))
		var api *jetstream.APIError
		switch {
		case errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastSequenceWithReplicas):
			created = false
			return nil
		case errors.Is(err, jetstream.ErrNoStreamResponse):
			return q.noStream(ctx, err)
		case errors.Is(err, nats.ErrMaxPayload):
			return final{err}
		}
		created = err == nil
		return err
	})
	return created, err
}

// noStream distinguishes a server that has just started from a queue that is gone.
func (q *Queue) noStream(ctx context.Context, err error) error {
	if _, info := q.consumer.Info(ctx); info != nil {
		return gone(info)
	}
	return err
}
