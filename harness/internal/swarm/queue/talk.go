package queue

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Notice is sent by the coordinator to the workers, at least once per NoticeInterval. Its arrival affects only how
// evenly the work is spread, and whether a worker stays for the job that follows.
type Notice struct {
	Wanted int  // how many more tasks could be taken immediately
	Done   bool // everything has been explored
	// Restart says that the program is too coarse, and that a job with a finer one follows.
	Restart bool `json:",omitempty"`
	Workers int  // processes
}

// NoticeInterval is the interval between notices.
const NoticeInterval = time.Second

// Sign is sent by a worker to the coordinator once per NoticeInterval.
type Sign struct {
	Name       string        // of the process
	Jobs       int           // tasks that it explores at a time
	Executions int64         // so far, in this process
	CPU        time.Duration // so far, of this process
	PeakRSS    int64         // so far, in bytes
	Left       bool          // the worker takes no more tasks, and this is its last sign
}

// Status is the progress of an exploration, as known to its coordinator.
type Status struct {
	Executions int64         // in records, like Tasks and Events
	Events     int64         //
	Tasks      int           // explored
	Waiting    int           // for a worker
	Taken      int           // by workers
	Workers    int           // processes
	Jobs       int           // tasks that they can explore at a time
	Rate       float64       // recent executions per second
	Elapsed    time.Duration // since the job was created
}

// Notify sends a notice to all workers.
func (q *Queue) Notify(n Notice) { q.send("notice", n) }

// OnNotice calls f for each notice.
func (q *Queue) OnNotice(f func(Notice)) error { return listen(q, "notice", f) }

// Show sends a sign to the coordinator.
func (q *Queue) Show(s Sign) { q.send("sign", s) }

// OnSign calls f for each sign.
func (q *Queue) OnSign(f func(Sign)) error { return listen(q, "sign", f) }

func (q *Queue) send(word string, v any) {
	data, err := json.Marshal(v)
	if err == nil {
		q.conn.Publish(q.subject(word), data) // if it fails, so will what matters
	}
}

func listen[T any](q *Queue, word string, f func(T)) error {
	_, err := q.conn.Subscribe(q.subject(word), func(m *nats.Msg) {
		var v T
		if json.Unmarshal(m.Data, &v) == nil {
			f(v)
		}
	})
	return err
}

// AnswerStatus answers AskStatus with status.
func (q *Queue) AnswerStatus(status func() Status) error {
	_, err := q.conn.Subscribe(q.subject("status"), func(m *nats.Msg) {
		if data, err := json.Marshal(status()); err == nil {
			m.Respond(data)
		}
	})
	return err
}

// AskStatus asks the coordinator for the status. There may be no coordinator.
func (q *Queue) AskStatus() (s Status, err error) {
	m, err := q.conn.Request(q.subject("status"), nil, 2*time.Second)
	if err == nil {
		err = json.Unmarshal(m.Data, &s)
	}
	return s, err
}

// Load returns how many tasks wait for a worker, how many are taken, and how many workers wait.
func (q *Queue) Load(ctx context.Context) (waiting, taken, idle int, err error) {
	info, err := q.info(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	return int(info.NumPending), info.NumAckPending, info.NumWaiting, nil
}

// info returns the state of the tasks. The error is ErrDone if they have been deleted.
func (q *Queue) info(ctx context.Context) (info *jetstream.ConsumerInfo, err error) {
	err = q.again(ctx, func(ctx context.Context) (err error) {
		info, err = q.consumer.Info(ctx)
		return gone(err)
	})
	return info, err
}
