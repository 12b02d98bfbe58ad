//go:build !js

package harness

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/check"
	"dporbench/harness/internal/claims"
	"dporbench/harness/internal/columns"
	"dporbench/harness/internal/compare"
	"dporbench/harness/internal/decide"
	"dporbench/harness/internal/distinguish"
	"dporbench/harness/internal/estimate"
	"dporbench/harness/internal/exhaust"
	"dporbench/harness/internal/explain"
	"dporbench/harness/internal/export"
	"dporbench/harness/internal/linear"
	"dporbench/harness/internal/list"
	mapping "dporbench/harness/internal/map"
	"dporbench/harness/internal/plot"
	"dporbench/harness/internal/robust"
	"dporbench/harness/internal/run"
	"dporbench/harness/internal/sample"
	"dporbench/harness/internal/serve"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/step"
	"dporbench/harness/internal/suite"
	"dporbench/harness/internal/table1"
	"dporbench/harness/internal/task"
	"dporbench/harness/internal/test"
	"dporbench/harness/internal/trace"
	"dporbench/harness/internal/tree"
	"dporbench/harness/internal/verify"
)

type group struct {
	title    string
	commands []*cobra.Command
}

// Commands that explore arbitrary programs do so in a child process.
func groups(r *program.Registry) []group {
	return []group{
		{"What an algorithm does:", []*cobra.Command{
			list.Command(r),
			command.InChild(trace.Command(r)),
			command.InChild(tree.Command(r)),
			command.InChild(step.Command(r)),
			command.InChild(explain.Command(r)),
			command.InChild(export.Command(r)),
			serve.Command(r),
		}},
		{"Whether it is right:", []*cobra.Command{
			test.Command(r),
			command.InChild(sample.Sample(r)),
			command.InChild(decide.Command(r)),
			command.InChild(check.Command(r)),
			command.InChild(exhaust.Command(r)),
			command.InChild(distinguish.Command(r)),
			command.InChild(linear.Command(r)),
			command.InChild(robust.Command(r)),
			command.InChild(verify.Command(r)),
			command.InChild(suite.Command(r)),
			command.InChild(task.Command(r)),
		}},
		{"What it costs:", []*cobra.Command{
			command.InChild(run.Command(r)),
			command.InChild(estimate.Command(r)),
			command.InChild(sample.Audit(r)),
			table1.Command(r),
			claims.Command(),
			table1.Ablation(r),
			mapping.Command(r),
			plot.Command(),
			compare.Command(),
			columns.Command(),
		}},
	}
}

// missing names the executables that a build of this command alone, or a copy of it alone, does not have.
func missing() string {
	var names []string
	for _, name := range []string{"dporbench-measured", "dporbench-site"} {
		if !process.IsBeside(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("\nnot next to it: %s; without the first, figures of memory contain the whole command, and without the second there is no serve.\n"+
		"In a checkout, `make build`, or `go build -o FOLDER ./cmd/...`, builds all of them.", strings.Join(names, ", "))
}

// newCommand returns the root command, named name, for the programs and algorithms of
// the registry.
func newCommand(name string, r *program.Registry) *cobra.Command {
	var all []*cobra.Command
	root := command.NewRoot(name, "A laboratory for dynamic partial order reduction", process.VersionLine()+missing())
	root.Example = `dporbench check 'p: x=1; a=y | q: y=1; b=x'
dporbench run lastzero 8 --algo sleepset,source,optimal,pop
dporbench trace lost-update --first failed
dporbench tree fig1 --algo pop -o fig1.svg`
	for _, g := range groups(r) {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			flags.TrustForGraphs(c)
			all = append(all, c)
		}
	}
	command.AddCommands(root, all...)
	root.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 && arguments.IsProgram(r, args[0]) {
			return cli.Usagef("%s is a program, and no command is given: as in %s run %s", args[0], root.Name(), program.Quote(args))
		}
		return command.NoCommand(c, args)
	}
	return root
}
