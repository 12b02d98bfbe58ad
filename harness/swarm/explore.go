package swarm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
	"dporbench/harness/internal/swarm/worker"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/results"
)

type exploreCommand struct {
	registry *program.Registry
	what
	printing
	access
	store, listen string
	jobs          int
	budget, lease time.Duration
	replicas      int
	audit         float64 // in per cent
}

// what holds the flags that select the exploration.
type what struct {
	flags.One
	classes  bool
	certify  string
	programs *arguments.Programs
}

func (w *what) register(r *program.Registry, c *cobra.Command) {
	w.programs = arguments.Of(c, r)
	w.One = flags.NewOne(r)
	c.Flags().Var(flags.Algorithm(r, &w.Algorithm), "algo", "algorithm that explores")
	flags.RegisterUnlimited(&w.Settings, c.Flags())
	c.Flags().BoolVar(&w.classes, "classes", false, "print the sum of the hashes of all classes, which does not depend on how the work was divided")
}

func (w *what) exploration(r *program.Registry, p program.Program) (*tasks.Exploration, error) {
	x, err := tasks.NewExploration(r, p, w.Algorithm, w.Settings)
	if err == nil {
		x.Classes, x.Certify = w.classes, w.certify != ""
	}
	return x, err
}

// printing holds the flags that say what to do with the result.
type printing struct {
	asJSON bool
	out    string
	failOn flags.FailOn
}

func (p *printing) register(c *cobra.Command) {
	p.failOn = flags.FailOnUnexpected()
	c.Flags().BoolVar(&p.asJSON, "json", false, "print a JSON object")
	c.Flags().StringVar(&p.out, "out", "", "results `FILE` (CSV) to add the row to")
	p.failOn.Register(c.Flags())
}

func newExplore(r *program.Registry) *cobra.Command {
	e := exploreCommand{registry: r, jobs: runtime.NumCPU(), budget: 200 * time.Millisecond, lease: 10 * time.Second}
	c := &cobra.Command{
		Use:   "explore BENCH [PARAM...]",
		Short: "Explore a program with workers on this machine and on others",
		Example: `dporswarm explore lastzero 12 --jobs 2
dporswarm explore lastzero 12 --server nats://127.0.0.1:4222 \
    --token-file out/swarm/server/token`,
		Long: `Explore a program with workers on this machine and on others. Without --server a
server is started within this process; with --listen workers on other machines can
join it, with the command line that is printed. With --server it uses an existing
JetStream: a NATS server or cluster, which should have sync_interval: always.

The server keeps all results: after a crash or Ctrl-C the same command continues. The
time counts from its first start. A failed assertion or a deadlock makes the
exit status 1 as in dporbench run.`,
		RunE: func(c *cobra.Command, args []string) error { return e.run(c, args) },
	}
	e.what.register(r, c)
	e.programs.ReportsOutcomes(c, func() string { return e.failOn.AsksForRaces() })
	e.printing.register(c)
	e.access.register(c.Flags(), "; without it, one is started here")
	c.Flags().Var(value.Output(&e.certify), "certify", "`FILE` to write a certificate to, compressed if it ends in .gz")
	c.Flags().StringVar(&e.store, "store", "out/swarm", "`FOLDER` in which the server started here keeps its state")
	c.Flags().StringVar(&e.listen, "listen", "127.0.0.1:0", "`HOST:PORT` that the server listens on; beyond this machine it uses TLS")
	c.Flags().Var(value.From(&e.jobs, 0, 1<<16), "jobs", "tasks explored on this machine at the same time; 0 leaves all to others")
	c.Flags().Var(value.Duration(&e.budget), "task-time", "time limit of a task on this machine unless idle workers want part of it sooner; the rest becomes another task")
	c.Flags().Var(value.Duration(&e.lease), "lease", "how long a worker may be silent before its task is given to another")
	c.Flags().Var(value.Percent(&e.audit), "audit", "share of the tasks that a second worker explores again, such as 1%; a difference is an error that names the task and both workers")
	e.replicas = 1
	c.Flags().Var(value.Positive(&e.replicas), "replicas", "copies of everything that a cluster keeps")
	return c
}

func (e *exploreCommand) run(c *cobra.Command, args []string) error {
	s := session{exploreCommand: e, command: c}
	defer s.close()
	return e.programs.Explore(c, args, e.Memory, func(p program.Program) error {
		x, err := e.exploration(e.registry, p)
		if err != nil {
			return err
		}
		return s.explore(c.Context(), x)
	})
}

// session is a connection to a server, for an exploration and its restarts.
type session struct {
	*exploreCommand
	command *cobra.Command
	target  *certificate.Target // nil for no certificate
	server  *queue.Server       // that was started here, or nil
	folder  string              // of that server
	conn    *queue.Connection
	queues  []*queue.Queue // of all explorations
	done    bool           // the last one has ended and is shown
}

// open connects to the server before the first exploration, x.
func (s *session) open(ctx context.Context, x *tasks.Exploration) (err error) {
	if x.Certify {
		if s.target, err = certificate.NewTarget(s.certify); err != nil {
			return err
		}
	}
	if s.URL == "" {
		s.folder = filepath.Join(s.store, x.ID())
		if s.server, err = queue.StartServer(s.folder, s.listen, reporter(s.command)); err != nil {
			return err
		}
		s.Access = s.server.Access()
		s.invite(s.command)
	}
	s.conn, err = s.connect(ctx)
	return err
}

func (s *session) close() {
	if s.conn != nil {
		s.conn.Close()
	}
	if s.server != nil {
		s.server.Stop()
	}
	if s.server != nil && s.done {
		os.RemoveAll(s.folder)
	}
	if s.target != nil {
		s.target.Abandon()
	}
}

// explore explores x and shows the result.
func (s *session) explore(ctx context.Context, x *tasks.Exploration) error {
	if s.conn == nil {
		if err := s.open(ctx, x); err != nil {
			return err
		}
	}
	q, err := s.conn.Create(ctx, x.Job, s.lease, s.replicas)
	if err != nil {
		return err
	}
	s.queues = append(s.queues, q)
	shown, err := s.whole(ctx, s.command, x, q, s.target)
	if program.IsCoarse(err) {
		q.Notify(queue.Notice{Restart: true})
		return cmp.Or(q.Finish(ctx), err)
	}
	if err != nil {
		return err
	}
	for _, q := range s.queues {
		if err := q.Forget(ctx); err != nil {
			return err
		}
	}
	s.done = true
	return shown
}

// whole explores a job and shows the result. On an error the queue is kept, so that the result can be shown again; shown is the
// verdict of the command.
func (e *exploreCommand) whole(ctx context.Context, c *cobra.Command, x *tasks.Exploration, q *queue.Queue, target *certificate.Target) (shown, err error) {
	ledger, row, err := e.explore(ctx, c, x, q)
	if err != nil {
		return nil, err
	}
	if target != nil {
		if err := writeTasks(target, x, recordsInOrder(ctx, q, ledger)); err != nil {
			return nil, err
		}
	}
	shown = e.print(ctx, c, e.registry, x, ledger, row)
	if shown != nil && !errors.Is(shown, cli.ErrReported) {
		return nil, shown
	}
	return shown, nil
}

func (e *exploreCommand) invite(c *cobra.Command) {
	line := fmt.Sprintf("%s work --server %s", c.Root().Name(), e.URL)
	if e.CAFile != "" {
		line += fmt.Sprintf(" --token-file %s --ca %s", e.TokenFile, e.CAFile)
		fmt.Fprintf(c.ErrOrStderr(), "dporswarm: a worker joins, with copies of these two files, by\n  %s\n", line)
	}
}

func (e *exploreCommand) explore(ctx context.Context, c *cobra.Command, x *tasks.Exploration, q *queue.Queue) (*tasks.Ledger, results.Row, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if e.jobs > 0 {
		workers := worker.Workers{Server: e.Access, Job: x.ID(), Jobs: e.jobs, Budget: e.budget, Stderr: c.ErrOrStderr()}
		var local sync.WaitGroup
		local.Go(func() {
			if err := workers.Run(ctx); err != nil {
				time.Sleep(time.Second) // its record may say more
				cancel(err)
			}
		})
		defer local.Wait()
		defer cancel(nil)
	}
	co := worker.NewCoordinator(q, x, e.audit, func(message string) { reporter(c)(fmt.Sprintf("%v: %s", x, message)) })
	stop := showProgress(c.ErrOrStderr(), x, co.Status)
	ledger, err := co.Run(ctx)
	stop()
	if err != nil {
		return nil, results.Row{}, err
	}
	row, err := row(x, ledger.Stats)
	cpu, peak, jobs := co.Cost()
	row.Jobs = max(jobs, 1)
	row.Start, row.Wall = q.Begun, q.Elapsed()
	row.Elapsed, row.CPU = row.Wall, cpu+process.CPUTime()
	row.PeakRSS, row.RSSSource = peak, "self:VmHWM"
	return ledger, row, err
}

// recordsInOrder yields the records that count, with their certificates.
func recordsInOrder(ctx context.Context, q *queue.Queue, l *tasks.Ledger) iter.Seq2[tasks.Record, error] {
	return func(yield func(tasks.Record, error) bool) {
		for _, id := range l.InOrder() {
			if !yield(worker.Counted(ctx, q, q.Job.ID(), id, l)) {
				return
			}
		}
	}
}

// print prints the row and what failed, and returns an error if something fell short.
func (p *printing) print(ctx context.Context, c *cobra.Command, r *program.Registry, x *tasks.Exploration, l *tasks.Ledger, row results.Row) error {
	if p.out != "" {
		if err := addRow(p.out, row); err != nil {
			return err
		}
	}
	failing, err := failing(ctx, x, l)
	if err != nil {
		return err
	}
	cell := results.Cell{Rows: []results.Row{row}}
	expected := table.Expect(r, []results.Cell{cell})
	const command = "dporbench" // which has the command trace
	w := c.OutOrStdout()
	if p.asJSON {
		object := find.Cell{Cell: cell, Program: command, Failing: failing}
		if err := json.NewEncoder(w).Encode(object); err != nil {
			return err
		}
	} else {
		if err := table.DrawRuns(w, []results.Cell{cell}, expected); err != nil {
			return err
		}
		for _, f := range failing {
			if err := find.Failing(w, command, f); err != nil {
				return err
			}
		}
	}
	if x.Classes {
		fmt.Fprintf(c.ErrOrStderr(), "dporswarm: sum of the hashes of all classes: %v\n", l.Classes)
	}
	problems := expected.Evaluate([]results.Cell{cell}, func(results.Cell) string {
		documented := func(o model.Outcome) bool { return r.Documented(x.Program.Spec, o) }
		return p.failOn.Problem(documented, row.Counts)
	})
	for _, problem := range problems {
		fmt.Fprintf(c.ErrOrStderr(), "dporswarm: %s\n", problem)
	}
	if len(problems) > 0 {
		return cli.ErrReported
	}
	return nil
}

func addRow(path string, row results.Row) error {
	file, _, err := results.Resume(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Append(row), file.Close())
}
