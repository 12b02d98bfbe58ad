package plots

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestDrawWhereNothingCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if files, err := Draw(filepath.Join(file, "plots"), everything(), Formats()); err == nil {
		t.Errorf("no error; files %v", files)
	}
	if err := os.MkdirAll(filepath.Join(dir, "memory.svg", "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Draw(dir, everything(), []Format{SVG}); err == nil {
		t.Error("no error when a folder is in the way")
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 2 {
		t.Errorf("something is left behind: %v", entries)
	}
}

type failing struct{}

func (failing) WriteTo(w io.Writer) (int64, error) {
	n, _ := w.Write([]byte("half"))
	return int64(n), errors.New("cannot go on")
}

func TestReplaceIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f.svg")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replace(path, failing{}); err == nil {
		t.Error("no error")
	}
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("the file is now %q", data)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something is left behind: %v", entries)
	}
}
