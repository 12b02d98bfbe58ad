package goprog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestLibrary: the tests of packages that use much of the standard library pass in all executions, as they do natively; tests that depend on a
// random number fail in some, and others race.
func TestLibrary(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1") // the standard library's C is left out all the same
	folders := []string{"./testdata/library", "./testdata/output", "./testdata/files", "./testdata/encodings", "./testdata/web"}
	if testing.Short() {
		folders = folders[:3] // the others import packages that take a second to be initialised
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

// TestTags: packages are loaded with the build tag purego, besides the tags in GOFLAGS.
func TestTags(t *testing.T) {
	for flags, want := range map[string]bool{"": false, "-tags=tagged": true} {
		t.Setenv("GOFLAGS", flags)
		found, err := goprog.FindTests(".", "./testdata/library")
		if err != nil || !slices.Contains(found[0].Functions, "TestPure") || slices.Contains(found[0].Functions, "TestTagged") != want {
			t.Errorf("%q: %v, %v", flags, found, err)
		}
	}
}

// TestFolders: a program changes copies of the files of its folder.
func TestFolders(t *testing.T) {
	if seen := explore(t, program(t, "./testdata/files", "Changes"), "pop"); seen.outcomes[model.Failed] == 0 || seen.outcomes[model.Complete] == 0 || len(seen.outcomes) != 2 {
		t.Errorf("%v %v", seen.outcomes, seen.reports)
	}
	_, err := goprog.Load("./testdata/files", "Lists", goprog.Options{})
	if want := "the list of the folder /home/go is not supported: not all of its files are in"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestPipes: a pipe that is full waits, and so does one that is empty but open.
func TestPipes(t *testing.T) {
	p, err := goprog.LoadPackage("./testdata/output", true, goprog.Options{Settle: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Unended", "Full"} {
		m, err := p.Program(name)
		if err != nil {
			t.Fatal(err)
		}
		if seen := explore(t, m, "pop"); seen.outcomes[model.Deadlocked] != seen.executions {
			t.Errorf("%s: %v", name, seen.outcomes)
		}
	}
}

// TestMains: TestMain prepares a test and runs it, in each execution, as it does natively. It cannot recover from a panic of the test.
func TestMains(t *testing.T) {
	const file = "package mains\n\nimport (\n\t\"os\"\n\t\"runtime\"\n\t\"testing\"\n)\n\nvar (\n\tready = 0\n\t_ = os.Exit\n\t_ = runtime.Goexit\n)\n\nfunc TestMain(m *testing.M) { %s }\n\nfunc TestIt(t *testing.T) { %s }\n"
	for _, c := range []struct {
		main, test string
		want       model.Outcome
	}{
		{"os.Exit(m.Run())", "", model.Complete},
		{"ready = 1; m.Run()", "if ready != 1 { t.Error(ready) }", model.Complete},
		{"m.Run()", "if ready != 1 { t.Error(ready) }", model.Failed},
		{`os.Setenv("A", "b"); code := m.Run(); os.Unsetenv("A"); os.Exit(code)`, `if os.Getenv("A") != "b" { t.Error("unset") }`, model.Complete},
		{"os.Exit(0)", "t.Error(1)", model.Complete},
		{"os.Exit(m.Run() + 1)", "", model.Failed},
		{"defer func() { _ = recover() }(); m.Run()", "panic(1)", model.Failed},
		{"defer func() { ready = 2 / ready }(); os.Exit(m.Run())", "", model.Complete},
		{"m.Run()", "os.Exit(0)", model.Failed},
		{"m.Run(); ready++", "go func() { ready++ }()", model.Raced},
		{"c := make(chan int); go func() { c <- 1 }(); m.Run(); <-c", "", model.Complete},
		{"m.Run()", "t.SkipNow()", model.Complete},
		{"m.Run()", "c := make(chan int); go func() { c <- 1 }()", model.Leaked},
	} {
		folder := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module mains\n\ngo 1.26\n", "mains_test.go": fmt.Sprintf(file, c.main, c.test)} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, err := goprog.FindTests(folder, ".")
		if err != nil || len(found) != 1 || found[0].Problem != "" || len(found[0].Functions) != 1 {
			t.Fatalf("%s: %v, %v", c.main, found, err)
		}
		p, err := goprog.Load(".", "TestIt", goprog.Options{Dir: folder, Settle: 100})
		if err != nil {
			t.Fatal(err)
		}
		if seen := explore(t, p, "pop"); seen.outcomes[c.want] == 0 || c.want == model.Complete && len(seen.outcomes) != 1 {
			t.Errorf("%s, %s: %v %v", c.main, c.test, seen.outcomes, seen.reports)
		}
	}
}
