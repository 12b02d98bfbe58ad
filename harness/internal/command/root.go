// Package command is the command line: the list of the commands, grouped by what
// one wants to know. A new command is a file in one of the groups and a line here.
package command

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/command/inspect"
	"dporbench/harness/internal/command/measure"
	"dporbench/harness/internal/command/verify"
	"dporbench/harness/internal/ground/entry"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/guard"
	"dporbench/harness/internal/ground/program"
	"dporbench/harness/internal/ground/version"
	work "dporbench/harness/internal/work/measure"
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
			guard.InChild(inspect.Trace(r)),
			guard.InChild(inspect.Tree(r)),
			guard.InChild(inspect.Explain(r)),
			guard.InChild(inspect.Export(r)),
		}},
		{"Whether it is right:", []*cobra.Command{
			guard.InChild(verify.Check(r)),
			guard.InChild(verify.Exhaust(r)),
			guard.InChild(verify.Distinguish(r)),
			guard.InChild(verify.Robust(r)),
			guard.InChild(verify.Verify(r)),
			guard.InChild(verify.Suite(r)),
		}},
		{"What it costs:", []*cobra.Command{
			measure.Run(r),
			guard.InChild(measure.Estimate(r)),
			measure.Table1(r),
			measure.Claims(),
			measure.Ablation(r),
			measure.Plot(),
			measure.Compare(),
			measure.Columns(),
			work.ChildCommand(r),
		}},
	}
}

// New returns the command of that name for the programs and algorithms of the
// registry.
func New(name string, r *program.Registry) *cobra.Command {
	root := &cobra.Command{
		Use:           name,
		Short:         "A laboratory for dynamic partial order reduction",
		Version:       version.Line(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          entry.NoCommand,
	}
	root.SetFlagErrorFunc(badFlag)
	root.CompletionOptions.HiddenDefaultCmd = true
	for _, g := range groups(r) {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			complete(c)
			root.AddCommand(c)
		}
	}
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error {
		if topic, _, _ := root.Find(args); topic == root && len(args) > 0 {
			return entry.NoCommand(root, args)
		}
		return nil
	}
	return root
}

func complete(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(interface{ Choices() []string }); ok {
			c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(v.Choices(), cobra.ShellCompDirectiveNoFileComp))
		}
	})
}

func badFlag(_ *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if short := e.GetSpecifiedShortnames(); strings.Trim(short, "0123456789") == "" && short != "" {
			return exit.Usagef("parameter -%s: must not be negative", short)
		}
	}
	return exit.Usage(err)
}
