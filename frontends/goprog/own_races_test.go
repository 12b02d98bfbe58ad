package goprog_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// besideRuns is how often a test with a finding is run natively.
const besideRuns = 20

// leftBehind is a file that is added to a package for native runs: its test runs last, and counts the goroutines that a test has left behind, except for package
// testing's.
const leftBehind = `package %s

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestZLeftBehind(t *testing.T) {
	t.Parallel() // beside tests that are parallel, too, which end first
	buf, left := make([]byte, 1<<20), 0
	stacks := func() []string { return strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n")[1:] }
	isTest := func(g string) bool { return strings.Contains(g, "testing.tRunner") && !strings.Contains(g, "testing.(*M)") }
	for slices.ContainsFunc(stacks(), isTest) {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond)
	for _, g := range stacks() {
		if !strings.Contains(g, "testing.(*T).Run") && !strings.Contains(g, "testing.(*M)") {
			left++
		}
	}
	fmt.Printf("\nleft behind: %%d\n", left)
}
`

// native is the test binary of a package, built for the race detector, and the folder in which it runs.
type native struct{ binary, folder, problem string }

// built builds the tests of a package, in a copy of its module that also has the test that runs last.
func built(t *testing.T, pkg string) (n native) {
	t.Helper()
	list := exec.Command("go", "list", "-f", "{{.Name}} {{.Module.Path}} {{.Module.Dir}} {{.Dir}}", pkg)
	list.Dir = ownTestsFolder
	out, err := list.Output()
	words := strings.Fields(string(out))
	if err != nil || len(words) != 4 {
		t.Fatal(pkg, words, err)
	}
	name, module, from, folder := words[0], words[1], words[2], words[3]
	made, modfile := t.TempDir(), filepath.Join(t.TempDir(), "copied.mod")
	if err := os.CopyFS(made, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	n = native{binary: filepath.Join(made, "own.test"), folder: filepath.Join(made, strings.TrimPrefix(folder, from))}
	for file, content := range map[string][]byte{
		filepath.Join(n.folder, "z_left_behind_test.go"): fmt.Appendf(nil, leftBehind, name),
		modfile: fmt.Appendf(read(t, "go.mod"), "\nreplace %s => %s\n", module, made),
		strings.TrimSuffix(modfile, "mod") + "sum": read(t, "go.sum"),
	} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "test", "-race", "-vet=off", "-c", "-o", n.binary, "-modfile", modfile, pkg)
	build.Dir, build.Env = ownTestsFolder, append(os.Environ(), "CGO_ENABLED=1")
	if out, err := build.CombinedOutput(); err != nil {
		n.problem = strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", " ")
	}
	return n
}

// read returns a file of the list of packages.
func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ownTestsFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// ends says how a test ends in many runs.
func (n native) ends(test string) string {
	if n.problem != "" {
		return n.problem
	}
	raced, failed, left := 0, 0, 0
	for range besideRuns {
		run := exec.Command(n.binary, "-test.run", "^("+test+"|TestZLeftBehind)$", "-test.timeout", "20s", "-test.parallel", "8")
		run.Dir = n.folder
		out, err := run.CombinedOutput()
		switch m := leftLine.FindSubmatch(out); {
		case bytes.Contains(out, []byte("WARNING: DATA RACE")):
			raced++
		case err != nil:
			failed++
		case m != nil && string(m[1]) != "0":
			left++
		}
	}
	var all []string
	for _, way := range []struct {
		text string
		n    int
	}{{"races", raced}, {"fails", failed}, {"leaves goroutines behind", left}} {
		if way.n > 0 {
			all = append(all, fmt.Sprintf("%s in %d of %d runs", way.text, way.n, besideRuns))
		}
	}
	return cmp.Or(strings.Join(all, ", "), fmt.Sprintf("passes in %d runs", besideRuns))
}

var leftLine = regexp.MustCompile(`left behind: (\d+)`)

// TestOwnRaces writes, for each test of the page with a finding, how it ends natively under the race detector. It needs GO_TESTS_RACE, a part of the names of
// packages; the rows of others stay as they are. See make go-tests-race.
func TestOwnRaces(t *testing.T) {
	part := os.Getenv("GO_TESTS_RACE")
	if part == "" {
		t.Skip("GO_TESTS_RACE is not set")
	}
	page, err := os.ReadFile(ownTestsPage)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	packages := map[string]native{}
	b.WriteString("| test | explored | under -race |\n|---|---|---|\n")
	for _, o := range oldRows(string(page), nil).others {
		if o.kind != decidedFound {
			continue
		}
		row := fmt.Sprintf("| %s %s | %s | ", o.name, o.test, o.outcome)
		if _, old, ok := strings.Cut(string(page), row); ok && !strings.Contains(o.name, part) {
			end, _, _ := strings.Cut(old, "\n")
			b.WriteString(row + end + "\n")
			continue
		}
		if _, ok := packages[o.name]; !ok {
			packages[o.name] = built(t, o.name)
		}
		b.WriteString(row + packages[o.name].ends(o.test) + " |\n")
	}
	replaceBetween(t, ownTestsPage, "<!-- beside -->\n", "<!-- /beside -->", b.String())
}
