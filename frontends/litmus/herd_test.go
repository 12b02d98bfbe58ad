package litmus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/litmus"
	"dporbench/model/memory"
)

// herd returns the folder of a checkout of herdtools7, whose tests are read: set HERDTOOLS to
// it.
func herd(t *testing.T) string {
	t.Helper()
	root := os.Getenv("HERDTOOLS")
	if root == "" {
		t.Skip("HERDTOOLS does not name a checkout of herdtools7")
	}
	return root
}

// files returns the litmus tests in some folders of herd.
func files(t *testing.T, folders ...string) (all []string) {
	t.Helper()
	root := herd(t)
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(root, folder, "*.litmus"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, paths...)
	}
	return all
}

// TestHerdLoads: every test of the x86 catalogue can be read; others may be refused, with
// the reason.
func TestHerdLoads(t *testing.T) {
	for _, path := range files(t, "catalogue/x86/tests", "catalogue/x86_64/tests", "doc/tst-x86") {
		if _, err := litmus.Load(path); err != nil {
			t.Error(err)
		}
	}
	refused := 0
	others := files(t, "herd/tests/instructions/X86_64", "catalogue/linux/tests", "herd/tests/instructions/C",
		"catalogue/c11popl15/tests", "catalogue/c11popl15/tests/illustrative", "catalogue/demo/tests")
	for _, path := range others {
		if _, err := litmus.Load(path); err != nil {
			refused++
			t.Log(err)
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), filepath.Base(path)+":") {
				t.Errorf("not a line that begins with the file and the line: %q", err)
			}
		}
	}
	t.Logf("%d of %d others are refused", refused, len(others))
}

// published returns herd's output for a test: its states, and the lines below.
func published(t *testing.T, path string) (states []string, rest map[string]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rest = map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if word, after, _ := strings.Cut(line, " "); strings.HasSuffix(line, ";") {
			states = append(states, line)
		} else {
			rest[word] = after
		}
	}
	return states, rest
}

// TestHerdStates: the states, the witnesses and the observation of the x86 instruction tests
// are those printed by herd.
func TestHerdStates(t *testing.T) {
	compared := 0
	for _, path := range files(t, "herd/tests/instructions/X86_64") {
		test, err := litmus.Load(path)
		if err != nil {
			continue
		}
		compared++
		h := explore(t, test, algos.Options{Memory: memory.TSO})
		states, rest := published(t, path+".expected")
		var got []string
		for _, s := range h.States {
			got = append(got, s.Text)
		}
		if slices.Sort(states); !slices.Equal(got, states) {
			t.Errorf("%s: states\n%s\nwant\n%s", test.Name, strings.Join(got, "\n"), strings.Join(states, "\n"))
		}
		positive, negative := h.Witnesses()
		if got := fmt.Sprintf("%d Negative: %d", positive, negative); got != rest["Positive:"] {
			t.Errorf("%s: positive %s, want %s", test.Name, got, rest["Positive:"])
		}
		if got := test.Condition.String(); got != rest["Condition"] {
			t.Errorf("%s: condition %s, want %s", test.Name, got, rest["Condition"])
		}
	}
	t.Logf("%d tests", compared)
}

// TestHerdLinux: states that the memory model of the Linux kernel forbids never occur under a
// stronger model.
func TestHerdLinux(t *testing.T) {
	compared, forbidden := 0, 0
	for _, path := range files(t, "catalogue/linux/tests") {
		test, err := litmus.Load(path)
		if err != nil {
			continue
		}
		compared++
		h := explore(t, test, algos.Options{Memory: memory.TSO})
		_, rest := published(t, path+".expected")
		if strings.Contains(rest["Observation"], "Never") {
			forbidden++
			if h.Observation() != "Never" {
				t.Errorf("%s: %s, but %s", test.Name, h.Observation(), rest["Observation"])
			}
		}
	}
	t.Logf("%d tests, %d of them forbidden", compared, forbidden)
}

// TestHerdKinds: the catalogue says which tests of X86_64 are allowed.
func TestHerdKinds(t *testing.T) {
	kinds, err := os.ReadFile(filepath.Join(herd(t), "catalogue/x86_64/tests/kinds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(kinds)) {
		words := strings.Fields(line)
		if len(words) != 2 {
			continue
		}
		test := load(t, filepath.Join(herd(t), "catalogue/x86_64/tests", words[0]+".litmus"))
		compared++
		allowed := explore(t, test, algos.Options{Memory: memory.TSO}).Observation() != "Never"
		if allowed != (words[1] == "Allow") {
			t.Errorf("%s: allowed %v, but %s", test.Name, allowed, words[1])
		}
	}
	t.Logf("%d tests", compared)
}
