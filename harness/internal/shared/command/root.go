// Package command is the basis of all commands: a root with subcommands, and a child process for each command that explores
// arbitrary programs.
package command

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
)

// NewRoot returns a command for subcommands.
func NewRoot(name, short, version string) *cobra.Command {
	root := &cobra.Command{
		Use:           name,
		Short:         short,
		Version:       version,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          NoCommand,
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return BadFlag(err, c.Flags(), c.CommandPath()) })
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpFunc(showHelp)
	root.SetUsageFunc(showUsage)
	return root
}

// AddCommands adds subcommands to root, and completes the values of their flags.
func AddCommands(root *cobra.Command, commands ...*cobra.Command) {
	for _, c := range commands {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if v, ok := f.Value.(interface{ Choices() []string }); ok {
				c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(v.Choices(), cobra.ShellCompDirectiveNoFileComp))
			}
		})
		root.AddCommand(c)
	}
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error {
		if topic, _, _ := root.Find(args); topic == root && len(args) > 0 {
			return NoCommand(root, args)
		}
		return nil
	}
}

// BadFlag turns an error of parsing flags into one about the command line of a command. It suggests flags of the set.
func BadFlag(err error, set *pflag.FlagSet, command string) error {
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := missing.GetFlag()
		_, usage := pflag.UnquoteUsage(f)
		return cli.Usagef("--%s needs a value: %s", f.Name, usage)
	}
	e, unknown := errors.AsType[*pflag.NotExistError](err)
	if !unknown {
		return cli.Usage(err)
	}
	short := e.GetSpecifiedShortnames()
	if strings.Trim(short, "0123456789") == "" && short != "" {
		return cli.Usagef("parameter -%s: must not be negative", short)
	}
	name := e.GetSpecifiedName()
	if short != "" {
		name, _, _ = strings.Cut(short, "=")
	}
	return cli.Usagef("%w%s: %s --help lists the flags", err, suggestedFlags(name, set), command)
}

// NoCommand runs when the first argument does not name a command of root.
func NoCommand(root *cobra.Command, args []string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(args) == 0 {
		return cli.Usagef("no command: must be one of %s; %s --help says more", strings.Join(names, ", "), root.Name())
	}
	return Unknown("command", args[0], names)
}
