package dporbench_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRules checks that the rulebook, docs/rules.md, the code and the tests agree: rules are numbered in order, the test
// that each names exists, the code cites each rule, no code or page cites others, and each case of algos/mutations has
// the program and number of classes that its rule shows.
func TestRules(t *testing.T) {
	rules := rulesIn(t, "docs/rules.md")
	tests, err := testsBelow("algos")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := mutationCases("algos/mutations", "model/axioms")
	if err != nil {
		t.Fatal(err)
	}
	cited, err := rulesCited("algos", "model")
	if err != nil {
		t.Fatal(err)
	}
	for n, text := range rules {
		rule := fmt.Sprint("R", n+1)
		for _, problem := range problemsOf(text, tests, cases[rule]) {
			t.Errorf("%s %s", rule, problem)
		}
		if !cited[rule] {
			t.Errorf("no code cites %s", rule)
		}
	}
	for rule := range cited {
		if !has(rules, rule) {
			t.Errorf("code cites %s, which docs/rules.md does not have", rule)
		}
	}
	for rule := range cases {
		if !has(rules, rule) {
			t.Errorf("algos/mutations undoes %s, which docs/rules.md does not have", rule)
		}
	}
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range regexp.MustCompile(`\bR\d+\b`).FindAllString(string(text), -1) {
			if !has(rules, rule) {
				t.Errorf("%s cites %s, which docs/rules.md does not have", page, rule)
			}
		}
	}
}

func has(rules []string, rule string) bool {
	n, _ := strconv.Atoi(rule[1:])
	return n >= 1 && n <= len(rules)
}

// rulesIn returns the text of each rule of a page, in the order of their numbers.
func rulesIn(t *testing.T, path string) (rules []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for paragraph := range strings.SplitSeq(string(text), "\n\n") {
		if m := regexp.MustCompile(`^\*\*R(\d+)\.\*\*`).FindStringSubmatch(paragraph); m != nil {
			rules = append(rules, paragraph)
			if m[1] != strconv.Itoa(len(rules)) {
				t.Fatalf("rule %d of %s is numbered R%s", len(rules), path, m[1])
			}
		}
	}
	if len(rules) == 0 {
		t.Fatalf("there are no rules in %s", path)
	}
	return rules
}

var (
	programOfRule = regexp.MustCompile("`(p: [^`]+)`\\s\\((\\d+)\\sclass(?:es)?\\)")
	testOfRule    = regexp.MustCompile("`([a-z0-9/]+)\\.(Test\\w+)`")
)

// problemsOf says what is wrong with a rule, given the programs of its cases in algos/mutations.
func problemsOf(rule string, tests map[test]bool, cases []string) (problems []string) {
	var shown []string
	for _, m := range programOfRule.FindAllStringSubmatch(rule, -1) {
		shown = append(shown, m[1]+" "+m[2])
	}
	if len(shown) == 0 {
		problems = append(problems, "has no program")
	}
	named := testOfRule.FindAllStringSubmatch(rule, -1)
	if len(named) == 0 {
		problems = append(problems, "names no test")
	}
	undone := false
	for _, m := range named {
		undone = undone || m[1] == "mutations"
		if !tests[test{m[1], m[2]}] {
			problems = append(problems, "names "+m[0]+", which does not exist")
		}
	}
	if undone != (len(cases) > 0) {
		problems = append(problems, "names a test of mutations that has no case of it, or the reverse")
	}
	for _, c := range cases {
		if !slices.Contains(shown, c) {
			problems = append(problems, "does not show the program and number of classes of its case "+c)
		}
	}
	for _, c := range shown {
		if undone && !slices.Contains(cases, c) {
			problems = append(problems, "shows a program that no case has: "+c)
		}
	}
	return problems
}

// mutationCases maps each rule that is undone in folders of tests to the programs in which that shows, with the number
// of their classes.
func mutationCases(folders ...string) (map[string][]string, error) {
	isCase := regexp.MustCompile(`(?:name:\s+|\{)"(R\d+): [^"]*",\s+(?:program:\s+)?"([^"]*)",\s+(?:classes:\s+|memory\.\w+, )(\d+)`)
	cases := map[string][]string{}
	for _, folder := range folders {
		err := eachGoFile(folder, func(path, text string) {
			for _, m := range isCase.FindAllStringSubmatch(text, -1) {
				cases[m[1]] = append(cases[m[1]], m[2]+" "+m[3])
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// rulesCited returns the rules that code, without tests, cites: as "rule R7", "rules R2, R11 and R23" or "rules R19 to R22".
func rulesCited(folders ...string) (map[string]bool, error) {
	citation := regexp.MustCompile(`\brules?\s(?://\s*)?(R\d+(?:(?:, | and | to )R\d+)*)`)
	from := regexp.MustCompile(`R(\d+)(?: to R(\d+))?`)
	cited := map[string]bool{}
	for _, folder := range folders {
		err := eachGoFile(folder, func(path, text string) {
			if strings.HasSuffix(path, "_test.go") {
				return
			}
			for _, c := range citation.FindAllStringSubmatch(text, -1) {
				for _, m := range from.FindAllStringSubmatch(c[1], -1) {
					first, _ := strconv.Atoi(m[1])
					last, _ := strconv.Atoi(m[2])
					for n := first; n <= max(first, last); n++ {
						cited[fmt.Sprint("R", n)] = true
					}
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return cited, nil
}

func eachGoFile(folder string, yield func(path, text string)) error {
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		yield(path, string(text))
		return err
	})
}
