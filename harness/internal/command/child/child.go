// Package child is the command that does one run in a process of its own, for the
// commands that measure. It stands apart from them so that this process need not link
// what they do with the figures.
package child

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/harness/internal/command/flags"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/tool"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/work/certify"
	"dporbench/harness/internal/work/checkpoint"
	"dporbench/harness/internal/work/explore"
	"dporbench/harness/internal/work/measure"
	"dporbench/model"
)

// New returns the command by which the others make a process do one run. The
// limits are its parent's to enforce.
func New(r *registry.Registry) *cobra.Command {
	e, gogc, certificate, stopAt := flags.NewExplore(r), 100, "", flags.FailOn{}
	saved, resume := checkpoint.Run{Every: time.Minute}, false
	other, file := "", ""
	c := &cobra.Command{
		Use:    measure.ChildName + " BENCH [PARAM...]",
		Short:  "Do one run and report to the process that measures it",
		Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			if other != "" {
				return runTool(other, file, e.Memory)
			}
			p, err := r.Parse(args)
			if err != nil {
				return err
			}
			const checkedAhead = 2000 // events of an execution that take no part in what is measured
			shared := model.CheckIsolation(p.Program, checkedAhead)
			var earlier measure.Spent
			if saved.Path != "" && shared == nil {
				shared = saved.Begin(resume, p, e.Algorithms[0], e.Settings)
				earlier.Wall, earlier.CPU = saved.Earlier()
			}
			return measure.Child(gogc, earlier, func(progress func(*algos.Stats)) (algos.Stats, error) {
				if shared != nil {
					return algos.Stats{}, shared
				}
				if saved.Path != "" {
					return saved.Explore(c.Context(), p, e.Algorithms[0], e.Settings, progress)
				}
				options := e.Options()
				options.Progress = progress
				explorer := explore.New(e.Algorithms[0], options, e.Jobs)
				if certificate != "" {
					return certify.Explore(c.Context(), certificate, p, e.Algorithms[0].Name, e.Settings, explorer)
				}
				return exploreUpTo(c.Context(), explorer, p, stopAt)
			})
		},
	}
	e.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&gogc), "gogc", "target percentage of the garbage collector")
	c.Flags().StringVar(&saved.Path, "checkpoint", "", "`FILE` to save the exploration to")
	c.Flags().Var(value.Duration(&saved.Every), "checkpoint-every", "how often")
	c.Flags().BoolVar(&resume, "resume", false, "continue what was saved")
	c.Flags().StringVar(&other, "tool", "", "another tool, which does the run")
	c.Flags().StringVar(&file, "tool-file", "", "the program as a C `FILE` for it, with the options behind it")
	c.Flags().StringVar(&certificate, "certify", "", "`FILE` to write the certificate of the run to")
	c.Flags().Var(value.SomeOf((*[]model.Outcome)(&stopAt), "OUTCOMES", "any", flags.Failures()), "stop-at", "outcomes at the first of which to stop, with an error")
	return c
}

func exploreUpTo(ctx context.Context, explorer algos.Explorer, p registry.Program, stopAt flags.FailOn) (algos.Stats, error) {
	if len(stopAt) == 0 {
		return explorer.Explore(ctx, p.Program, nil)
	}
	visited := 0
	return explorer.Explore(ctx, p.Program, func(e *model.Execution) error {
		if visited++; slices.Contains(stopAt, e.Outcome()) {
			return fmt.Errorf("execution %d %s", visited, measure.Stopped(e.Outcome()))
		}
		return nil
	})
}

// runTool lets another tool do the run.
func runTool(name, file string, memory int64) error {
	tools, err := tool.Find([]string{name})
	if err != nil {
		return err
	}
	f, err := registry.ParseCFile(file)
	if err != nil {
		return err
	}
	return measure.Foreign(tools[0], tools[0].Command(f.Path, f.Options), memory)
}
