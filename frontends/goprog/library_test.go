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

// TestLibrary: the tests of packages that use much of the standard library pass in all executions, as they do natively; tests that depend on a
// random number fail in some, and others race.
func TestLibrary(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1") // the standard library's C is left out all the same
	folders := []string{"./testdata/library", "./testdata/encodings", "./testdata/web"}
	if testing.Short() {
		folders = folders[:1] // the others import packages that take a second to be initialised
	}
	for _, folder := range folders {
		found, err := goprog.FindTests(".", folder)
		if err != nil || len(found) != 1 || len(found[0].Functions) == 0 {
			t.Fatal(found, err)
		}
		p, err := goprog.LoadPackage(folder, true, goprog.Options{TimersLast: true, Settle: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found[0].Functions {
			testLibrary(t, p, name)
		}
	}
}

func testLibrary(t *testing.T, p *goprog.Package, name string) {
	t.Helper()
	m, err := p.Program(name)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	seen, bad := explore(t, m, "pop"), model.Failed
	wanted := strings.HasSuffix(name, "Fails")
	if strings.HasSuffix(name, "Races") {
		bad, wanted = model.Raced, true
	}
	for _, o := range []model.Outcome{model.Failed, model.Raced, model.Leaked} {
		if seen.outcomes[o] > 0 != (wanted && o == bad) {
			t.Errorf("%s: %v, %v", name, seen.outcomes, seen.reports)
		}
	}
	if seen.outcomes[model.Complete] == 0 && bad != model.Raced {
		t.Errorf("%s: no execution is complete: %v", name, seen.outcomes)
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
