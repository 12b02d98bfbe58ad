package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func manifest() Manifest {
	end := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	return Manifest{
		Format: ManifestFormat, Results: "r.csv", Samples: "r.samples.csv",
		Sessions: []Session{{
			Start: end.Add(-time.Hour), End: &end, Outcome: "done",
			Args: []string{"table1", "--quick"}, Commit: "0123abc-dirty", Dirty: true, Build: "89ef", GoVersion: "go1.26",
			Machine:  Machine{"a processor", 2, 1 << 34, "linux", "6.1", "amd64", "powersave", "on"},
			Setup:    Setup{60, 2, 4 << 30, 1000, 100, "first", 7, 11, 15, 0.1},
			Noise:    Noise{0.5, 1.5, 1, 2},
			Warnings: []string{"too loud"},
		}},
	}
}

func TestManifestComesBack(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.manifest.json")
	for range 2 { // the second time over the first
		if err := manifest().Write(path); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadManifest(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(manifest(), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something was left next to it: %v", entries)
	}
}

func TestBadManifest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.json")
	for text, want := range map[string]string{
		"":                                "m.json: not a manifest of this version: it is cut off",
		"hello":                           "m.json: not a manifest of this version: line 1: invalid character 'h' looking for beginning of value",
		`{"format":1,"sessions":[{`:       "m.json: not a manifest of this version: it is cut off",
		"{\"format\":1,\n\"sessions\":3}": "m.json: not a manifest of this version: line 2: json: cannot unmarshal number into Go struct field Manifest.sessions of type []results.Session",
		`{"format":9}`:                    "m.json: not a manifest of this version: format is 9, want 1",
		`{"format":1}`:                    "m.json: not a manifest of this version: it has no session",
		`{"format":1,"sessions":[{}]}}`:   "m.json: not a manifest of this version: there is something after it",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadManifest(path); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: error %v, want …%s", text, err, want)
		}
	}
}

func TestManifestThatCannotBeWritten(t *testing.T) {
	if err := manifest().Write(filepath.Join(t.TempDir(), "no", "m.json")); err == nil {
		t.Error("no error in a folder that is not there")
	}
}
