package check

import (
	"fmt"
	"io"

	"dporbench/model"
	"dporbench/trace"
)

// Describe writes an execution as a person reads it. What is none, as that of an
// algorithm that is wrong may be, is written as the events it consists of.
func Describe(w io.Writer, p *model.Program, e *model.Execution, l trace.Layout) error {
	t, err := trace.Of(p, e.Events())
	if err == nil {
		return t.Draw(w, l)
	}
	for _, event := range e.Events() {
		if _, err := fmt.Fprintf(w, "  %v\n", event); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "not an execution of the program: %v\n", err)
	return err
}
