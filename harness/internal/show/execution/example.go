package execution

import (
	"errors"
	"fmt"
	"io"

	"dporbench/harness/internal/ground/terminal"
	"dporbench/harness/internal/work/check"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/trace"
)

// Example shows an execution below a title. What is not an execution of the
// program, as that of an algorithm that is wrong may be, is shown as the events
// it consists of. It shows nothing if e is nil.
func Example(w io.Writer, p *model.Program, m model.Memory, title string, e *model.Execution) error {
	if e == nil {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n%s:\n\n", title); err != nil {
		return err
	}
	t, err := trace.Of(p, m, e.Events())
	if err == nil {
		return t.Draw(w, trace.Layout{Width: terminal.Width(w)})
	}
	for _, event := range e.Events() {
		if _, err := fmt.Fprintf(w, "  %v\n", event); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "not an execution of the program: %v\n", err)
	return err
}

// Missing shows the race of a certificate whose reversal leads to a class without
// an entry.
func Missing(w io.Writer, e *certificate.MissingError) error {
	first := e.Execution.Events()[e.First]
	place := fmt.Sprintf("event %d", e.Second+1)
	if e.Second == len(e.Execution.Events()) {
		place = "pending at the end"
	}
	if err := Example(w, e.Program, model.SC, fmt.Sprintf("the execution of line %d", e.Line), e.Execution); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\nits race: %v, event %d, and %v, %s\n", first, e.First+1, e.Event, place); err != nil {
		return err
	}
	return Example(w, e.Program, model.SC, "the execution that the reversal leads to, of a class without an entry", e.Missing)
}

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
