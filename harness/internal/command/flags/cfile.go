package flags

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/cprog"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/value"
	"dporbench/model"
)

// CFile adds the flags for programs in C to a command that names a program, and
// passes it the name with the options in it, so that other processes need no more.
func CFile(c *cobra.Command) {
	file, unroll, like, flags := registry.CFile{}, int64(0), "", pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	flags.StringArrayVarP(&file.Options.Define, "define", "D", nil, "for a C file: macro `NAME[=VALUE]`; may be repeated")
	flags.StringArrayVarP(&file.Options.Include, "include", "I", nil, "for a C file: `FOLDER` of headers; may be repeated")
	flags.Var(value.Optional(&unroll), "unroll", "for a C file: iterations of a loop at most; a thread that would do more stops there")
	flags.StringArrayVar(&file.Options.NoUnroll, "no-unroll", nil, "for a C file: `FUNCTION` whose loops --unroll does not bound; may be repeated")
	flags.Var(value.OneOf(&like, "TOOL", []string{"genmc"}), "like", "for a C file: follow GenMC in what it does otherwise, with --spin also where that loses executions")
	flags.BoolVar(&file.Options.Spin, "spin", false, "for a C file: stop a thread where an iteration of a loop has changed nothing")
	flags.BoolVar(&file.Options.AwaitAssumes, "await-assumes", false, "for a C file: wait where an assume tests the value just read")
	c.Flags().AddFlagSet(flags)
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		var given []string
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Changed {
				given = append(given, "--"+f.Name)
			}
		})
		if err := checkMemory(c, args); err != nil {
			return err
		}
		if len(args) == 0 || !registry.IsCFile(args[0]) {
			if len(given) > 0 {
				return exit.Usagef("%s: goes with a C file only", strings.Join(given, ", "))
			}
			return run(c, args)
		}
		for _, word := range slices.Concat(file.Options.Define, file.Options.Include, file.Options.NoUnroll) {
			if strings.ContainsAny(word, " \t\n") {
				return exit.Usagef("-D, -I and --no-unroll: %q must not contain spaces", word)
			}
		}
		if like != "" {
			file.Options.Like = cprog.GenMC
		}
		file.Path, file.Options.Unroll = args[0], int(unroll)
		return run(c, append([]string{file.Name()}, args[1:]...))
	}
}

// checkMemory refuses what a program cannot be explored under.
func checkMemory(c *cobra.Command, args []string) error {
	f := c.Flags().Lookup("memory")
	if f == nil || len(args) == 0 {
		return nil
	}
	m, err := model.ParseMemory(f.Value.String())
	if err != nil {
		return err
	}
	return registry.CheckMemory(args[0], m)
}
