package dporbench_test

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Packages of the harness shared by several features, from the ground up: each may import those before it.
var shared = []string{"cli", "sealed", "value", "process", "program", "explore", "checkpoint", "job", "command", "arguments", "tool", "terminal", "find", "measure", "flags", "table", "campaign"}

// features are the packages of commands, each with its work and its tables, and the other features they build on.
var features = map[string][]string{
	"list": nil, "trace": nil, "tree": nil, "step": nil, "explain": nil, "export": nil, "serve": nil, "test": nil, "sample": nil, "check": nil, "exhaust": nil, "distinguish": nil, "linear": nil, "robust": nil, "suite": nil, "task": nil,
	"decide": nil, "estimate": nil, "claims": nil, "map": nil, "plot": nil, "compare": nil, "columns": nil, "goload": nil,
	"verify": {"check"}, "run": {"check"}, "table1": {"claims"},
}

// onlyIn is what else some features may import: the loader of Go packages, which is not linked into every command.
var onlyIn = map[string][]string{"trace": {"dporbench/frontends/goprog"}, "test": {"dporbench/frontends/goprog"}, "suite": {"dporbench/frontends/goprog"}, "goload": {"dporbench/frontends/goprog"}}

// swarms are the parts of dporswarm, from the ground up.
var swarms = []string{"tasks", "queue", "worker"}

// module is the path of the module.
var module = filepath.Dir("dporbench/model")

const (
	inside     = "dporbench/harness/internal/"
	sharedPath = inside + "shared/"
	swarmPath  = inside + "swarm/"
	goFacts    = "dporbench/frontends/goprog/translation"
)

// outside lists the packages outside the harness that all of it may import.
var outside = []string{
	"dporbench/model", "dporbench/frontends/smallprog", "dporbench/frontends/cprog", "dporbench/frontends/litmus", "dporbench/algos", "dporbench/trace",
	"dporbench/linear", "dporbench/benchmarks", "dporbench/algos/counters", "dporbench/results", "dporbench/plots", "dporbench/internal", goFacts,
}

func paths(root string, names []string) (all []string) {
	for _, name := range names {
		all = append(all, root+name)
	}
	return all
}

// inMeasuredProcess lists what may be linked into the process in which runs are
// measured: nothing that records or shows them, because its memory would count.
var inMeasuredProcess = slices.Concat([]string{
	"dporbench/model", "dporbench/frontends/smallprog", "dporbench/frontends/cprog", "dporbench/frontends/litmus", "dporbench/algos", "dporbench/trace", "dporbench/linear", "dporbench/benchmarks",
	"dporbench/algos/counters", "dporbench/results", "dporbench/internal/certificate", "dporbench/internal/files", "dporbench/internal/version", "dporbench/harness/measured", goFacts,
}, paths(sharedPath, shared[:slices.Index(shared, "job")+1]))

type rule struct {
	path    string
	allowed []string
}

// mayImport says, for the packages below a path, what else of this module they may
// depend on, directly or not: the packages below the allowed paths. Tests may import
// anything.
func mayImport() []rule {
	rules := []rule{
		{"dporbench/model", []string{"dporbench/model"}},
		{"dporbench/frontends/smallprog", []string{"dporbench/model", "dporbench/frontends/smallprog"}},
		{"dporbench/frontends/cprog", []string{"dporbench/model", "dporbench/frontends/cprog"}},
		{"dporbench/frontends/goprog", []string{"dporbench/model", "dporbench/frontends/goprog", "dporbench/linear/mark"}},
		{"dporbench/frontends/litmus", []string{"dporbench/model", "dporbench/frontends/litmus"}},
		{"dporbench/algos/algostest", []string{"dporbench/model", "dporbench/algos/counters", "dporbench/frontends/smallprog", "dporbench/algos", "dporbench/benchmarks", "dporbench/trace"}},
		{"dporbench/algos", []string{"dporbench/model", "dporbench/algos/counters", "dporbench/frontends/smallprog", "dporbench/algos"}},
		{"dporbench/linear", []string{"dporbench/model", "dporbench/linear"}},
		{"dporbench/trace", []string{"dporbench/model", "dporbench/trace"}},
		{"dporbench/internal/tree", []string{"dporbench/model", "dporbench/algos/counters", "dporbench/algos", "dporbench/trace", "dporbench/internal/tree", "dporbench/internal/palette"}},
		{"dporbench/internal/lab", []string{"dporbench/model", "dporbench/frontends/smallprog", "dporbench/frontends/cprog", "dporbench/frontends/litmus", "dporbench/algos",
			"dporbench/trace", "dporbench/benchmarks", "dporbench/algos/counters", "dporbench/internal/tree", "dporbench/internal/steps", "dporbench/internal/quiz", "dporbench/internal/lab", "dporbench/internal/palette", "dporbench/internal/version", "dporbench/docs"}},
		{"dporbench/internal/quiz", []string{"dporbench/model", "dporbench/frontends/smallprog", "dporbench/algos/counters", "dporbench/algos", "dporbench/trace", "dporbench/internal/steps", "dporbench/internal/quiz"}},
		{"dporbench/internal/steps", []string{"dporbench/model", "dporbench/algos/counters", "dporbench/algos", "dporbench/trace", "dporbench/internal/steps"}},
		{"dporbench/internal/version", []string{"dporbench/internal/version"}},
		{"dporbench/docs", []string{"dporbench/docs"}},
		{"dporbench/internal/palette", []string{"dporbench/internal/palette"}},
		{"dporbench/internal/browser", []string{"dporbench/internal/browser"}},
		{"dporbench/internal/certificate", []string{"dporbench/model", "dporbench/internal/certificate"}},
		{"dporbench/benchmarks", []string{"dporbench/model", "dporbench/benchmarks", "dporbench/linear/mark"}},
		{"dporbench/algos/counters", []string{"dporbench/algos/counters"}},
		{"dporbench/internal/files", []string{"dporbench/internal/files"}},
		{"dporbench/results", []string{"dporbench/algos/counters", "dporbench/results", "dporbench/internal/files"}},
		{"dporbench/plots", []string{"dporbench/algos/counters", "dporbench/results", "dporbench/plots", "dporbench/internal/files", "dporbench/internal/palette"}},
		{"dporbench/internal/notices", []string{"dporbench/internal/notices"}},
		{"dporbench/internal/documents", []string{"dporbench/internal/documents"}},
		{"dporbench/harness/swarm", slices.Concat(outside, paths(sharedPath, shared), paths(swarmPath, swarms),
			[]string{inside + "goload", "dporbench/frontends/goprog", "dporbench/harness/measured", "dporbench/harness/swarm"})},
		{"dporbench/harness/site", slices.Concat(outside, paths(sharedPath, []string{"cli", "value", "process", "command"}), []string{"dporbench/harness/site", "dporbench/docs"})},
		{"dporbench/harness/measured", inMeasuredProcess},
		{"dporbench/cmd/dporbench-measured", inMeasuredProcess},
		{"dporbench/cmd", []string{module}},
	}
	for i, name := range shared {
		rules = append(rules, rule{sharedPath + name, slices.Concat(outside, paths(sharedPath, shared[:i+1]))})
	}
	for name, others := range features {
		rules = append(rules, rule{inside + name, slices.Concat(outside, onlyIn[name], paths(sharedPath, shared), paths(inside, append(others, name)))})
	}
	for i, name := range swarms {
		rules = append(rules, rule{swarmPath + name, slices.Concat(outside, paths(sharedPath, shared), paths(swarmPath, swarms[:i+1]))})
	}
	return append(rules, rule{"dporbench/harness", []string{module}})
}

// onNetwork may link the client of a server. Anywhere else its memory would count as that of a run.
var onNetwork = []string{swarmPath[:len(swarmPath)-1], "dporbench/harness/swarm", "dporbench/cmd/dporswarm"}

func TestImportsRunOneWay(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "dporbench/...")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); words[0] != module { // which has only tests
			checkImports(t, words[0], words[1:])
		}
	}
}

// TestPackagesInOrder: in ARCHITECTURE, a package stands below all packages that it imports and that have a line of their own.
func TestPackagesInOrder(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## The packages")
	table, _, _ = strings.Cut(table, "\n\nThe command")
	lines := map[string]int{}
	for i, row := range strings.Split(table, "\n") {
		folders, _, _ := strings.Cut(strings.TrimPrefix(row, "|"), "|")
		for _, m := range regexp.MustCompile("`([a-z0-9_/]+)/`").FindAllStringSubmatch(folders, -1) {
			lines[module+"/"+m[1]] = i
		}
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "dporbench/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := 0
	for row := range strings.Lines(string(out)) {
		words := strings.Fields(row)
		own, listed := lines[words[0]]
		for _, imported := range words[1:] {
			if line, ok := lines[imported]; listed && ok {
				checked++
				if line > own {
					t.Errorf("ARCHITECTURE.md lists %s above %s, which it imports", words[0], imported)
				}
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d imports of listed packages: the table has not been found", checked)
	}
}

func checkImports(t *testing.T, path string, imports []string) {
	for _, rule := range mayImport() {
		if !below(path, rule.path) {
			continue
		}
		for _, imported := range imports {
			if below(imported, "github.com/nats-io") && !slices.ContainsFunc(onNetwork, func(root string) bool { return below(path, root) }) {
				t.Errorf("%s must not depend on %s: its memory would count as that of runs", path, imported)
			}
			allowed := slices.ContainsFunc(rule.allowed, func(root string) bool { return below(imported, root) })
			if below(imported, module) && !allowed {
				t.Errorf("%s must not depend on %s", path, imported)
			}
		}
		return
	}
	t.Errorf("no rule says what %s may import", path)
}

// TestMeasuredProcessLinksLittle: even code that a run does not need is part of its memory.
func TestMeasuredProcessLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "dporbench/cmd/dporbench-measured").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		for _, large := range []string{"regexp", "net", "text/template", "github.com/spf13", "github.com/shirou", "modernc.org/cc", "gonum.org"} {
			if below(path, large) {
				t.Errorf("it links %s: see what imports that by go list -deps -f '{{.ImportPath}} {{.Imports}}'", path)
			}
		}
	}
}

// below reports whether path is root or in a folder under it.
func below(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// TestFoldersStaySmall: a dozen files at a level can be taken in at a glance. Outside the harness
// there may be a few more of one kind, such as benchmarks.
func TestFoldersStaySmall(t *testing.T) {
	checkFolders(t, "harness", 12)
	checkFolders(t, ".", 20)
}

func checkFolders(t *testing.T, root string, most int) {
	t.Helper()
	files := map[string]int{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
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

// TestEachFolderHasARule: no folder falls under the rule of a parent by oversight.
func TestEachFolderHasARule(t *testing.T) {
	for _, c := range []struct {
		root  string
		named []string
	}{{"harness/internal/shared", shared}, {"harness/internal/swarm", swarms}, {"harness/internal", append(slices.Collect(maps.Keys(features)), "shared", "swarm")}} {
		entries, err := os.ReadDir(c.root)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !slices.Contains(c.named, e.Name()) {
				t.Errorf("no rule says what %s/%s may import", c.root, e.Name())
			}
		}
		if len(entries) != len(c.named) {
			t.Errorf("%s has %d folders, and there are rules for %d", c.root, len(entries), len(c.named))
		}
	}
}
