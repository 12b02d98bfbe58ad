package harness

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/certify"
	"dporbench/harness/internal/check"
	"dporbench/harness/internal/claims"
	"dporbench/harness/internal/distinguish"
	"dporbench/harness/internal/exhaust"
	"dporbench/harness/internal/files"
	"dporbench/harness/internal/gotest"
	"dporbench/harness/internal/inspect"
	"dporbench/harness/internal/landscape"
	"dporbench/harness/internal/linear"
	"dporbench/harness/internal/robust"
	"dporbench/harness/internal/run"
	"dporbench/harness/internal/sample"
	"dporbench/harness/internal/serve"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/suite"
	"dporbench/harness/internal/table1"
	"dporbench/harness/internal/task"
)

type group struct {
	title    string
	commands []*cobra.Command
}

// Commands that explore arbitrary programs do so in a child process.
func groups(r *program.Registry) []group {
	return []group{
		{"What an algorithm does:", []*cobra.Command{
			inspect.List(r),
			command.InChild(inspect.Trace(r)),
			command.InChild(inspect.Tree(r)),
			command.InChild(inspect.Explain(r)),
			command.InChild(inspect.Export(r)),
			serve.Command(),
		}},
		{"Whether it is right:", []*cobra.Command{
			gotest.Command(r),
			command.InChild(sample.Sample(r)),
			command.InChild(check.Command(r)),
			command.InChild(exhaust.Command(r)),
			command.InChild(distinguish.Command(r)),
			command.InChild(linear.Command(r)),
			command.InChild(robust.Command(r)),
			command.InChild(certify.Command(r)),
			command.InChild(suite.Command(r)),
			command.InChild(task.Command(r)),
		}},
		{"What it costs:", []*cobra.Command{
			run.Command(r),
			command.InChild(run.Estimate(r)),
			command.InChild(sample.Audit(r)),
			table1.Command(r),
			claims.Command(),
			table1.Ablation(r),
			landscape.Command(r),
			files.Plot(),
			files.Compare(),
			files.Columns(),
		}},
	}
}

// newCommand returns the root command, named name, for the programs and algorithms of
// the registry.
func newCommand(name string, r *program.Registry) *cobra.Command {
	var all []*cobra.Command
	root := command.NewRoot(name, "A laboratory for dynamic partial order reduction", process.VersionLine())
	for _, g := range groups(r) {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			all = append(all, arguments.BeginsAnew(r, c))
		}
	}
	command.AddCommands(root, all...)
	return root
}
