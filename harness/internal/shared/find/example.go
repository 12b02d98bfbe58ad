package find

import (
	"fmt"
	"io"

	"dporbench/harness/internal/shared/terminal"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Example shows an execution below a title, or nothing if e is nil. If e is not an
// execution of the program, as may happen if an algorithm is wrong, its events are
// shown.
func Example(w io.Writer, p *model.Program, m memory.Model, title string, e *model.Execution) error {
	if e == nil {
		return nil
	}
	fmt.Fprintf(w, "\n%s:\n\n", title)
	t, err := trace.Of(p, m, e.Events())
	if err == nil {
		return t.Draw(w, trace.Layout{Width: terminal.Width(w)})
	}
	for _, event := range e.Events() {
		fmt.Fprintf(w, "  %v\n", event)
	}
	_, err = fmt.Fprintf(w, "not an execution of the program: %v\n", err)
	return err
}
