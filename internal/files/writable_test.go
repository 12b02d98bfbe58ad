package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWritable: a file that can be begun or replaced passes, and nothing has changed after it; the error names the file.
func TestWritable(t *testing.T) {
	folder := t.TempDir()
	there := filepath.Join(folder, "there")
	if err := os.WriteFile(there, []byte("text"), 0o444); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		there:                                nil,
		filepath.Join(folder, "new"):         nil,
		os.DevNull:                           nil,
		folder:                               syscall.EISDIR,
		filepath.Join(folder, "none", "new"): fs.ErrNotExist,
	} {
		err := Writable(path)
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
		if e, ok := errors.AsType[*fs.PathError](err); want != nil && (!ok || e.Path != path) {
			t.Errorf("%s: %v does not name it", path, err)
		}
	}
	entries, err := os.ReadDir(folder)
	if text, _ := os.ReadFile(there); err != nil || len(entries) != 1 || string(text) != "text" {
		t.Errorf("%v, %q, %v", entries, text, err)
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o755)
	if err := Writable(there); os.Getuid() != 0 && !errors.Is(err, fs.ErrPermission) {
		t.Errorf("in a folder that is read-only: %v", err)
	}
}
