package harness

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/exhaust"
)

// exhausting are the flags of exhaust.
type exhausting struct {
	algorithm   catalog.Algorithm
	bound       bounding // if no bounds are given
	random      int      // random orders
	rearrange   bool
	stopAtFirst bool
	out, state  string
}

func newExhaust() *cobra.Command {
	e := exhausting{bound: defaultBounding(), random: 1}
	e.algorithm, _ = catalog.Lookup("pop")
	c := &cobra.Command{
		Use:   "exhaust [BOUND...]",
		Short: "Check an algorithm on every program within bounds",
		Long: `Check an algorithm on every program within bounds, in both thread orders and some
random ones: the classes of executions it visits are compared with those of the
oracle, and what it promises beside that is checked as well. Of programs that
differ only in the names of what is in them and in the order of their threads
one is checked. What was covered and found is printed as a report.

A BOUND is written as in it, and the flags make one if none is given:

  rwu:threads=2-3,variables=2,accesses=7              loads, stores and updates
  mutex:threads=2-3,variables=2,accesses=6,mutexes=2  loads, stores, locks and unlocks
  cas:threads=2-3,variables=1,accesses=5,values=3     loads, stores and compare-and-swaps

The exit status is 1 if the algorithm fails on a program. The first such program
is made smaller and printed.`,
	}
	e.register(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) error {
		plan, err := e.plan(c.Flags(), args)
		if err != nil {
			return err
		}
		return e.run(c, plan)
	}
	return c
}

func (e *exhausting) register(flags *pflag.FlagSet) {
	flags.Var(algorithmValue(&e.algorithm), "algo", "algorithm")
	e.bound.register(flags)
	flags.Var(amountValue(&e.random), "random", "random scheduling orders, beside first and last")
	flags.BoolVar(&e.rearrange, "rearrange", false, "declare the threads of each program in every order")
	flags.BoolVar(&e.stopAtFirst, "stop-at-first", false, "stop at the first program that fails: no smaller one does")
	flags.StringVar(&e.out, "out", "", "report `FILE` to write as well")
	flags.StringVar(&e.state, "state", "", "`FILE` that keeps what has been checked; if it exists, go on with it")
}

func (e *exhausting) plan(flags *pflag.FlagSet, args []string) (exhaust.Plan, error) {
	if e.algorithm.Samples {
		return exhaust.Plan{}, badUsage("--algo: %s samples: it promises no class", e.algorithm.Name)
	}
	bounds, err := e.bound.bounds(flags, args)
	return exhaust.Plan{
		Algorithm:   e.algorithm,
		Bounds:      bounds,
		Orders:      exhaust.Orders(e.random),
		Rearrange:   e.rearrange,
		StopAtFirst: e.stopAtFirst,
	}, err
}

func (e *exhausting) run(c *cobra.Command, plan exhaust.Plan) error {
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
		if err := e.writeReport(c, exhaust.Report{Plan: plan, Findings: findings, Commit: commit(), Go: runtime.Version()}); err != nil {
			return err
		}
	}
	if len(findings.Failures) == 0 {
		return nil
	}
	return e.report(c, plan, findings.Failures[0])
}

func (e *exhausting) openState(c *cobra.Command, plan exhaust.Plan) (*exhaust.State, error) {
	if e.state == "" {
		return nil, nil
	}
	state, err := exhaust.OpenState(e.state, plan, commit())
	if err == nil && state.Torn > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s was cut off in the middle of a line: its last %d bytes are dropped\n", e.state, state.Torn)
	}
	return state, err
}

// watched runs the plan, and shows on a terminal how far it has come.
func (e *exhausting) watched(c *cobra.Command, plan exhaust.Plan, state *exhaust.State) (exhaust.Findings, error) {
	var progress func(int)
	if onTerminal(c.ErrOrStderr()) {
		display := exhaust.NewDisplay(c.ErrOrStderr(), plan.Count()-state.Programs())
		defer display.Close()
		progress = display.Progress
	}
	return exhaust.Run(c.Context(), plan, state, progress)
}

// writeReport prints the report and writes it to the file.
func (e *exhausting) writeReport(c *cobra.Command, report exhaust.Report) error {
	var text bytes.Buffer
	if err := report.Write(&text); err != nil {
		return err
	}
	if e.out != "" {
		if err := os.MkdirAll(filepath.Dir(e.out), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(e.out, text.Bytes(), 0o666); err != nil {
			return err
		}
	}
	_, err := c.OutOrStdout().Write(text.Bytes())
	return err
}

// report prints a program that fails, and what it comes to when it is made
// smaller.
func (e *exhausting) report(c *cobra.Command, plan exhaust.Plan, failure exhaust.Failure) error {
	print := func(title string, f exhaust.Failure) error {
		_, err := fmt.Fprintf(c.OutOrStdout(), "%s: %s\n  %s: %s\n", title, f.Program, f.Order, f.Problem)
		return err
	}
	if err := print("first program that fails", failure); err != nil {
		return err
	}
	small, err := exhaust.Shrink(context.WithoutCancel(c.Context()), plan, failure)
	if err != nil {
		return err
	}
	if small.Program != failure.Program {
		if err := print("made smaller", small); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s fails\n", plan.Algorithm.Name)
	return errReported
}
