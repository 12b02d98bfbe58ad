package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

func TestEmbedded(t *testing.T) {
	if text != "first\n" || string(raw) != text || len(raw) != 6 {
		t.Errorf("%q, %q", text, raw)
	}
	b, err := tree.ReadFile("testdata/golden/b.golden")
	if err != nil || string(b) != "second\n" {
		t.Error(string(b), err)
	}
	if _, err := tree.Open("testdata/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for f, want := range map[*fs.FS]string{
		new(fs.FS(tree)): "pages/_two.html pages/one.html testdata/a.txt testdata/golden/b.golden", new(fs.FS(visible)): "pages/one.html", new(fs.FS(all)): "pages/_two.html pages/one.html",
	} {
		if got := strings.Join(names(t, *f), " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if err := fstest.TestFS(visible, "pages/one.html"); err != nil {
		t.Error(err)
	}
}

func names(t *testing.T, f fs.FS) (all []string) {
	err := fs.WalkDir(f, ".", func(name string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

func TestRead(t *testing.T) {
	b, err := os.ReadFile("testdata/a.txt")
	if err != nil || string(b) != text {
		t.Error(string(b), err)
	}
	f, err := os.Open(filepath.Join("testdata", "golden", "b.golden"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err = io.ReadAll(f); err != nil || string(b) != "second\n" {
		t.Error(string(b), err)
	}
	if got := names(t, os.DirFS("testdata")); !slices.Equal(got, []string{"a.txt", "golden/b.golden"}) {
		t.Error(got)
	}
	found, err := filepath.Glob("testdata/golden/*.golden")
	if err != nil || len(found) != 1 {
		t.Error(found, err)
	}
	if _, err := os.ReadFile("testdata/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if info, err := os.Stat("testdata/golden"); err != nil || !info.IsDir() || info.Name() != "golden" {
		t.Error(info, err)
	}
	if source, err := os.ReadFile("files.go"); err != nil || !strings.HasPrefix(string(source), "// Package files") {
		t.Error(err)
	}
}

// Two goroutines read what nobody writes.
func TestReaders(t *testing.T) {
	var wg sync.WaitGroup
	for _, name := range []string{"testdata/a.txt", "testdata/golden/b.golden"} {
		wg.Go(func() {
			if _, err := os.ReadFile(name); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// A test changes copies in a folder of its own.
func TestChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.CopyFS(".", tree); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove("testdata/a.txt"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("testdata/a.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
