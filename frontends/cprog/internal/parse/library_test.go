package parse

import "testing"

// TestLibraryDefinesOnce: the parser reports a second definition of a function as something else.
func TestLibraryDefinesOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range defined.FindAllStringSubmatch(own("library.h"), -1) {
		if seen[m[1]] {
			t.Errorf("library.h defines %s twice", m[1])
		}
		seen[m[1]] = true
	}
	if len(seen) < 50 {
		t.Errorf("only %d functions are found", len(seen))
	}
}
