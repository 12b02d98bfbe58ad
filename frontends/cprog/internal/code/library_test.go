package code

import (
	"strings"
	"testing"
)

// TestLibraryNames: every C name stands for one function, and none is also refused.
func TestLibraryNames(t *testing.T) {
	seen := map[string]bool{}
	for f := range library {
		for _, name := range strings.Fields(library[f].names) {
			if seen[name] {
				t.Errorf("%s stands in the table twice", name)
			}
			seen[name] = true
			if g, ok := LibraryNamed(name); !ok || int(g) != f {
				t.Errorf("%s is function %d, want %d", name, g, f)
			}
			if Missing[name] != "" {
				t.Errorf("%s is supported, and is listed as missing", name)
			}
		}
	}
	if len(library) != int(LibRespond)+1 {
		t.Errorf("%d functions have entries, of %d", len(library), LibRespond+1)
	}
}
