package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCreateMovesResultsAside(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.csv")
	for i, want := range []string{"", "r.1.csv", "r.2.csv"} {
		f, movedTo, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if movedTo != want {
			t.Errorf("moved to %q, want %q", movedTo, want)
		}
		row := finished()
		row.Repetition = i
		if err := f.Append(row); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	for i, name := range []string{"r.1.csv", "r.2.csv", "r.csv"} {
		c, err := Read(filepath.Join(dir, name))
		if err != nil || len(c.Rows) != 1 || c.Rows[0].Repetition != i {
			t.Errorf("%s: rows %v, error %v", name, c.Rows, err)
		}
	}
}

func TestCreateOverNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	for range 2 {
		f, movedTo, err := Create(path)
		if err != nil || movedTo != "" {
			t.Fatalf("moved to %q, error %v", movedTo, err)
		}
		f.Close()
	}
}

func TestCreateLeavesOtherFilesAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(path, []byte("dear diary"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Create(path); err == nil || string(mustRead(t, path)) != "dear diary" {
		t.Errorf("error %v, file %q", err, mustRead(t, path))
	}
	if _, _, err := Create(dir); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("error %v for a folder", err)
	}
	if _, _, err := Create(filepath.Join(path, "r.csv")); err == nil {
		t.Error("no error below a file")
	}
}

func TestFileHasOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	f, _, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, err := Resume(path); err == nil || !strings.Contains(err.Error(), "being written by another process") {
		t.Errorf("error %v", err)
	}
}

// TestCreateLeavesWhatIsBeingWritten: a file stays where it is, with the files
// next to it, as long as a process is writing it.
func TestCreateLeavesWhatIsBeingWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	f, _, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Append(finished()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ManifestPath(path), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, movedTo, err := Create(path); err == nil || !strings.Contains(err.Error(), "is being written by another process") {
		t.Errorf("moved to %q, error %v", movedTo, err)
	}
	if err := f.Append(finished()); err != nil {
		t.Error(err)
	}
	f.Close()
	if contents, err := Read(path); err != nil || len(contents.Rows) != 2 {
		t.Errorf("%d rows, error %v", len(contents.Rows), err)
	}
	if _, err := os.Stat(ManifestPath(path)); err != nil {
		t.Error(err)
	}
}

func TestFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("no ", full)
	}
	if _, _, err := Create(full); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("Create: error %v", err)
	}
	if _, _, err := Resume(full); err == nil || !strings.Contains(err.Error(), "not an ordinary file") {
		t.Errorf("Resume: error %v", err)
	}
}

func writeRows(t *testing.T, path string, rows ...Row) {
	t.Helper()
	f, _, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, row := range rows {
		if err := f.Append(row); err != nil {
			t.Fatal(err)
		}
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
