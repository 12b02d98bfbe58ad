package execution

import (
	"errors"
	"io"

	"dporbench/harness/internal/work/check"
	"dporbench/model"
)

// FailedChecks shows the first execution that failed and the first that
// deadlocked, by the first algorithm that has one, and examples of what the
// algorithms miss, and of what they visit again or find that is none; program is
// what the command is called.
func FailedChecks(w io.Writer, program string, checks []check.Check) error {
	for _, outcome := range []model.Outcome{model.Failed, model.Deadlocked} {
		for _, c := range checks {
			if found := c.Found(outcome); found != nil {
				if err := Failing(w, program, found); err != nil {
					return err
				}
				break
			}
		}
	}
	var errs []error
	for _, c := range checks {
		name := c.Algorithm.Name
		if c.Verdict != check.Wrong {
			c.Duplicated.Example = nil // it may
		}
		errs = append(errs,
			Example(w, c.Program.Program, c.Settings.Memory, "a class that "+name+" misses", c.Missing.Example),
			Example(w, c.Program.Program, c.Settings.Memory, "a class that "+name+" visits again", c.Duplicated.Example),
			Example(w, c.Program.Program, c.Settings.Memory, "a class that only "+name+" visits", c.Unknown.Example))
	}
	return errors.Join(errs...)
}
