package harness

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/program"
)

// TestHelp: the help of each command has examples that are valid command lines, and fits into 80 columns.
func TestHelp(t *testing.T) {
	t.Chdir("..") // the examples name files from there
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	root := newCommand("dporbench", known)
	t.Setenv("COLUMNS", "80")
	for _, c := range append(root.Commands(), root) {
		files := c.Name() == "task" // it takes a file that need not exist
		for line := range strings.Lines(c.Example) {
			if err := checkCommand(strings.TrimSpace(line), files); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(line), err)
			}
		}
		if c.Example == "" && c.Name() != "help" && c.Name() != "completion" {
			t.Errorf("%s has no example", c.Name())
		}
		for line := range strings.Lines(helpOf(t, c)) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("%s --help: wider than 80 columns: %s", c.Name(), line)
			}
		}
	}
}

func helpOf(t *testing.T, c *cobra.Command) string {
	t.Helper()
	var out bytes.Buffer
	c.Root().SetOut(&out)
	if err := c.Help(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
