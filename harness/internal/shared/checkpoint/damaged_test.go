package checkpoint

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
)

// small writes a checkpoint with something to do, and returns its path.
func small(t testing.TB) string {
	t.Helper()
	p, a, s := exploration()
	h, err := Of(p, a.Name, s)
	if err != nil {
		t.Fatal(err)
	}
	c := Checkpoint{Header: h, Wall: 1, CPU: 2}
	c.Tasks, c.Stats.Executions = []algos.Task{algos.Root(), algos.Root()}, 3
	path := filepath.Join(t.TempDir(), "c.json")
	if err := c.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// believed fails the test if the file at path, changed to data, is read as another checkpoint than want.
func believed(t *testing.T, path string, data []byte, want *Checkpoint, change string, at any) (accepted bool) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err == nil && !reflect.DeepEqual(c, want) {
		t.Errorf("%s %v: it is read as %+v", change, at, c)
	}
	if err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), path)) {
		t.Errorf("%s %v: error %v", change, at, err)
	}
	return err == nil
}

// TestDamaged: whatever byte of a checkpoint is changed, wherever it is cut off, and whatever is added, it is refused or read as
// it was written.
func TestDamaged(t *testing.T) {
	path := small(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		for _, bit := range []int{i % 8, 5} { // the other one makes a small letter a large one
			flipped := slices.Clone(whole)
			flipped[i] ^= 1 << bit
			believed(t, path, flipped, want, "flipped bit", [2]int{i, bit})
		}
		believed(t, path, whole[:i], want, "cut off after", i)
		believed(t, path, slices.Delete(slices.Clone(whole), i, i+1), want, "without byte", i)
		believed(t, path, slices.Insert(slices.Clone(whole), i, '1'), want, "with a 1 before byte", i)
	}
}

// TestRenamed: a checkpoint with a field that has another name, or that is missing, is refused, even if its sum is mended.
func TestRenamed(t *testing.T) {
	path := small(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var envelope struct{ Content map[string]json.RawMessage }
	if err := json.Unmarshal(whole, &envelope); err != nil {
		t.Fatal(err)
	}
	fields := envelope.Content
	for name := range fields {
		missing := maps.Clone(fields)
		delete(missing, name)
		for change, changed := range map[string]map[string]json.RawMessage{"without": missing, "renamed": maps.Clone(missing), "twice": maps.Clone(fields)} {
			if change != "without" {
				changed[name+"x"] = fields[name]
			}
			data, err := kind.Seal(changed)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := Read(path); err == nil && change != "without" || err == nil && name == "Program" {
				t.Errorf("%s %s: it is accepted", change, name)
			}
			text := bytes.Replace(whole, []byte(`"`+name+`"`), []byte(`"`+name+`x"`), 1)
			if believed(t, path, text, want, "with another name and the old sum", name) {
				t.Errorf("%s renamed, with the old sum: it is accepted", name)
			}
		}
	}
	if believed(t, path, []byte("{}"), want, "empty", "") || believed(t, path, slices.Concat(whole, whole), want, "twice", "") {
		t.Error("an empty object, or two, are accepted")
	}
}
