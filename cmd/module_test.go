// Package cmd_test has a test of all commands under another module path.
package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModuleMoves: `make module` gives the module another path, in a copy of the source: all packages build, and so does
// the module in examples, which imports them. The short test builds the smallest command, and resolves all imports.
func TestModuleMoves(t *testing.T) {
	const moved = "example.org/lab/dpor"
	folder := t.TempDir()
	copySource(t, "..", folder)
	runIn(t, folder, "make", "module", "MODULE="+moved)
	if got := runIn(t, folder, "go", "list", "-m"); strings.TrimSpace(got) != moved {
		t.Errorf("the module is %s, want %s", got, moved)
	}
	old := filepath.Dir("dporbench/cmd")
	for path := range strings.Lines(runIn(t, folder, "go", "list", "-deps", "./cmd/...")) {
		if strings.HasPrefix(path, old+"/") {
			t.Errorf("it still imports %s", path)
		}
	}
	runIn(t, folder, "go", "list", "-test", "-deps", "./...") // which fails if an import has no package
	if testing.Short() {
		runIn(t, folder, "go", "build", "-o", os.DevNull, "./cmd/dporbench-measured")
		return
	}
	runIn(t, folder, "go", "build", "./...")
	runIn(t, filepath.Join(folder, "examples"), "go", "build", "-o", os.DevNull, ".")
}

// copySource copies the files that git tracks or would track.
func copySource(t *testing.T, from, to string) {
	t.Helper()
	for path := range strings.SplitSeq(runIn(t, from, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		text, err := os.ReadFile(filepath.Join(from, path))
		if path == "" || os.IsNotExist(err) { // removed, and not yet committed
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(to, path)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runIn returns the output of a command, which must succeed.
func runIn(t *testing.T, folder string, command ...string) string {
	t.Helper()
	c := exec.Command(command[0], command[1:]...)
	c.Dir = folder
	out, err := c.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			out = append(out, exit.Stderr...)
		}
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	return string(out)
}
