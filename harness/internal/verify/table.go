package verify

import (
	"cmp"
	"fmt"
	"io"

	"dporbench/harness/internal/check"
	"dporbench/harness/internal/shared/table"
	"dporbench/internal/certificate"
)

// Draw draws the result of verifying a certificate.
func Draw(w io.Writer, r certificate.Result, v check.Verdict) error {
	missing := "0"
	switch v {
	case check.Wrong:
		missing = "≥ 1"
	case check.Unknown:
		missing = table.None
	}
	var g table.Grid
	g.Left("program", "algorithm", "verdict")
	tried := "races reversed"
	if r.Header.Memory.Graphs() {
		tried = "changes tried" // of the writes that events refer to
	}
	g.Right("classes", "events", "duplicated", tried, "missing")
	g.Row(r.Header.Name(), r.Header.Algorithm, string(v), table.Count(r.Classes), table.Count(r.Events), "0", table.Count(r.Races), missing)
	return g.Write(w)
}

// drawUnchecked names the claims of a certificate on which its classes do not depend.
func drawUnchecked(w io.Writer, h certificate.Header) error {
	_, err := fmt.Fprintf(w, "not checked: that %s wrote it, order %s, seed %d, build %s\n", h.Algorithm, h.Order, h.Seed, cmp.Or(h.Build, "unknown"))
	return err
}
