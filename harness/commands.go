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
	"dporbench/harness/internal/shared/cli"
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

// The commands that explore arbitrary programs do so in a process of their own.
func groups(r *program.Registry) []group {
	return []group{
		{"What an algorithm does:", []*cobra.Command{
			inspect.List(r),
			process.InChild(inspect.Trace(r)),
			process.InChild(inspect.Tree(r)),
			process.InChild(inspect.Explain(r)),
			process.InChild(inspect.Export(r)),
			serve.Command(),
		}},
		{"Whether it is right:", []*cobra.Command{
			gotest.Command(r),
			process.InChild(sample.Sample(r)),
			process.InChild(check.Command(r)),
			process.InChild(exhaust.Command(r)),
			process.InChild(distinguish.Command(r)),
			process.InChild(linear.Command(r)),
			process.InChild(robust.Command(r)),
			process.InChild(certify.Command(r)),
			process.InChild(suite.Command(r)),
			process.InChild(task.Command(r)),
		}},
		{"What it costs:", []*cobra.Command{
			run.Command(r),
			process.InChild(run.Estimate(r)),
			process.InChild(sample.Audit(r)),
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

// newCommand returns the command of that name for the programs and algorithms of the
// registry.
func newCommand(name string, r *program.Registry) *cobra.Command {
	var all []*cobra.Command
	root := cli.NewRoot(name, "A laboratory for dynamic partial order reduction", process.VersionLine())
	for _, g := range groups(r) {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			all = append(all, r.BeginsAnew(c))
		}
	}
	cli.AddCommands(root, all...)
	return root
}
