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
	"strconv"
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

var large = regexp.MustCompile(`not explored to the end|gone round \d+ times|complete up to|has had \d+ events|more than \d+ instructions|nested [\d,]+ deep|the step bound`)

// besides is how the parts of an outcome begin that do not decide: with timers that fire early, and with a clock that moves differently.
var besides = regexp.MustCompile(`^(with timers|with a clock|if no time passes)`)

// deciding returns the parts of an outcome that decide.
func deciding(outcome string) []string {
	return slices.DeleteFunc(strings.Split(outcome, "; "), besides.MatchString)
}

// kind returns the kind of a result.
func (o ownTest) kind() int {
	first := strings.Join(deciding(o.Outcome), "; ")
	switch {
	case large.MatchString(first):
		return tooLarge
	case o.Action != "fail":
		return decidedOK
	case strings.Contains(first, ", in execution ") || strings.Contains(first, ", found by states") || strings.Contains(first, "go on forever"):
		return decidedFound
	}
	return refused
}

// TestOwnTests writes the tables of the packages' own tests, from the output of dporbench test -json. It needs GO_TESTS, the name of that file; see
// make go-tests. Rows of packages that the file does not have stay as they are.
func TestOwnTests(t *testing.T) {
	name := os.Getenv("GO_TESTS")
	if name == "" {
		t.Skip("GO_TESTS is not set")
	}
	all := readOwnTests(t, name)
	page, err := os.ReadFile(ownTestsPage)
	if err != nil {
		t.Fatal(err)
	}
	old := oldRows(string(page), all)
	replaceBetween(t, ownTestsPage, "<!-- packages -->\n", "<!-- /packages -->", packagesTable(all, versionsOfModules(t), old))
	replaceBetween(t, ownTestsPage, "<!-- others -->\n", "<!-- /others -->", othersTable(all, old))
}

// rows are the rows of a page for packages that have not been explored again.
type rows struct {
	packages map[string][kindsOfResults]int
	lines    map[string]string // of the table of packages
	others   []ownTestRow
}

// ownTestRow is a row of the table of tests that are not ok.
type ownTestRow struct {
	kind                int
	name, test, outcome string
}

var (
	packageRow = regexp.MustCompile(`(?m)^\| (\S+/\S+) \| \S+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)
	testRow    = regexp.MustCompile(`(?m)^\| (found|too large|refused) \| (\S+) (\S+) \| (.*) \|$`)
)

// oldRows returns the rows of a page about packages of which no test is among all.
func oldRows(page string, all []ownTest) rows {
	r := rows{packages: map[string][kindsOfResults]int{}, lines: map[string]string{}}
	again := map[string]bool{}
	for _, o := range all {
		again[o.Package] = true
	}
	for _, m := range packageRow.FindAllStringSubmatch(page, -1) {
		if again[m[1]] {
			continue
		}
		var n [kindsOfResults]int
		for k := range n {
			n[k], _ = strconv.Atoi(m[2+k])
		}
		r.packages[m[1]], r.lines[m[1]] = n, m[0]+"\n"
	}
	for _, m := range testRow.FindAllStringSubmatch(page, -1) {
		if !again[m[2]] {
			r.others = append(r.others, ownTestRow{slices.Index(resultNames[:], m[1]), m[2], m[3], m[4]})
		}
	}
	return r
}

// TestOldRows: rows of packages that are explored again are left out.
func TestOldRows(t *testing.T) {
	const page = "| a.b/c | v1 | 1 | 2 | 3 | 4 |\n| a.b/d | v1 | 5 | 0 | 0 | 0 |\n| found | a.b/c TestX | raced \\| so |\n| refused | a.b/d TestY | no |\n"
	r := oldRows(page, []ownTest{{Package: "a.b/d"}})
	if len(r.packages) != 1 || r.packages["a.b/c"] != [kindsOfResults]int{1, 2, 3, 4} || r.lines["a.b/c"] != "| a.b/c | v1 | 1 | 2 | 3 | 4 |\n" {
		t.Error(r)
	}
	if want := (ownTestRow{decidedFound, "a.b/c", "TestX", "raced \\| so"}); len(r.others) != 1 || r.others[0] != want {
		t.Error(r.others)
	}
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
func packagesTable(all []ownTest, versions map[string]string, old rows) string {
	var b strings.Builder
	counts, lines := maps.Clone(old.packages), maps.Clone(old.lines)
	for _, o := range all {
		n := counts[o.Package]
		n[o.kind()]++
		counts[o.Package] = n
		lines[o.Package] = ""
	}
	sum, tests := [kindsOfResults]int{}, 0
	for _, n := range counts {
		for k := range n {
			sum[k] += n[k]
			tests += n[k]
		}
	}
	decided := sum[decidedOK] + sum[decidedFound]
	fmt.Fprintf(&b, "Of %d tests, %d are decided: %.0f %%.\n\n| package | version | %s |\n|---|---|--:|--:|--:|--:|\n", tests, decided,
		100*float64(decided)/float64(tests), strings.Join(resultNames[:], " | "))
	for _, p := range slices.Sorted(maps.Keys(counts)) {
		n := counts[p]
		b.WriteString(cmp.Or(lines[p], fmt.Sprintf("| %s | %s | %d | %d | %d | %d |\n", p, versionOf(p, versions), n[decidedOK], n[decidedFound], n[tooLarge], n[refused])))
	}
	return b.String()
}

func versionOf(p string, versions map[string]string) string {
	for versions[p] == "" && strings.Contains(p, "/") {
		p = p[:strings.LastIndexByte(p, '/')]
	}
	return versions[p]
}

// othersTable has a row for each test that is not ok.
func othersTable(all []ownTest, old rows) string {
	others := slices.Clone(old.others)
	for _, o := range all {
		if k := o.kind(); k != decidedOK {
			others = append(others, ownTestRow{k, o.Package, o.Test, shortened(o.Outcome)})
		}
	}
	slices.SortFunc(others, func(a, b ownTestRow) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name), cmp.Compare(a.test, b.test))
	})
	var b strings.Builder
	b.WriteString("| | test | result |\n|---|---|---|\n")
	for _, o := range others {
		fmt.Fprintf(&b, "| %s | %s %s | %s |\n", resultNames[o.kind], o.name, o.test, o.outcome)
	}
	return b.String()
}

// shortened returns the first part of a result, and the one for which it is too large, without the flags that they name and what depends on how fast
// a machine is.
func shortened(outcome string) string {
	parts := deciding(outcome)
	outcome = parts[0]
	for _, part := range parts[1:] {
		if large.MatchString(part) && !large.MatchString(outcome) {
			outcome += "; " + part
		}
	}
	outcome, _, _ = strings.Cut(outcome, "executions of at least")
	outcome = regexp.MustCompile(` within \S+: \d+.*`).ReplaceAllString(outcome, "")
	return strings.ReplaceAll(strings.TrimSuffix(outcome, ": bound it with --unroll N"), "|", `\|`)
}

// TestKinds: what does not decide, does not count.
func TestKinds(t *testing.T) {
	for outcome, want := range map[string]int{
		"ok, 3 executions; with timers that fire early, not explored to the end within 20s: 5 executions":                decidedOK,
		"ok, 3 executions; with timers that fire early, ok, 5 executions; other orders of maps: not explored to the end": tooLarge,
		"ok, 3 executions; if no time passes between two readings of the clock, failed: main: x.go:3: more than 3":       decidedOK,
		"failed, in execution 1; with a clock that each reading moves, not explored to the end within 20s: 5 executions": decidedFound,
	} {
		action := "fail"
		if want == decidedOK {
			action = "pass"
		}
		if got := (ownTest{Action: action, Outcome: outcome}).kind(); got != want {
			t.Errorf("%s: %s, want %s", outcome, resultNames[got], resultNames[want])
		}
	}
}

// TestShortened: a result says why it is of its kind.
func TestShortened(t *testing.T) {
	for outcome, want := range map[string]string{
		"ok, 1 execution; other orders of maps: not explored to the end within 20s: 1497 executions; --samples 10000 at random": "ok, 1 execution; other orders of maps: not explored to the end",
		"not explored to the end within 20s: 7 executions of at least 9; --preemptions 1 explores it in part":                   "not explored to the end",
		"ok, 3 executions; with timers that fire early, not explored to the end within 20s: 5 executions":                       "ok, 3 executions",
		"ok, 3 executions; with timers that fire early, ok, 5 executions; other orders of maps: not explored to the end":        "ok, 3 executions; other orders of maps: not explored to the end",
	} {
		if got := shortened(outcome); got != want {
			t.Errorf("%s: %q, want %q", outcome, got, want)
		}
	}
}
