package check

import (
	"errors"
	"io"

	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/flags"
)

// drawFailed shows the first execution with each outcome of a bug, by the first algorithm that has one, and examples of classes
// that the algorithms miss, revisit, or visit although the oracle does not; program is the name of the command.
func drawFailed(w io.Writer, program string, checks []Check) error {
	for _, outcome := range flags.Failures() {
		for _, c := range checks {
			if found := c.Found(outcome); found != nil {
				if err := find.Failing(w, program, found); err != nil {
					return err
				}
				break
			}
		}
	}
	var errs []error
	for _, c := range checks {
		name := c.Algorithm.Name
		if c.Verdict != Wrong {
			c.Duplicated.Example = nil // it may revisit classes
		}
		errs = append(errs,
			find.Example(w, c.Program.Program, c.Settings.Memory, "a class that "+name+" misses", c.Missing.Example),
			find.Example(w, c.Program.Program, c.Settings.Memory, "a class that "+name+" visits again", c.Duplicated.Example),
			find.Example(w, c.Program.Program, c.Settings.Memory, "a class that only "+name+" visits", c.Unknown.Example))
	}
	return errors.Join(errs...)
}
