package check

import (
	"fmt"
	"strings"

	"dporbench/model"
)

// Describe writes an execution as a person reads it: an event a line, then the
// outcome.
func Describe(p *model.Program, e *model.Execution) string {
	var b strings.Builder
	for _, event := range e.Events() {
		fmt.Fprintf(&b, "  t%d.%d %v %s\n", event.Thread, event.Index, event.Kind, object(p, event))
	}
	fmt.Fprintf(&b, "  %v", e.Outcome())
	if f := e.Failure(); f != "" {
		fmt.Fprintf(&b, ": %s", f)
	}
	b.WriteByte('\n')
	return b.String()
}

func object(p *model.Program, e model.Event) string {
	switch {
	case e.Kind.OnVariable():
		return p.VarName(e.Object)
	case e.Kind.OnMutex():
		return p.MutexName(e.Object)
	}
	return fmt.Sprintf("t%d", e.Object)
}
