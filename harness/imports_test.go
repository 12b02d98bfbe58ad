package harness

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport says for the packages below a path what else of this module they
// may depend on, directly or not: the packages below the allowed paths. Tests
// may import what they like.
var mayImport = []struct {
	path    string
	allowed []string
}{
	{"dporbench/model", []string{"dporbench/model"}},
	{"dporbench/smallprog", []string{"dporbench/model", "dporbench/smallprog"}},
	{"dporbench/algos/algostest", []string{"dporbench/model", "dporbench/internal/counters", "dporbench/smallprog", "dporbench/algos", "dporbench/benchmarks", "dporbench/trace"}},
	{"dporbench/algos", []string{"dporbench/model", "dporbench/internal/counters", "dporbench/smallprog", "dporbench/algos"}},
	{"dporbench/trace", []string{"dporbench/model", "dporbench/trace"}},
	{"dporbench/internal/tree", []string{"dporbench/model", "dporbench/internal/counters", "dporbench/algos", "dporbench/trace", "dporbench/internal/tree"}},
	{"dporbench/internal/certificate", []string{"dporbench/model", "dporbench/internal/certificate"}},
	{"dporbench/benchmarks", []string{"dporbench/model", "dporbench/benchmarks"}},
	{"dporbench/internal/counters", []string{"dporbench/internal/counters"}},
	{"dporbench/results", []string{"dporbench/internal/counters", "dporbench/results"}},
	{"dporbench/plots", []string{"dporbench/internal/counters", "dporbench/results", "dporbench/plots"}},
	{"dporbench/internal/documents", []string{"dporbench/internal/documents"}},
	{"dporbench/harness", []string{"dporbench"}},
	{"dporbench/cmd", []string{"dporbench"}},
}

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
