package tables

import (
	"io"

	"dporbench/harness/internal/work/check"
	"dporbench/internal/certificate"
)

// Verification draws what came of verifying a certificate.
func Verification(w io.Writer, r certificate.Result, v check.Verdict) error {
	missing := "0"
	switch v {
	case check.Wrong:
		missing = "≥ 1"
	case check.Unknown:
		missing = none
	}
	var g grid
	g.left("program", "algorithm", "verdict")
	g.right("classes", "events", "duplicated", "races reversed", "missing")
	g.row(r.Header.Name(), r.Header.Algorithm, string(v), count(r.Classes), count(r.Events), "0", count(r.Races), missing)
	return g.write(w)
}
