package goprog_test

import (
	"fmt"
	"os"
	"path/filepath"
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

// TestMains: a TestMain that only runs the tests makes no difference; any other one is refused.
func TestMains(t *testing.T) {
	const file = "package mains\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) { %s }\n\nfunc TestNothing(*testing.T) {}\n"
	for body, refused := range map[string]bool{"os.Exit(m.Run())": false, "m.Run()": false, `os.Setenv("A", "b"); os.Exit(m.Run())`: true} {
		folder := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module mains\n\ngo 1.26\n", "mains_test.go": fmt.Sprintf(file, body)} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, err := goprog.FindTests(folder, ".")
		if err != nil || len(found) != 1 || (found[0].Problem != "") != refused {
			t.Errorf("%s: %v, %v", body, found, err)
		}
	}
}
