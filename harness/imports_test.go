package harness

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The floors of the harness. A command calls what works, and what shows the
// outcome; both stand on the ground, and what works does not know how it is shown.
const (
	ground   = "dporbench/harness/internal/ground"
	work     = "dporbench/harness/internal/work"
	show     = "dporbench/harness/internal/show"
	commands = "dporbench/harness/internal/command"
	swarms   = "dporbench/harness/internal/swarm"
)

// beneath are some floors of the harness and all that stands outside of it.
func beneath(floors ...string) []string {
	return append(floors, "dporbench/model", "dporbench/smallprog", "dporbench/cprog", "dporbench/litmus", "dporbench/algos", "dporbench/trace",
		"dporbench/benchmarks", "dporbench/counters", "dporbench/results", "dporbench/plots", "dporbench/internal")
}

// inMeasuredProcess is what may be linked into the process in which runs are
// measured: nothing that records or shows them, because its memory would count.
var inMeasuredProcess = []string{
	"dporbench/model", "dporbench/smallprog", "dporbench/cprog", "dporbench/litmus", "dporbench/algos", "dporbench/trace", "dporbench/benchmarks",
	"dporbench/counters", "dporbench/results", "dporbench/internal/certificate",
	ground, work + "/measure", work + "/certify", work + "/explore", work + "/checkpoint", "dporbench/harness/measured",
}

// mayImport says for the packages below a path what else of this module they
// may depend on, directly or not: the packages below the allowed paths. Tests
// may import what they like.
var mayImport = []struct {
	path    string
	allowed []string
}{
	{"dporbench/model", []string{"dporbench/model"}},
	{"dporbench/smallprog", []string{"dporbench/model", "dporbench/smallprog"}},
	{"dporbench/cprog", []string{"dporbench/model", "dporbench/cprog"}},
	{"dporbench/litmus", []string{"dporbench/model", "dporbench/litmus"}},
	{"dporbench/algos/algostest", []string{"dporbench/model", "dporbench/counters", "dporbench/smallprog", "dporbench/algos", "dporbench/benchmarks", "dporbench/trace"}},
	{"dporbench/algos", []string{"dporbench/model", "dporbench/counters", "dporbench/smallprog", "dporbench/algos"}},
	{"dporbench/trace", []string{"dporbench/model", "dporbench/trace"}},
	{"dporbench/internal/tree", []string{"dporbench/model", "dporbench/counters", "dporbench/algos", "dporbench/trace", "dporbench/internal/tree"}},
	{"dporbench/internal/certificate", []string{"dporbench/model", "dporbench/internal/certificate"}},
	{"dporbench/benchmarks", []string{"dporbench/model", "dporbench/benchmarks"}},
	{"dporbench/counters", []string{"dporbench/counters"}},
	{"dporbench/results", []string{"dporbench/counters", "dporbench/results"}},
	{"dporbench/plots", []string{"dporbench/counters", "dporbench/results", "dporbench/plots"}},
	{"dporbench/internal/documents", []string{"dporbench/internal/documents"}},
	{ground, beneath(ground)},
	{work, beneath(ground, work)},
	{show, beneath(ground, work, show)},
	{commands + "/flags", beneath(ground, work, show, commands+"/flags")},
	{commands + "/inspect", beneath(ground, work, show, commands+"/flags", commands+"/inspect")},
	{commands + "/verify", beneath(ground, work, show, commands+"/flags", commands+"/verify")},
	{commands + "/measure", beneath(ground, work, show, commands+"/flags", commands+"/measure")},
	{swarms, beneath(ground, work, show, commands+"/flags", swarms)},
	{"dporbench/harness/swarm", beneath(ground, work, show, commands+"/flags", swarms, "dporbench/harness/measured", "dporbench/harness/swarm")},
	{"dporbench/harness/measured", inMeasuredProcess},
	{"dporbench/harness", []string{"dporbench"}},
	{"dporbench/cmd/dporbench-measured", inMeasuredProcess},
	{"dporbench/cmd", []string{"dporbench"}},
}

// onNetwork may link what speaks to a server. Anywhere else that would count as memory of a run.
var onNetwork = []string{swarms, "dporbench/harness/swarm", "dporbench/cmd/dporswarm"}

func TestImportsRunOneWay(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "dporbench/...")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		checkImports(t, words[0], words[1:])
	}
}

func checkImports(t *testing.T, path string, imports []string) {
	for _, rule := range mayImport {
		if !below(path, rule.path) {
			continue
		}
		for _, imported := range imports {
			if below(imported, "github.com/nats-io") && !slices.ContainsFunc(onNetwork, func(root string) bool { return below(path, root) }) {
				t.Errorf("%s must not depend on %s: its memory would count as that of runs", path, imported)
			}
			allowed := slices.ContainsFunc(rule.allowed, func(root string) bool { return below(imported, root) })
			if below(imported, "dporbench") && !allowed {
				t.Errorf("%s must not depend on %s", path, imported)
			}
		}
		return
	}
	t.Errorf("no rule says what %s may import", path)
}

// below reports whether path is root or in a folder under it.
func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// TestFoldersStaySmall: a dozen files at a level can be taken in at a glance.
func TestFoldersStaySmall(t *testing.T) {
	const most = 12
	files := map[string]int{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files[filepath.Dir(path)]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, n := range files {
		if n > most {
			t.Errorf("%s has %d files, more than %d: group them", folder, n, most)
		}
	}
}

// TestCommandsStandAlone: a command uses nothing that another one's file declares,
// so that each can be read, and removed, by itself.
func TestCommandsStandAlone(t *testing.T) {
	for _, group := range []string{"inspect", "verify", "measure"} {
		paths, err := filepath.Glob("internal/command/" + group + "/*.go")
		if err != nil || len(paths) == 0 {
			t.Fatalf("no commands in %s: %v", group, err)
		}
		declaredIn, parsed := map[string]string{}, map[string]*ast.File{}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			parsed[path] = file
			for name := range file.Scope.Objects {
				declaredIn[name] = path
			}
		}
		for path, file := range parsed {
			for _, name := range file.Unresolved {
				if other, ok := declaredIn[name.Name]; ok && other != path {
					t.Errorf("%s uses %s of %s", path, name.Name, other)
				}
			}
		}
	}
}
