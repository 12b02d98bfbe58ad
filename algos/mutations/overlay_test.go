package mutations

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRoot(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "algos/mutations/mutate_test.go")); err != nil {
		t.Error(err)
	}
}

// TestOverlay makes two edits of one file and one of another with the same
// name.
func TestOverlay(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{"a/x.go": "one two three", "b/x.go": "four"} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path, err := overlay(root, t.TempDir(), []edit{{"a/x.go", "one", "1"}, {"b/x.go", "four", "4"}, {"a/x.go", "three", "3"}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var written struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &written); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"a/x.go": "1 two 3", "b/x.go": "4"} {
		if got, err := os.ReadFile(written.Replace[filepath.Join(root, file)]); string(got) != want || err != nil {
			t.Errorf("%s is replaced by %q, error %v, want %q", file, got, err, want)
		}
	}
	for old, want := range map[string]string{"five": "contains 0 times", "t": "contains 2 times"} {
		if _, err := overlay(root, t.TempDir(), []edit{{"a/x.go", old, ""}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("edit of %q: got %v, want an error about %s", old, err, want)
		}
	}
}

// TestEdits checks, without a build, that every mistake can still be planted in the source.
func TestEdits(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	planted := map[string][]edit{}
	for _, b := range brokenOnes {
		planted[b.algorithm+" "+b.mistake] = b.edits
	}
	for of, points := range map[string][]point{
		"pop": points, "readsfrom": readsFromPoints, "rvf": rvfPoints, "observers": observersPoints, "lapor": laporPoints, "ifs": ifsPoints,
	} {
		for _, p := range points {
			planted[of+" "+p.name] = p.undone
		}
	}
	for _, rules := range [][]rule{awaitRules, bufferRules, commutingRules, expectingRules, boundedRules} {
		for _, r := range rules {
			planted[r.name] = r.undone
		}
	}
	for _, p := range slices.Concat(graphPoints, changePoints) {
		planted["graphs "+p.name] = p.undone
	}
	for _, m := range stateMistakes() {
		planted[m.name] = []edit{m.edit}
	}
	for name, edits := range planted {
		if _, err := overlay(root, t.TempDir(), edits); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
