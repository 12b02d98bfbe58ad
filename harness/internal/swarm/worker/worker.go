package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
)

// Worker explores tasks of a queue, several at a time.
type Worker struct {
	Options
	left  context.Context // done when no more tasks are taken, and those taken are suspended
	leave context.CancelCauseFunc

	wanted     atomic.Int64 // tasks that others could take, by the last notice
	heard      atomic.Int64 // when that notice came, in nanoseconds since begun: a clock that does not jump
	begun      time.Time
	others     atomic.Bool // there are other workers, by the last notice
	executions atomic.Int64
}

// Options configure the exploration of a Worker. All fields are required.
type Options struct {
	Queue  *queue.Queue
	Job    *tasks.Exploration
	Jobs   int           // tasks at a time
	Budget time.Duration // for a task; the rest becomes another task
}

func New(o Options) *Worker {
	w := &Worker{Options: o, begun: time.Now()}
	w.others.Store(true)
	w.left, w.leave = context.WithCancelCause(context.Background())
	return w
}

// Run returns nil when nothing is left, or when Leave has been called and the current tasks have
// been suspended; otherwise an error.
func (w *Worker) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.heard.Store(int64(time.Since(w.begun)))
	if err := w.Queue.OnNotice(func(n queue.Notice) {
		w.wanted.Store(int64(n.Wanted))
		w.others.Store(n.Workers > 1)
		w.heard.Store(int64(time.Since(w.begun)))
		if n.Done {
			cancel(queue.ErrDone)
		}
		if n.Restart {
			cancel(ErrRestart)
		}
	}); err != nil {
		return err
	}
	go w.keepShowing(ctx)
	var all sync.WaitGroup
	for range w.Jobs {
		all.Go(func() {
			if err := w.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	w.show(true)
	if err := context.Cause(ctx); err != nil && !errors.Is(err, queue.ErrDone) {
		return err
	}
	return nil
}

// Leave makes Run return as soon as the current tasks are suspended.
func (w *Worker) Leave() { w.leave(errLeaving) }

var errLeaving = errors.New("leaving")

// ErrRestart means that the program is too coarse, and that the exploration of a finer one follows.
var ErrRestart = errors.New("the exploration restarts")

func (w *Worker) leaving() bool { return w.left.Err() != nil }

func (w *Worker) keepShowing(ctx context.Context) {
	tick := time.NewTicker(queue.NoticeInterval)
	defer tick.Stop()
	for ctx.Err() == nil {
		w.show(false)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// name names this process.
func name() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s:%d", host, os.Getpid())
}

func (w *Worker) show(left bool) {
	peak, _ := process.OwnPeak()
	w.Queue.Show(queue.Sign{
		Name: name(), Jobs: w.Jobs,
		Executions: w.executions.Load(), CPU: process.CPUTime(), PeakRSS: peak, Left: left,
	})
}

func (w *Worker) work(ctx context.Context) error {
	e, err := tasks.NewExplorer(w.Job)
	if err != nil {
		return err
	}
	defer e.Close()
	for !w.leaving() {
		t, err := w.next(ctx)
		if err != nil || t == nil {
			return err
		}
		if tasks.ID(w.Job.ID(), t.Data) != t.ID { // damaged; it has no record, and so is put into the queue again
			t.Done()
			continue
		}
		if t.Audit {
			done, err := w.audit(ctx, e, t)
			switch {
			case err != nil:
				t.GiveBack()
				return err
			case done:
				t.Done()
			default:
				t.Pass()
			}
			continue
		}
		r, err := Handle(ctx, w.Queue, w.Job.ID(), t.Data, func(ctx context.Context, task []byte) (tasks.Record, error) {
			return w.explore(ctx, e, t)
		})
		if err != nil {
			t.GiveBack()
			return err
		}
		t.Done()
		switch err := r.Failed(); {
		case program.IsCoarse(err):
			return ErrRestart
		case err != nil:
			return fmt.Errorf("%v: %w", w.Job, err)
		}
	}
	return nil
}

// next returns nil if the worker leaves.
func (w *Worker) next(ctx context.Context) (*queue.Task, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(w.left, func() { cancel(errLeaving) })()
	t, err := w.Queue.Next(ctx)
	if errors.Is(err, errLeaving) {
		err = nil
	}
	return t, err
}

// mostParts bounds the number of tasks into which the rest of a task is split.
const mostParts = 8

func (w *Worker) explore(ctx context.Context, e *tasks.Explorer, t *queue.Task) (tasks.Record, error) {
	watch := watchTask(w.Budget, w.Queue.Lease, func() bool { return w.hungry() > 0 || w.leaving() }, t.Extend)
	defer watch.end()
	r, rest, err := e.Explore(ctx, t.Data, watch.goOn)
	r.Worker = name()
	r.Children = tasks.Leave(rest, min(1+w.hungry(), mostParts))
	w.executions.Add(r.Stats.Executions)
	return r, err
}

// hungry is how many more tasks others could take. After a long time without a notice, it
// assumes that others are idle.
func (w *Worker) hungry() int {
	if time.Since(w.begun)-time.Duration(w.heard.Load()) > 3*queue.NoticeInterval {
		return 1
	}
	return int(w.wanted.Load())
}
