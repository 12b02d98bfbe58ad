package exhaust

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
)

type exhaustCommand struct {
	model       memory.Model
	algorithm   catalog.Algorithm
	bound       flags.Bound // if no BOUND is given
	random      int         // number of random orders
	preemptions algos.Bound
	rearrange   bool
	stopAtFirst bool
	out, state  string
	jobs        int64
	limits      process.Limits
}

func Command(r *program.Registry) *cobra.Command {
	e := exhaustCommand{bound: flags.NewBound(), random: 1, limits: process.Limits{MemLimit: explore.Defaults().MemLimit}}
	e.algorithm, _ = r.Algorithm("pop")
	c := &cobra.Command{
		Use:   "exhaust [BOUND...]",
		Short: "Check an algorithm on every program within bounds",
		Example: `dporbench exhaust --algo pop --threads 2 --accesses 4
dporbench exhaust --algo optimal --alphabet cas --accesses 4`,
		Long: `Check an algorithm on every program within bounds, in both thread orders and some
random ones: the classes of executions it visits are compared with those of the
oracle, and its other promises are checked as well. Of programs that differ only in
names and in the order of their threads, one is checked. The report says what was
covered and found.

A BOUND is written like this; without one, the flags set it:

  rwu:threads=2-3,variables=2,accesses=7              loads, stores and updates
  mutex:threads=2-3,variables=2,accesses=6,mutexes=2  loads, stores, locks and unlocks
  cas:threads=2-3,variables=1,accesses=5,values=3     loads, stores and compare-and-swaps
  await:threads=2-3,variables=2,accesses=5,values=2   loads, stores, awaits and guarded updates
  choice:threads=2-3,variables=2,accesses=5           loads, stores, updates and choices of one of two
  fence:threads=2-3,variables=2,accesses=4            loads, stores and fences, for store buffers
  apply:threads=2-3,variables=2,accesses=4            loads, stores, and updates without a result
  order:threads=2-3,variables=2,accesses=4            loads, stores, updates and fences with memory orders, for C11

With --preemptions K, only classes that have an execution of at most K preemptions count.

The exit status is 1 if the algorithm fails on a program. The first such program
is shrunk and printed.`,
	}
	f := c.Flags()
	f.Var(flags.Algorithm(r, &e.algorithm), "algo", "algorithm")
	e.bound.Register(f)
	f.Var(value.From(&e.random, 0, math.MaxInt), "random", "random scheduling orders, in addition to first and last")
	flags.RegisterMemory(&e.model, f)
	flags.RegisterPreemptions(&e.preemptions, f)
	f.BoolVar(&e.rearrange, "rearrange", false, "declare the threads of each program in every order")
	f.BoolVar(&e.stopAtFirst, "stop-at-first", false, "stop at the first program that fails: no smaller one does")
	f.StringVar(&e.out, "out", "", "report `FILE` to write as well")
	f.Var(value.Output(&e.state), "state", "`FILE` to record progress in; if it exists, continue from it")
	f.Var(value.Size(&e.limits.MemLimit), "mem-limit", "limit of the resident memory")
	f.Var(value.Optional(&e.jobs), "jobs", "programs checked in parallel (default: one for each processor)")
	c.RunE = func(c *cobra.Command, args []string) error {
		if e.algorithm.Samples {
			return cli.Usagef("--algo: %s samples: it promises no class", e.algorithm.Name)
		}
		if err := flags.CheckPreemptions(e.preemptions, e.model); err != nil {
			return err
		}
		bounds, err := e.bound.Bounds(f, args)
		if err != nil {
			return err
		}
		return e.run(c, Plan{
			Algorithm:   e.algorithm,
			Bounds:      bounds,
			Orders:      Bounded(Orders(e.random, e.model), e.preemptions),
			Rearrange:   e.rearrange,
			StopAtFirst: e.stopAtFirst,
			Jobs:        int(e.jobs),
		})
	}
	return c
}

func (e *exhaustCommand) run(c *cobra.Command, plan Plan) error {
	state, err := e.openState(c, plan)
	if err != nil {
		return err
	}
	defer state.Close()
	findings, err := e.watched(c, plan, state)
	if err != nil {
		return err
	}
	if len(findings.Failures) == 0 || !e.stopAtFirst {
		if err := e.writeReport(c, Report{Plan: plan, Findings: findings, Commit: process.Commit(), Go: runtime.Version()}); err != nil {
			return err
		}
	}
	if len(findings.Failures) == 0 {
		return nil
	}
	return e.report(c, plan, findings.Failures[0])
}

func (e *exhaustCommand) openState(c *cobra.Command, plan Plan) (*State, error) {
	if e.state == "" {
		return nil, nil
	}
	state, err := OpenState(e.state, plan, process.Commit())
	if err == nil && state.Torn > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s was cut off in the middle of a line: its last %d bytes are dropped\n", e.state, state.Torn)
	}
	return state, err
}

func (e *exhaustCommand) watched(c *cobra.Command, plan Plan, state *State) (Findings, error) {
	counter := terminal.NewCounter(c.ErrOrStderr(), plan.Algorithm.Name, "programs")
	defer counter.Close()
	counter.Set(0, int64(plan.Count()-state.Programs()))
	ctx, stop := e.limits.Within(c.Context())
	defer stop()
	return Run(ctx, plan, state, counter.Add)
}

func (e *exhaustCommand) writeReport(c *cobra.Command, report Report) error {
	text := []byte(report.String())
	if e.out != "" {
		if err := os.MkdirAll(filepath.Dir(e.out), 0o777); err != nil {
			return err
		}
		if err := cli.WriteFile(e.out, text); err != nil {
			return err
		}
	}
	_, err := io.WriteString(c.OutOrStdout(), table.Fold(c.OutOrStdout(), string(text)))
	return err
}

func (e *exhaustCommand) report(c *cobra.Command, plan Plan, failure Failure) error {
	print := func(title string, f Failure) {
		fmt.Fprintf(c.OutOrStdout(), "%s: %s\n  %s: %s\n", title, f.Program, f.Order, f.Problem)
	}
	print("first program that fails", failure)
	small, err := Shrink(context.WithoutCancel(c.Context()), plan, failure)
	if err != nil {
		return err
	}
	if small.Program != failure.Program {
		print("shrunk", small)
	}
	fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s fails\n", plan.Algorithm.Name)
	return cli.ErrReported
}
