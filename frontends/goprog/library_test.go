package goprog_test

import (
	"strings"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestLibrary: the tests of a package that uses much of the standard library pass in all executions, as they do natively; tests that depend on a
// random number fail in some.
func TestLibrary(t *testing.T) {
	const folder = "./testdata/library"
	t.Setenv("CGO_ENABLED", "1") // the standard library's C is left out all the same
	found, err := goprog.FindTests(".", folder)
	if err != nil || len(found) != 1 || len(found[0].Functions) == 0 {
		t.Fatal(found, err)
	}
	p, err := goprog.LoadPackage(folder, true, goprog.Options{TimersLast: true, Settle: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found[0].Functions {
		m, err := p.Program(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		seen := explore(t, m, "pop")
		fails := strings.HasSuffix(name, "Fails")
		if seen.outcomes[model.Complete] == 0 || (seen.outcomes[model.Failed] > 0) != fails || seen.outcomes[model.Raced] > 0 || seen.outcomes[model.Leaked] > 0 {
			t.Errorf("%s: %v, %v", name, seen.outcomes, seen.reports)
		}
	}
}
