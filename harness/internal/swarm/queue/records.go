package queue

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Records calls add for all records in the order of their creation, and waits for more until add
// reports that it has all. idle, which may be nil, is called when none has come for a while.
func (q *Queue) Records(ctx context.Context, add func(data []byte) (all bool, err error), idle func() error) error {
	next := uint64(1)
	for {
		var consumer jetstream.Consumer
		err := q.again(ctx, func(ctx context.Context) (err error) {
			consumer, err = q.js.CreateConsumer(ctx, recordsName(q.id), jetstream.ConsumerConfig{
				AckPolicy: jetstream.AckNonePolicy, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: next,
				InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
			})
			return err
		})
		if err != nil {
			return err
		}
		all, err := q.read(ctx, consumer, &next, add, idle)
		if all || err != nil {
			return err
		}
	}
}

const (
	recordsAtOnce = 256
	recordsWait   = 500 * time.Millisecond
)

// read returns without an error if another consumer must continue at next.
func (q *Queue) read(ctx context.Context, consumer jetstream.Consumer, next *uint64, add func([]byte) (bool, error), idle func() error) (all bool, err error) {
	for {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		batch, err := consumer.Fetch(recordsAtOnce, jetstream.FetchMaxWait(recordsWait))
		if err != nil {
			return false, nil
		}
		none := true
		for m := range batch.Messages() {
			meta, err := m.Metadata()
			if err != nil || meta.Sequence.Stream != *next {
				return false, nil
			}
			none = false
			*next++
			if all, err := add(m.Data()); all || err != nil {
				return all, err
			}
		}
		if err := batch.Error(); err != nil && !isIdle(err) {
			return false, nil
		}
		if none && idle != nil {
			if err := idle(); err != nil {
				return false, err
			}
		}
	}
}
