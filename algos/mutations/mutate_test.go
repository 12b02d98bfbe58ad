// Package mutations runs tests of this module with deliberate mistakes in its source, to
// show that the tests notice them: the lines of pop's decision procedure and the rules
// that algorithms need beyond their papers, undone one by one, and mistakes that the conformance kit has to find. The
// source itself is not changed.
package mutations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// edit replaces a passage that occurs exactly once in a source file, which is named from
// the root of the module; if the passage is empty, the file is new.
type edit struct{ file, old, new string }

// outcome is how the tests of a package ended.
type outcome struct {
	output string
	passed bool
	cpu    time.Duration // of the tests, without the build
}

// runMutated runs the tests of a package, a folder relative to the root of the module, on the
// source with the edits made. The flags are flags of a test binary, such as -test.run. It fails t if
// the edits cannot be made or the tests cannot be built or run.
func runMutated(ctx context.Context, t *testing.T, edits []edit, folder string, flags ...string) outcome {
	t.Helper()
	return runIn(ctx, t, nil, edits, folder, flags...)
}

// runIn is runMutated with more variables in the environment of the tests.
func runIn(ctx context.Context, t *testing.T, environment []string, edits []edit, folder string, flags ...string) outcome {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replaced, err := overlay(root, dir, edits)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "mutated.test")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", replaced, "-o", binary, folder)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the test was not built: %v\n%s", err, out)
	}
	test := exec.CommandContext(ctx, binary, flags...)
	test.Dir = filepath.Join(root, folder)
	test.Env = append(os.Environ(), environment...)
	out, err := test.CombinedOutput()
	if strings.Contains(string(out), "no tests to run") {
		t.Fatalf("the test did not run:\n%s", out)
	}
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatal(err)
	}
	return outcome{output: string(out), passed: err == nil, cpu: test.ProcessState.UserTime()}
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

// overlay writes to dir the files that the go command's flag -overlay needs to make the edits in the module at root,
// and returns its path.
func overlay(root, dir string, edits []edit) (path string, err error) {
	texts := map[string]string{}
	for _, e := range edits {
		file := filepath.Join(root, e.file)
		if e.old == "" {
			texts[file] = e.new
			continue
		}
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

// mustFail runs one case of a test of this package on the source with the edits made, and fails t if
// it passes.
func mustFail(t *testing.T, edits []edit, test, name string, flags ...string) {
	t.Helper()
	mustFailIn(t, "./algos/mutations", edits, test, name, flags...)
}

// mustFailIn is mustFail for a test of the package in that folder.
func mustFailIn(t *testing.T, folder string, edits []edit, test, name string, flags ...string) {
	t.Helper()
	t.Parallel()
	flags = append(flags, "-test.timeout=20s", "-test.run=^"+test+"$/^"+pattern(name)+"$")
	got := runMutated(t.Context(), t, edits, folder, flags...)
	if got.passed {
		t.Errorf("nothing fails with the edits made:\n%s", got.output)
	}
	t.Logf("%s", got.output)
}
