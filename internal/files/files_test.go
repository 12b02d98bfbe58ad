package files

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func names(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// TestLeftoversGo: a writer removes the unfinished files of processes that have ended, and no others.
func TestLeftoversGo(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "results.json")
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	leftover := fmt.Sprintf("%s%d-123", partialPrefix(path), ended.Process.Pid)
	running := fmt.Sprintf("%s%d-123", partialPrefix(path), os.Getppid())
	for _, name := range []string{leftover, running, ".results.json.other-1-2", ".results.json123"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(names(t, folder), " ")
	for _, name := range []string{running, ".results.json.other-1-2", ".results.json123", "results.json"} {
		if !strings.Contains(got, name) {
			t.Errorf("%s is gone", name)
		}
	}
	if strings.Contains(got, leftover) || len(names(t, folder)) != 4 {
		t.Errorf("left: %s", got)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestFailureLeavesTheFile: a file that cannot be replaced is as before, and the error names it.
func TestFailureLeavesTheFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "folder")
	if err := os.MkdirAll(filepath.Join(path, "something"), 0o777); err != nil {
		t.Fatal(err)
	}
	err := Write(path, []byte("x"), 0o666)
	if err == nil || !strings.Contains(err.Error(), path+":") || strings.Contains(err.Error(), partialPrefix(path)) {
		t.Errorf("error %v, want one that names %s", err, path)
	}
	if got := names(t, folder); len(got) != 1 {
		t.Errorf("left: %q", got)
	}
	if err := Write(filepath.Join(folder, "no", "such"), nil, 0o666); err == nil || !strings.Contains(err.Error(), "no/such") {
		t.Errorf("error %v", err)
	}
}
