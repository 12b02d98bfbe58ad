// Package mutate runs tests of this module with deliberate mistakes in its source, to show
// that the tests would notice them. The source itself is not changed.
package mutate

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Edit replaces a passage that occurs exactly once in a source file.
type Edit struct {
	File     string // from the root of the module
	Old, New string
}

// Test runs go test on the source with the edits made. args are packages and flags; folders
// among them are relative to the root of the module. It returns what the test printed, and
// whether it passed. It fails t if the edits cannot be made or the test cannot be built or
// run.
func Test(ctx context.Context, t *testing.T, edits []Edit, args ...string) (output string, passed bool) {
	t.Helper()
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := Overlay(root, t.TempDir(), edits)
	if err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(ctx, "go", append([]string{"test", "-vet=off", "-count=1", "-overlay", overlay}, args...)...)
	test.Dir = root
	out, err := test.CombinedOutput()
	for _, sign := range []string{"build failed", "setup failed", "no tests to run", "no test files"} {
		if strings.Contains(string(out), sign) {
			t.Fatalf("the test did not run:\n%s", out)
		}
	}
	return string(out), err == nil
}

// Root is the folder of the module that the working directory is in.
func Root() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	mod := strings.TrimSpace(string(out))
	if err == nil && (mod == "" || mod == os.DevNull) {
		err = fmt.Errorf("no go.mod above the working directory")
	}
	return filepath.Dir(mod), err
}

// Overlay writes to dir what the go command's flag -overlay takes for the module
// at root with the edits made, and returns its path.
func Overlay(root, dir string, edits []Edit) (path string, err error) {
	texts := map[string]string{}
	for _, e := range edits {
		file := filepath.Join(root, e.File)
		if _, read := texts[file]; !read {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			texts[file] = string(text)
		}
		if n := strings.Count(texts[file], e.Old); n != 1 {
			return "", fmt.Errorf("%s contains %d times, want once: %s", e.File, n, e.Old)
		}
		texts[file] = strings.Replace(texts[file], e.Old, e.New, 1)
	}
	replace := map[string]string{}
	for file, text := range texts {
		edited := filepath.Join(dir, fmt.Sprintf("%d-%s", len(replace), filepath.Base(file)))
		if err := os.WriteFile(edited, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[file] = edited
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, data, 0o600)
}
