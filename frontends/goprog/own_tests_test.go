package goprog_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	ownTestsPage   = "../../docs/go-tests.md"
	ownTestsFolder = "../../benchmarks/golang/tests"
)

// ownTest is a test of a package, with its result as dporbench test -json prints it.
type ownTest struct {
	Action, Package, Test, Outcome string
}

// The kinds of results, in the order of the table.
const (
	decidedOK = iota
	decidedFound
	tooLarge
	refused
	kindsOfResults
)

var resultNames = [kindsOfResults]string{"ok", "found", "too large", "refused"}

var large = regexp.MustCompile(`not explored to the end|gone round \d+ times|complete up to|has had \d+ events|more than \d+ instructions`)

// kind returns the kind of a result. Whether a test fails is decided with late timers: what early ones show comes after a semicolon.
func (o ownTest) kind() int {
	first, _, _ := strings.Cut(o.Outcome, "; with timers")
	switch {
	case large.MatchString(first):
		return tooLarge
	case o.Action != "fail":
		return decidedOK
	case strings.Contains(first, ", in execution ") || strings.Contains(first, "loops wait forever"):
		return decidedFound
	}
	return refused
}

// TestOwnTests writes the table of the packages' own tests, from the output of dporbench test -json. It needs GO_TESTS, the name of that file; see
// make go-tests.
func TestOwnTests(t *testing.T) {
	name := os.Getenv("GO_TESTS")
	if name == "" {
		t.Skip("GO_TESTS is not set")
	}
	all := readOwnTests(t, name)
	replaceBetween(t, ownTestsPage, "<!-- packages -->\n", "<!-- /packages -->", packagesTable(all, versionsOfModules(t)))
	replaceBetween(t, ownTestsPage, "<!-- others -->\n", "<!-- /others -->", othersTable(all))
}

func readOwnTests(t *testing.T, name string) (all []ownTest) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var o ownTest
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		if o.Test != "" && slices.Contains([]string{"pass", "fail", "skip"}, o.Action) {
			all = append(all, o)
		}
	}
	if err := lines.Err(); err != nil || len(all) == 0 {
		t.Fatalf("%d tests: %v", len(all), err)
	}
	return all
}

// versionsOfModules returns the versions in the list, by module.
func versionsOfModules(t *testing.T) map[string]string {
	t.Helper()
	c := exec.Command("go", "list", "-m", "all")
	c.Dir = ownTestsFolder
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); len(words) == 2 {
			versions[words[0]] = words[1]
		}
	}
	return versions
}

// packagesTable has a row for each package, and one for all.
func packagesTable(all []ownTest, versions map[string]string) string {
	var b strings.Builder
	counts, sum := map[string]*[kindsOfResults]int{}, [kindsOfResults]int{}
	for _, o := range all {
		if counts[o.Package] == nil {
			counts[o.Package] = &[kindsOfResults]int{}
		}
		counts[o.Package][o.kind()]++
		sum[o.kind()]++
	}
	decided := sum[decidedOK] + sum[decidedFound]
	fmt.Fprintf(&b, "Of %d tests, %d are decided: %.0f %%.\n\n| package | version | %s |\n|---|---|--:|--:|--:|--:|\n", len(all), decided,
		100*float64(decided)/float64(len(all)), strings.Join(resultNames[:], " | "))
	for _, p := range slices.Sorted(maps.Keys(counts)) {
		module := p
		for versions[module] == "" && strings.Contains(module, "/") {
			module = module[:strings.LastIndexByte(module, '/')]
		}
		n := counts[p]
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d |\n", p, versions[module], n[decidedOK], n[decidedFound], n[tooLarge], n[refused])
	}
	return b.String()
}

// othersTable has a row for each test that is not ok.
func othersTable(all []ownTest) string {
	rows := slices.Clone(all)
	rows = slices.DeleteFunc(rows, func(o ownTest) bool { return o.kind() == decidedOK })
	slices.SortFunc(rows, func(a, b ownTest) int {
		return cmp.Or(cmp.Compare(a.kind(), b.kind()), cmp.Compare(a.Package, b.Package), cmp.Compare(a.Test, b.Test))
	})
	var b strings.Builder
	b.WriteString("| | test | result |\n|---|---|---|\n")
	for _, o := range rows {
		fmt.Fprintf(&b, "| %s | %s %s | %s |\n", resultNames[o.kind()], o.Package, o.Test, shortened(o.Outcome))
	}
	return b.String()
}

// shortened returns the first part of a result, without the flags that it names and what depends on how fast a machine is.
func shortened(outcome string) string {
	outcome, _, _ = strings.Cut(outcome, "; ")
	outcome, _, _ = strings.Cut(outcome, "executions of at least")
	outcome = regexp.MustCompile(` within \S+: \d+.*`).ReplaceAllString(outcome, "")
	return strings.ReplaceAll(strings.TrimSuffix(outcome, ": bound it with --unroll N"), "|", `\|`)
}
