package swarm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
	"dporbench/harness/internal/swarm/worker"
)

type workCommand struct {
	registry *program.Registry
	access
	id       string
	jobs     int
	budget   time.Duration
	lifeline bool
	over     []string // jobs that another one follows
}

func newWork(r *program.Registry) *cobra.Command {
	w := workCommand{registry: r, jobs: runtime.NumCPU(), budget: 200 * time.Millisecond}
	c := &cobra.Command{
		Use:   "work [FILE]",
		Short: "Explore the tasks of a server, or of a file written by split",
		Example: `dporswarm work --server nats://127.0.0.1:4222 \
    --token-file out/swarm/server/token
dporswarm work parts/part-0001.json`,
		Long: `Explore tasks of a server until none is left. A worker may join and leave at any
time: on Ctrl-C it suspends its tasks and leaves the rest to the others, and if it is
killed they repeat its tasks. It refuses an exploration that was started with another
program, another algorithm or another build.

With a FILE, written by split, explore its tasks and write the results to a file next to
it. If that is interrupted, the same command continues, and repeats at most a minute's
work.`,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return cli.Usagef("work takes one file, got %d arguments", len(args))
			case len(args) == 1 && w.URL != "":
				return cli.Usagef("FILE cannot be combined with --server: the tasks of a file are explored without one")
			case len(args) == 1:
				return w.file(c, args[0])
			}
			return w.run(c)
		},
	}
	w.access.register(c.Flags(), "")
	c.Flags().StringVar(&w.id, "job", "", "`ID` of the exploration, if the server has several (default: the oldest)")
	c.Flags().Var(value.Positive(&w.jobs), "jobs", "tasks explored at the same time")
	c.Flags().Var(value.Duration(&w.budget), "task-time", "time limit of a task unless idle workers want part of it sooner; the rest becomes another task")
	c.Flags().BoolVar(&w.lifeline, worker.Lifeline, false, "end with standard input")
	c.Flags().MarkHidden(worker.Lifeline)
	return c
}

func (w *workCommand) run(c *cobra.Command) error {
	if w.lifeline {
		go process.ExitWithParent()
	}
	conn, err := w.connect(c.Context())
	if err != nil {
		return err
	}
	defer conn.Close()
	for {
		err := w.explore(c, conn)
		switch {
		case !errors.Is(err, worker.ErrRestart):
			return err
		case w.id != "": // other workers do the next one
			return nil
		}
	}
}

// explore explores one job.
func (w *workCommand) explore(c *cobra.Command, conn *queue.Connection) error {
	q, err := w.find(c.Context(), conn)
	if errors.Is(err, queue.ErrDone) {
		fmt.Fprintln(c.ErrOrStderr(), "dporswarm: nothing is left to explore")
		return nil
	}
	if err != nil {
		return err
	}
	w.over = append(w.over, q.ID())
	x, err := tasks.Join(w.registry, q.Job)
	if err != nil {
		return err
	}
	workers := worker.New(worker.Options{Queue: q, Job: x, Jobs: w.jobs, Budget: w.budget})
	defer onInterrupt(workers.Leave)()
	return workers.Run(context.WithoutCancel(c.Context()))
}

func (w *workCommand) find(ctx context.Context, conn *queue.Connection) (*queue.Queue, error) {
	for begun := time.Now(); ; time.Sleep(waitForJob) {
		all, err := conn.Jobs(ctx)
		if err != nil {
			return nil, err
		}
		err = fmt.Errorf("%v: no exploration has been started there", w.Access)
		for _, q := range all {
			if w.id != "" && q.ID() != w.id || slices.Contains(w.over, q.ID()) {
				continue
			}
			if err = q.Unknown; err != nil {
				continue
			}
			if err = q.Open(ctx); !errors.Is(err, queue.ErrDone) {
				return q, err
			}
		}
		if errors.Is(err, queue.ErrDone) || time.Since(begun) > w.patience || ctx.Err() != nil {
			return nil, err
		}
	}
}

const waitForJob = 300 * time.Millisecond

func (w *workCommand) file(c *cobra.Command, path string) error {
	part, err := ReadPart(path)
	if err != nil {
		return err
	}
	x, err := tasks.Join(w.registry, part.Job)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context()))
	defer onInterrupt(cancel)()
	return part.Explore(ctx, x)
}
