package queue

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Listener receives the records of a queue. all means that no more are wanted.
type Listener interface {
	// Take receives a record of the task with that ID.
	Take(id string, data []byte) (all bool, err error)
	// Lost is called when the store has lost messages with records.
	Lost(messages uint64)
	// Idle is called whenever all records so far have been received.
	Idle() (all bool, err error)
}

// Records passes all records to l in the order of their creation, some of them more than once, and waits for more until l has all.
func (q *Queue) Records(ctx context.Context, l Listener) error {
	r := reader{queue: q, listener: l, next: 1}
	if lost := q.lostOnDisk(); lost > 0 {
		l.Lost(lost)
	}
	for {
		var consumer jetstream.Consumer
		err := q.again(ctx, func(ctx context.Context) (err error) {
			consumer, err = q.js.CreateConsumer(ctx, recordsName(q.id), jetstream.ConsumerConfig{
				AckPolicy: jetstream.AckNonePolicy, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.next,
				InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
			})
			return gone(err)
		})
		if err != nil {
			return err
		}
		all, err := r.read(ctx, consumer)
		if all || err != nil {
			return err
		}
	}
}

const (
	recordsAtOnce = 256
	bytesAtOnce   = mostPayload + 1<<20 // of records that are asked for at once: a server cuts off a client that has 64 MB still to read
	recordsWait   = 500 * time.Millisecond
)

// reader reads the stream of records.
type reader struct {
	queue    *Queue
	listener Listener
	next     uint64 // sequence number of the next message
}

// read returns without an error if another consumer must continue at next.
func (r *reader) read(ctx context.Context, consumer jetstream.Consumer) (all bool, err error) {
	for fresh := true; ; {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		batch, err := consumer.Fetch(recordsAtOnce, jetstream.FetchMaxBytes(bytesAtOnce), jetstream.FetchMaxWait(recordsWait))
		if err != nil {
			return false, nil
		}
		n, more := 0, uint64(0)
		for m := range batch.Messages() {
			meta, err := m.Metadata()
			if err != nil || meta.Sequence.Stream < r.next || meta.Sequence.Stream > r.next && !fresh {
				return false, nil
			}
			if lost := meta.Sequence.Stream - r.next; lost > 0 { // a consumer that has just been created skips nothing that exists
				r.listener.Lost(lost)
			}
			fresh, r.next = false, meta.Sequence.Stream+1
			if all, err := r.listener.Take(r.queue.taskOf(m.Subject()), m.Data()); all || err != nil {
				return all, err
			}
			n, more = n+1, meta.NumPending
		}
		if err := batch.Error(); err != nil && !isIdle(err) {
			return false, nil
		}
		if more > 0 {
			continue
		}
		if all, err := r.listener.Idle(); all || err != nil {
			return all, err
		}
		if n == 0 && r.cutOff(ctx) {
			return false, nil
		}
	}
}

// cutOff reports whether the stream now ends before next, since its server has lost messages at the end. If
// so, the stream must be read again from its beginning, since the numbers of lost messages are given to new ones.
func (r *reader) cutOff(ctx context.Context) bool {
	info, err := r.queue.records.Info(ctx)
	if err != nil || info.State.LastSeq+1 >= r.next {
		return false
	}
	r.listener.Lost(r.next - 1 - info.State.LastSeq)
	r.next = 1
	return true
}

// taskOf returns the ID of the task in a subject of a task or record.
func (q *Queue) taskOf(subject string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(subject, prefix+"."+q.id+"."), ".")
	id, _, _ := strings.Cut(rest, ".")
	return id
}

// lostOnDisk returns the number of records that the server has found damaged in its files when it was started. The
// client library leaves this out of its answer.
func (q *Queue) lostOnDisk() uint64 {
	m, err := q.conn.Request("$JS.API.STREAM.INFO."+recordsName(q.id), nil, time.Second)
	if err != nil {
		return 0
	}
	var info struct {
		State struct{ Lost struct{ Msgs []uint64 } }
	}
	if json.Unmarshal(m.Data, &info) != nil {
		return 0
	}
	return uint64(len(info.State.Lost.Msgs))
}
