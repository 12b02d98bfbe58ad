package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
)

// Unknown returns an error for a name that is not among the known ones, and suggests
// similar ones.
func Unknown(kind, name string, known []string) error {
	return cli.Usagef("unknown %s %q%s: must be one of %s", kind, name, suggestion(name, known), strings.Join(known, ", "))
}

// suggestion uses cobra's measure for the names of commands.
func suggestion(name string, known []string) string {
	all := cobra.Command{SuggestionsMinimumDistance: 2}
	for _, k := range known {
		all.AddCommand(&cobra.Command{Use: k, Run: func(*cobra.Command, []string) {}})
	}
	similar := all.SuggestionsFor(name)
	if name == "" || len(similar) == 0 {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", strings.Join(similar, " or "))
}
