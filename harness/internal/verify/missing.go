package verify

import (
	"fmt"
	"io"

	"dporbench/harness/internal/shared/find"
	"dporbench/internal/certificate"
	"dporbench/model/memory"
)

// drawMissing shows the race whose reversal leads to a class without an entry or, where executions are graphs, the change that does, and both
// executions.
func drawMissing(w io.Writer, m memory.Model, e *certificate.MissingError) error {
	line := fmt.Sprintf("the execution of line %d", e.Line)
	if e.Change != "" {
		if err := find.Example(w, e.Program, m, line, e.Execution); err != nil {
			return err
		}
		return find.Example(w, e.Program, m, "the execution in which "+e.Change+", of a class without an entry", e.Missing)
	}
	first := e.Execution.Events()[e.First]
	place := fmt.Sprintf("event %d", e.Second+1)
	if e.Second == len(e.Execution.Events()) {
		place = "pending at the end"
	}
	if err := find.Example(w, e.Program, m, line, e.Execution); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\nits race: %v, event %d, and %v, %s\n", first, e.First+1, e.Event, place); err != nil {
		return err
	}
	return find.Example(w, e.Program, m, "the execution that the reversal leads to, of a class without an entry", e.Missing)
}
