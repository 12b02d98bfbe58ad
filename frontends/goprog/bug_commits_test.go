package goprog_test

import (
	"archive/zip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repositories maps modules to environment variables that name their repositories, for versions that cannot be downloaded: commits.
var repositories = map[string]string{"github.com/puzpuzpuz/xsync": "XSYNC"}

// modfiles returns the modfiles of the version before the bug was fixed and of the one after.
func (b bug) modfiles(t *testing.T) (before, fixed string) {
	t.Helper()
	if b.modfile != "" {
		return b.modfile + ".mod", "go.mod"
	}
	return b.modfileAt(t, b.before), b.modfileAt(t, b.fixed)
}

// modfileAt returns a modfile with the module as of a commit.
func (b bug) modfileAt(t *testing.T, commit string) string {
	t.Helper()
	modfile, err := os.ReadFile(filepath.Join(bugsFolder, b.folder, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "commit.mod")
	modfile = fmt.Appendf(modfile, "\nreplace %s => %s\n", b.module, checkedOut(t, os.Getenv(repositories[b.module]), commit))
	if err := os.WriteFile(name, modfile, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// checkedOut returns a folder with the files of a commit. The repository may be a bare one, and is not changed.
func checkedOut(t *testing.T, repository, commit string) string {
	t.Helper()
	archive := filepath.Join(t.TempDir(), "files.zip")
	if out, err := exec.Command("git", "-C", repository, "archive", "-o", archive, commit).CombinedOutput(); err != nil {
		t.Fatalf("git archive: %v: %s", err, out)
	}
	files, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	folder := t.TempDir()
	if err := os.CopyFS(folder, files); err != nil {
		t.Fatal(err)
	}
	return folder
}

// rowOnPage returns the page's row for the bug.
func (b bug) rowOnPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(bugsPage)
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(page)) {
		if strings.HasPrefix(row, b.rowStart()) && strings.Contains(row, b.source) {
			return row
		}
	}
	t.Fatalf("%s is not on the page", b.folder)
	return ""
}
