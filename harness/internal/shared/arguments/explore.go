package arguments

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/program"
	"dporbench/model/memory"
)

// Explore reads BENCH [PARAM...] as Parse does, and calls explore with the program: see [program.Program.Explore].
func (a *Programs) Explore(c *cobra.Command, words []string, m memory.Model, explore func(program.Program) error) error {
	p, err := a.Parse(words, m)
	if err != nil {
		return err
	}
	return p.Explore(Notes(c), explore)
}

// Notes returns a function that prints a line on the standard error of c.
func Notes(c *cobra.Command) func(string) {
	return func(line string) { fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", c.Root().Name(), line) }
}
