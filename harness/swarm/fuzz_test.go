package swarm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzReadPart: a file is refused in one line, or is a part with a program and tasks.
func FuzzReadPart(f *testing.F) {
	f.Add([]byte(`{"Kind":"dporswarm part","Version":2,"SHA256":"","Content":{"Job":{"Program":{"small":{"text":"p: x=1"}}},"Tasks":["AA=="]}}`))
	f.Add([]byte(`{"Job":{},"Tasks":["AA=="]}`))
	whole, err := partKind.Seal(Part{Tasks: [][]byte{{0}}})
	if err == nil {
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "part-1.json")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPart(path)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		if p.Job.Program.IsNone() || len(p.Tasks) == 0 {
			t.Errorf("accepted: %+v", p)
		}
		_ = p.Job.ID()
	})
}
