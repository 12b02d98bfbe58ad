package worker

import (
	"context"
	"sync"
	"time"

	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
)

// Coordinator coordinates the workers of one job.
type Coordinator struct {
	queue  *queue.Queue
	*books // its lock guards the other fields too

	signs   map[string]sign // of workers, by name
	recent  []reach
	waiting int
	taken   int

	mostJobs int // tasks explored at a time so far
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

// NewCoordinator returns the coordinator of a job. report is called with messages for people about damage to the store.
// audit is the share of the tasks that a second worker explores again, in per cent.
func NewCoordinator(q *queue.Queue, x *tasks.Exploration, audit float64, report func(string)) *Coordinator {
	c := &Coordinator{queue: q, books: newBooks(x.ID(), report), signs: map[string]sign{}}
	c.audits = newAudits(audit)
	return c
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
	err := c.queue.Records(ctx, listener{c.books, func() (bool, error) { return c.whenIdle(ctx) }})
	stop()
	all.Wait()
	if err != nil {
		return nil, err
	}
	c.reportAside()
	if c.percent > 0 {
		c.report(c.told())
	}
	c.queue.Notify(queue.Notice{Done: true})
	c.farewell()
	return c.ledger, c.queue.Finish(ctx)
}

// begin puts the root into the queue unless it has a record.
func (c *Coordinator) begin(ctx context.Context) error {
	for id, task := range tasks.NewLedger(c.job).Waiting() {
		_, _, ok, err := intact(ctx, c.queue, c.job, id, 0)
		if err == nil && !ok {
			err = c.queue.AddTask(ctx, id, task, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listener receives the records of a queue.
type listener struct {
	*books
	idle func() (all bool, err error)
}

func (l listener) Idle() (all bool, err error) { return l.idle() }

const (
	// lateLeases is how long, in leases, an empty queue may bring no record until the tasks without one are put into it again.
	// Workers never cause that, but a store that has lost messages does.
	lateLeases = 3
	// hungLeases is the same for a queue that is not empty. Its messages may be damaged, or taken by workers that have
	// ended, with leases that do not end since the clock of the server was set back.
	hungLeases = 30
)

// whenIdle puts the tasks without a record into the queue again if they are in it no longer.
func (c *Coordinator) whenIdle(ctx context.Context) (all bool, err error) {
	c.checkAside()
	if err := c.ask(ctx, c.queue, c.late(lateLeases*c.queue.Lease, false)); err != nil {
		return false, err
	}
	if !c.late(lateLeases*c.queue.Lease, true) {
		return false, nil
	}
	waiting, taken, _, err := c.queue.Load(ctx)
	if err != nil || waiting+taken > 0 && !c.late(hungLeases*c.queue.Lease, false) {
		return false, err
	}
	return c.again(ctx, c.queue)
}
