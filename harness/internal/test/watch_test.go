package test

import (
	"os"
	"path/filepath"
	"testing"

	"dporbench/harness/internal/shared/program"
)

// TestVersions: a change of a file's length, and its removal, change the text.
func TestVersions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	seen := map[string]bool{versions([]string{file}): true}
	for _, text := range []string{"package a", "package a\n", ""} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if v := versions([]string{file}); seen[v] {
			t.Errorf("%q is not seen", text)
		} else {
			seen[v] = true
		}
	}
}

// TestAnnotation: a failure is shown at its line, in the folder of its package.
func TestAnnotation(t *testing.T) {
	s := program.Spec{Kind: program.GoFunction{Package: "./queue", Function: "TestClose"}}
	const want = "::error file=queue/queue_test.go,line=12,title=TestClose::queue_test.go:12: 50%25 done%0Aleft\n"
	if got := annotation(s, "TestClose", verdict{outcome: "queue_test.go:12: 50% done\nleft"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
