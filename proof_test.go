package dporbench_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTestsInProof checks that the tests named by the proof of POP exist: those of table A.10, where each row except
// that of the facts has one, in their packages, and others somewhere below algos.
func TestTestsInProof(t *testing.T) {
	text, err := os.ReadFile("docs/pop-proof.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := testsBelow("algos")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`(?:([a-z0-9/]+)\\.)?(Test\\w+)`").FindAllStringSubmatch(string(text), -1)
	for _, name := range names {
		if !tests[test{name[1], name[2]}] {
			t.Errorf("there is no %s", name[0])
		}
	}
	_, table, found := strings.Cut(string(text), "\n| lemma | status | test | checks |\n|---|---|---|---|\n")
	if !found {
		t.Fatal("there is no table of lemmas")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	named := regexp.MustCompile("^`[a-z0-9/]+\\.Test\\w+`")
	for row := range strings.SplitSeq(table, "\n") {
		if cells := strings.Split(row, " | "); cells[0] != "| F1–F6" && !named.MatchString(cells[2]) {
			t.Errorf("no test and its package: %s", row)
		}
	}
}

// test is a test function of a package, a folder below algos; or of any, without a folder.
type test struct{ folder, name string }

func testsBelow(root string) (map[test]bool, error) {
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	tests := map[test]bool{}
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			tests[test{filepath.ToSlash(folder), m[1]}], tests[test{"", m[1]}] = true, true
		}
		return err
	})
	return tests, err
}
