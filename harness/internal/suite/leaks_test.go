package suite

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dporbench/algos/catalog"
)

// leakTests returns the leak tests of the Go runtime.
func leakTests(t *testing.T) []LeakTest {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("there is no go command")
	}
	folder := filepath.Join(strings.TrimSpace(string(root)), "src", "runtime", "testdata", "testgoroutineleakprofile")
	if !HasLeakTests(folder) {
		t.Skip("this version of Go has no profile of leaked goroutines")
	}
	tests, err := ReadLeakTests(folder)
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

func runLeakTests(t *testing.T, tests []LeakTest, limit time.Duration) []LeakResult {
	t.Helper()
	pop, ok := catalog.Lookup("pop")
	if !ok {
		t.Fatal("there is no pop")
	}
	plan := LeakPlan{Algorithm: pop, Time: limit, MemLimit: 4 << 30}
	results, err := plan.Run(t.Context(), tests, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// TestLeaks: in each program of the Go runtime's tests for its profile of leaked goroutines, exactly the expected goroutines leak.
func TestLeaks(t *testing.T) {
	var some []LeakTest
	for _, test := range leakTests(t) {
		if test.Group == "micro" {
			some = append(some, test)
		}
	}
	if len(some) < 14 {
		t.Errorf("%d micro tests, want at least 14", len(some))
	}
	for _, r := range runLeakTests(t, some, time.Minute) {
		if r.Missing() > 0 || len(r.Unexpected) > 0 || !r.All {
			t.Errorf("%s: missing %d, unexpected %v, %s", r.Name, r.Missing(), r.Unexpected, r.how())
		}
	}
}

// impossible is a program with leaks that the runtime's test allows, but no execution has.
const impossible = "Moby27782"

// TestAllLeaks is the same for all of these programs, each explored for as long as SUITE_LEAKS says ("10s"); it writes the table of the pages.
func TestAllLeaks(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("SUITE_LEAKS"))
	if err != nil {
		t.Skip("SUITE_LEAKS is no duration")
	}
	results := runLeakTests(t, leakTests(t), limit)
	expected, found, unexpected := 0, 0, 0
	var rows strings.Builder
	for _, r := range results {
		expected, found, unexpected = expected+len(r.Expected), found+len(r.Expected)-r.Missing(), unexpected+len(r.Unexpected)
		fmt.Fprintf(&rows, "| %s/%s | %d of %d | %d | %s |\n", r.Group, r.Name, len(r.Expected)-r.Missing(), len(r.Expected), r.Executions, r.how())
		if r.Missing() > 0 && r.Name != impossible || len(r.Unexpected) > 0 {
			t.Errorf("%s: missing %d, unexpected %v, %s", r.Name, r.Missing(), r.Unexpected, r.how())
		}
	}
	text := fmt.Sprintf("%d of the %d expected leaks are found, and %d others.\n\n| test | expected leaks found | executions | exploration |\n|---|---|--:|---|\n%s",
		found, expected, unexpected, rows.String())
	const page, from, to = "../../../docs/go-programs.md", "<!-- Leaks -->\n", "<!-- /Leaks -->"
	all, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(all), from)
	_, after, there := strings.Cut(rest, to)
	if !ok || !there {
		t.Fatalf("%s has no place for the table", page)
	}
	if err := os.WriteFile(page, []byte(before+from+text+to+after), 0o600); err != nil {
		t.Fatal(err)
	}
}
