package distinguish

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Write writes the program, what the difference is, the figures of both
// algorithms, and the program as Go source.
func (d *Difference) Write(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%v\n  order %v\n", d.Program, d.Order)
	for _, reason := range d.Reasons {
		fmt.Fprintf(&text, "  %s\n", reason)
	}
	text.WriteByte('\n')
	d.writeFigures(&text)
	text.WriteString("\n" + d.Program.Source("Separator"))
	_, err := io.WriteString(w, text.String())
	return err
}

func (d *Difference) writeFigures(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	row := func(name string, m, n any) { fmt.Fprintf(table, "%s\t%v\t%v\t\n", name, m, n) }
	row("", d.A.Algorithm, d.B.Algorithm)
	row("classes", d.A.Classes, d.B.Classes)
	row("executions", d.A.Stats.Executions, d.B.Stats.Executions)
	row("redundant", d.A.Stats.Redundant, d.B.Stats.Redundant)
	row("events", d.A.Stats.Events, d.B.Stats.Events)
	for _, c := range storage(d.A, d.B) {
		if c.a > 0 || c.b > 0 {
			row(c.name, c.a, c.b)
		}
	}
}
