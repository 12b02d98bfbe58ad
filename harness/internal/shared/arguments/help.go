package arguments

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/command"
)

// helpByKind makes the help of c show the flags of a kind only where the command line names a program of that kind.
func (a *Programs) helpByKind(c *cobra.Command) {
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		shown := -1
		if c.Flags().NArg() > 0 {
			shown = a.kindOf(c.Flags().Arg(0))
		}
		a.hideExcept(c, shown)
		c.Root().HelpFunc()(c, args)
	})
}

// hideExcept hides the flags of all kinds but one, and ends the help of c with how to see them.
func (a *Programs) hideExcept(c *cobra.Command, shown int) {
	var hidden []string
	for i, flags := range a.flags {
		if i == shown || !flags.HasFlags() {
			continue
		}
		flags.VisitAll(func(f *pflag.Flag) {
			f.Hidden = shown < 0 || a.flags[shown].Lookup(f.Name) == nil
		})
		hidden = append(hidden, fmt.Sprintf("`%s %s --help` shows the flags for %s.", c.CommandPath(), a.kinds[i].example, a.kinds[i].title))
	}
	command.SetNote(c, strings.Join(hidden, " "))
}
