package worker

import (
	"context"
	"maps"
	"sync"
	"time"

	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
)

// Coordinator coordinates the workers of one job.
type Coordinator struct {
	queue *queue.Queue
	job   *tasks.Exploration

	mu      sync.Mutex
	ledger  *tasks.Ledger
	signs   map[string]sign // of workers, by name
	recent  []reach
	waiting int
	taken   int

	mostJobs int // tasks explored at a time so far

	idleSince time.Time // when the last record came
	attempt   int
}

type sign struct {
	queue.Sign
	at time.Time
}

// reach is the progress of the exploration at some time.
type reach struct {
	at         time.Time
	executions int64
}

func NewCoordinator(q *queue.Queue, x *tasks.Exploration) *Coordinator {
	return &Coordinator{queue: q, job: x, ledger: tasks.NewLedger(x.ID()), signs: map[string]sign{}, idleSince: time.Now()}
}

// Run returns when everything has been explored, when a worker has found that the program cannot be, or
// when ctx is done.
func (c *Coordinator) Run(ctx context.Context) (*tasks.Ledger, error) {
	if err := c.queue.OnSign(c.heard); err != nil {
		return nil, err
	}
	if err := c.queue.AnswerStatus(c.Status); err != nil {
		return nil, err
	}
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	noticing, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { c.notice(noticing) })
	err := c.queue.Records(ctx, c.add, func() error { return c.publishAgain(ctx) })
	stop()
	all.Wait()
	if err != nil {
		return nil, err
	}
	c.queue.Notify(queue.Notice{Done: true})
	c.farewell()
	return c.ledger, c.queue.Finish(ctx)
}

// begin puts the root into the queue unless it has a record.
func (c *Coordinator) begin(ctx context.Context) error {
	for id, task := range tasks.NewLedger(c.job.ID()).Waiting() {
		kept, err := c.queue.Record(ctx, id)
		if err != nil {
			return err
		}
		if kept == nil {
			if err := c.queue.AddTask(ctx, id, task, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Coordinator) add(data []byte) (all bool, err error) {
	r, err := tasks.ParseRecord(data)
	if err != nil {
		return false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idleSince = time.Now()
	if err := c.ledger.Add(r); err != nil {
		return false, err
	}
	return c.ledger.Done()
}

// publishAgain puts the tasks without a record into the queue when it has long been empty. Workers
// never cause that, but a server that lost acknowledged messages does.
func (c *Coordinator) publishAgain(ctx context.Context) error {
	c.mu.Lock()
	long := time.Since(c.idleSince) > 3*c.queue.Lease
	c.mu.Unlock()
	if !long {
		return nil
	}
	waiting, taken, _, err := c.queue.Load(ctx)
	if err != nil || waiting+taken > 0 {
		return err
	}
	c.mu.Lock()
	c.attempt++
	c.idleSince = time.Now()
	lost := maps.Clone(c.ledger.Waiting())
	c.mu.Unlock()
	for id, task := range lost {
		if err := c.queue.AddTask(ctx, id, task, c.attempt); err != nil {
			return err
		}
	}
	return nil
}
