package cprog_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"

	"dporbench/frontends/cprog"
)

// TestCompiled: a compiled file survives the transfer to another process, and makes a program there.
func TestCompiled(t *testing.T) {
	files := 0
	for _, pattern := range []string{"testdata/benchmarks/*.c", "testdata/features/*.c", "testdata/memory/*.c"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			here, err := cprog.Compile(file, cprog.Options{Nondet: cprog.Range{From: 0, To: 1}, Unroll: 3, Define: []string{"N=2"}})
			if err != nil {
				continue // another test says why
			}
			text, err := json.Marshal(here)
			if err != nil {
				t.Fatal(err)
			}
			var there *cprog.Compiled
			if err := json.Unmarshal(text, &there); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(here, there) {
				t.Errorf("%s: it is not the same after %d bytes of JSON", file, len(text))
			}
			if _, err := there.Program(); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			files++
		}
	}
	if files < 20 {
		t.Errorf("only %d files", files)
	}
}
