package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// answering makes an executable that prints text.
func answering(t *testing.T, name, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\necho %s\n", text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBuiltFrom: a companion of another or an unknown source is not used.
func TestBuiltFrom(t *testing.T) {
	path := answering(t, "lab-measured", "0123-45")
	for source, want := range map[string]bool{"0123-45": true, "0123-46": false, "": false} {
		if got := builtFrom(path, source); got != want {
			t.Errorf("built from %q: %v", source, got)
		}
	}
	if builtFrom(filepath.Join(t.TempDir(), "none"), "0123-45") {
		t.Error("there is none")
	}
	if unknown := answering(t, "other-measured", ""); builtFrom(unknown, "") {
		t.Error("neither source is known")
	}
}

// TestReplaced: the file that was found is started, even if it has been replaced.
func TestReplaced(t *testing.T) {
	path := answering(t, "lab-measured", "old")
	found, err := openCompanion(path)
	if err != nil {
		t.Fatal(err)
	}
	if found.file == nil {
		t.Skip("there is no /proc here")
	}
	if err := os.Rename(answering(t, "new", "new"), path); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(found.Path).Output(); err != nil || string(out) != "old\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestWithoutOne: this test has no companion next to it.
func TestWithoutOne(t *testing.T) {
	found, err := FindCompanion()
	if err != nil || found.file != nil {
		t.Errorf("%+v, %v", found, err)
	}
}
