// Package mutations runs tests of this module with deliberate mistakes in its source, to
// show that the tests notice them: the points in which pop differs from the published
// algorithm taken out one by one, and mistakes that the conformance kit has to find. The
// source itself is not changed.
package mutations

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

// edit replaces a passage that occurs exactly once in a source file, which is named from
// the root of the module.
type edit struct{ file, old, new string }

// runMutated runs go test on the source with the edits made. args are packages and flags; folders
// among them are relative to the root of the module. It returns what the test printed, and
// whether it passed. It fails t if the edits cannot be made or the test cannot be built or
// run.
func runMutated(ctx context.Context, t *testing.T, edits []edit, args ...string) (output string, passed bool) {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	replaced, err := overlay(root, t.TempDir(), edits)
	if err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(ctx, "go", append([]string{"test", "-vet=off", "-count=1", "-overlay", replaced}, args...)...)
	test.Dir = root
	out, err := test.CombinedOutput()
	for _, sign := range []string{"build failed", "setup failed", "no tests to run", "no test files"} {
		if strings.Contains(string(out), sign) {
			t.Fatalf("the test did not run:\n%s", out)
		}
	}
	return string(out), err == nil
}

// moduleRoot is the folder of the module that the working directory is in.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	mod := strings.TrimSpace(string(out))
	if err == nil && (mod == "" || mod == os.DevNull) {
		err = fmt.Errorf("no go.mod above the working directory")
	}
	return filepath.Dir(mod), err
}

// overlay writes to dir what the go command's flag -overlay takes for the module
// at root with the edits made, and returns its path.
func overlay(root, dir string, edits []edit) (path string, err error) {
	texts := map[string]string{}
	for _, e := range edits {
		file := filepath.Join(root, e.file)
		if _, read := texts[file]; !read {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			texts[file] = string(text)
		}
		if n := strings.Count(texts[file], e.old); n != 1 {
			return "", fmt.Errorf("%s contains %d times, want once: %s", e.file, n, e.old)
		}
		texts[file] = strings.Replace(texts[file], e.old, e.new, 1)
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
