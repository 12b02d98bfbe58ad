package linear

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dporbench/benchmarks/objects"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/linear"
	"dporbench/model"
)

// search looks for an execution that is not linearizable.
type search struct {
	flags.One
	registry *program.Registry
	programs *arguments.Programs
	bound    bound
	rows     []row
	failing  *failing // the first, or nil
}

// row is the clients of one size, or one program.
type row struct {
	name                                          string
	calls, threads                                int
	clients, failing, executions, nonlinearizable int64
}

// failing is an execution that is not linearizable.
type failing struct {
	program program.Program
	history *linear.Failing
}

func (s *search) run(c *cobra.Command, args []string) error {
	object, ok := objects.Lookup(args[0])
	if !ok {
		return s.one(c, args)
	}
	ctx := c.Context()
	for calls := 1; calls <= s.bound.calls; calls++ {
		least, most := 1, min(calls, s.bound.threads)
		if s.bound.parallel {
			least, most = calls, calls
		}
		for threads := least; threads <= most; threads++ {
			s.rows = append(s.rows, row{name: object.Name, calls: calls, threads: threads})
			for _, c := range objects.Clients(object, calls, threads) {
				err := s.client(ctx, c)
				if err != nil || s.failing != nil && !s.bound.all {
					return err
				}
			}
		}
	}
	return nil
}

// one explores a single program.
func (s *search) one(c *cobra.Command, args []string) error {
	if client, err := objects.ParseClient(args[0]); err == nil && !s.programs.Demands() {
		s.rows = append(s.rows, row{name: args[0]})
		return s.client(c.Context(), client)
	}
	return s.programs.Explore(c, args, s.Memory, func(p program.Program) error {
		s.rows, s.failing = []row{{name: p.Plain().String()}}, nil
		return s.explore(c.Context(), p)
	})
}

func (s *search) client(ctx context.Context, c objects.Client) error {
	demand := program.Demand(c.Object.Spec)
	if s.Memory.Graphs() {
		demand = demand.Observed()
	}
	p, err := s.programs.ParseDemanding(c.String(), demand, s.Memory)
	if err != nil {
		return err
	}
	s.rows[len(s.rows)-1].clients++
	return s.explore(ctx, p)
}

// explore explores a program. It keeps the shortest execution that is not linearizable of the first program with any.
func (s *search) explore(ctx context.Context, p program.Program) error {
	ctx, stop := s.Within(ctx)
	defer stop()
	watched, unwatch := terminal.Watch(s.Settings, p.String()+", "+s.Algorithm.Name)
	defer unwatch()
	demanded, err := p.Kind.(program.Linearizable).Demand.Property()
	if err != nil {
		return err
	}
	mine, shortest, first, marked := s.failing == nil, 0, true, 0
	stats, err := s.Algorithm.New(watched.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		if first {
			first = false
			if marked, err = linear.Operations(p.Program, s.Memory, demanded, e.Events()); err != nil {
				return err
			}
		}
		switch {
		case e.Outcome() == model.Failed:
			return fmt.Errorf("%s fails: %s", p, e.Failure())
		case !mine || e.Outcome() != model.NotLinearizable || s.failing != nil && len(e.Events()) >= shortest:
			return nil
		}
		f, err := linear.Find(p.Program, s.Memory, demanded, e.Events())
		if err != nil {
			return err
		}
		s.failing, shortest = &failing{p, f}, len(e.Events())
		return nil
	})
	r := &s.rows[len(s.rows)-1]
	r.executions += stats.Executions
	r.nonlinearizable += stats.NonLinearizable
	if stats.NonLinearizable > 0 {
		r.failing++
	}
	if err != nil {
		return fmt.Errorf("%s, %s: %w; it has visited %d executions", p, s.Algorithm.Name, err, stats.Executions)
	}
	if marked == 0 && stats.NonLinearizable == 0 {
		return fmt.Errorf("%s: its first execution has no operation of an object with a specification: mark them, see docs/linearizability.md", p)
	}
	return nil
}

// draw writes the picture to the file at path, unless that is empty.
func (s *search) draw(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--picture: %w", err)
	}
	if err := s.failing.history.Draw(f); err != nil {
		f.Close()
		return fmt.Errorf("--picture %s: %w", path, err)
	}
	return f.Close()
}
