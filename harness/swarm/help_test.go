package swarm

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"dporbench/harness/internal/shared/program"
)

// TestHelp: the help of each command has examples, and fits into 80 columns.
func TestHelp(t *testing.T) {
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	root := newCommand("dporswarm", known)
	t.Setenv("COLUMNS", "80")
	for _, c := range append(root.Commands(), root) {
		if c.Name() == "help" {
			continue
		}
		for line := range strings.Lines(strings.ReplaceAll(c.Example, "\\\n", "")) {
			found, _, err := root.Find(strings.Fields(line)[1:])
			if err != nil || c != root && found != c {
				t.Errorf("%s: the example %q is of another command", c.Name(), line)
			}
		}
		var out bytes.Buffer
		root.SetOut(&out)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "\nExamples:\n") {
			t.Errorf("%s --help has no example", c.Name())
		}
		for line := range strings.Lines(out.String()) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("%s --help: wider than 80 columns: %s", c.Name(), line)
			}
		}
	}
}
